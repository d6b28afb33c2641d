#!/usr/bin/env python3
"""peel diff in trouble: one sentence on standard error, status 2, nothing half written, nothing left behind.

usage: PEEL_COMMAND=path/to/peel diff_trouble_test.py
"""
import contextlib
import os
import random
import resource
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from command import PEEL, FolderTest, peel

ACCEPTED = "; accepted is a file of lines, CSV or TSV, or - for standard input\n"


class TroubleTest(FolderTest):
    def many_lines(self, name, count, seed):
        r = random.Random(seed)
        return self.file(name, b"".join(b"%d %d\n" % (i, r.getrandbits(60)) for i in range(count)))

    def assert_one_sentence(self, result):
        self.assertRegex(result.stderr.decode(), r"\Apeel: [^\n]+\n\Z")
        self.assertEqual(result.returncode, 2)

    def assert_diff_is_trouble(self, arguments, sentence):
        self.assert_trouble(peel("diff", *arguments, stdin=subprocess.DEVNULL), sentence)


class Sources(TroubleTest):
    def test_a_missing_file_is_named(self):
        there, missing = self.file("a", b"x\n"), str(self.folder / "missing")
        for sides in ([there, missing], [missing, there]):
            with self.subTest(sides):
                self.assert_diff_is_trouble(sides, f"cannot read {missing}: No such file or directory{ACCEPTED}")

    def test_an_empty_name_is_no_file(self):
        self.assert_diff_is_trouble(["", self.file("a", b"")], f"cannot read '': No such file or directory{ACCEPTED}")

    def test_a_name_is_printed_safely(self):
        name = os.fsencode(self.folder) + b"/\n\x1b[31m\xff"
        result = peel("diff", name, name)
        self.assert_trouble(result, f"cannot read {self.folder}/\\x0A\\x1B[31m\\xFF: No such file or directory"
                                    f"{ACCEPTED}")

    def test_a_source_is_not_replaced_by_the_result(self):
        a, b = self.file("a.txt", b"1\n"), self.file("b.txt", b"2\n")
        for out in (a, b):
            for options in ((), ("--format", "html")):
                result = peel("diff", *options, a, b, "-o", out)
                self.assertEqual(result.returncode, 2)
                self.assertIn("would be replaced", result.stderr.decode())
        self.assertEqual(((self.folder / "a.txt").read_bytes(), (self.folder / "b.txt").read_bytes()), (b"1\n", b"2\n"))

    def test_a_folder_is_refused_as_rows(self):
        self.assert_diff_is_trouble([self.file("a", b""), str(self.folder)],
                                    f"{self.folder} is a folder and {self.folder}/a is not; accepted are two folders, or a "
                                    "folder and a sketch of one\n")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_file_that_may_not_be_read_is_named(self):
        path = self.file("a", b"x\n")
        os.chmod(path, 0)
        self.assert_diff_is_trouble([path, path], f"cannot read {path}: Permission denied{ACCEPTED}")

    def test_both_sides_cannot_be_standard_input(self):
        self.assert_diff_is_trouble(["-", "-"], "only one of LEFT and RIGHT can be -, standard input\n")

    def test_closed_standard_input_is_trouble_on_either_side(self):
        path = self.file("a", b"x\n")
        for sides in (["-", path], [path, "-"]):
            with self.subTest(sides):
                result = peel("diff", *sides, preexec_fn=lambda: os.close(0))
                self.assert_trouble(result, "cannot read standard input: Bad file descriptor\n")

    def test_lines_are_not_compared_with_a_table(self):
        lines, table = self.file("a.txt", b"x\n"), self.file("b.csv", b"x\n")
        self.assert_diff_is_trouble([lines, table], f"{table} is read as a table and {lines} as lines; say --input "
                                                    "csv, tsv, jsonl or lines for both\n")


class BadTables(TroubleTest):
    def test_a_ragged_row_is_named_by_its_line(self):
        good = self.file("good.csv", b"id,v\n1,x\n")
        ragged = self.file("ragged.csv", b'id,v\n1,"a\nb"\n2,y,z\n')
        for method in ("auto", "sketch", "exact"):
            for sides in ([good, ragged], [ragged, good], [ragged, ragged]):
                with self.subTest(sides=sides, method=method):
                    self.assert_diff_is_trouble(["--method", method, *sides],
                                                f"{ragged}, line 4: 3 fields where the header has 2\n")

    def test_a_ragged_row_far_into_large_files_is_named_by_its_line(self):
        rows = [b"%d,%040d" % (i, i) for i in range(120_000)]
        good = self.file("good.csv", b"id,v\n" + b"\n".join(rows))
        rows[100_000] += b",more"
        ragged = self.file("ragged.csv", b"id,v\n" + b"\n".join(rows))
        for sides in ([good, ragged], [ragged, good]):
            with self.subTest(sides):
                self.assert_diff_is_trouble(sides, f"{ragged}, line 100002: 3 fields where the header has 2\n")

    def test_csv_written_before_the_trouble_is_whole_lines(self):
        ragged = self.file("ragged.csv", b"id,v\n1\n")
        result = peel("diff", "--format", "csv", ragged, ragged)
        self.assertIn(result.stdout, (b"", b"op,count,digest,id,v\n"))
        self.assert_one_sentence(result)

    def test_a_quote_that_is_never_closed_is_named_by_its_line(self):
        open_quote = self.file("a.csv", b'id\n1\n"2\n3\n')
        self.assert_diff_is_trouble([open_quote, open_quote], f"{open_quote}, line 3: the quote of a quoted field that "
                                                              "begins here is never closed\n")

    def test_an_unknown_key_column_is_named_with_those_that_are_there(self):
        table = self.file("a.csv", b"id,v\n")
        for key in ("nr", "3", "0", "-1", "99999999999999999999"):
            with self.subTest(key):
                self.assert_diff_is_trouble([f"--key={key}", table, table],
                                            f"{table} has no column {key}; its columns are id, v\n")

    def test_a_column_given_twice_is_refused(self):
        table = self.file("a.csv", b"id,v\n")
        self.assert_diff_is_trouble(["--key", "id,1", table, table], "column 1 is given twice\n")

    def test_columns_of_the_same_name_are_refused(self):
        twice = self.file("a.csv", b"id,v,id\n")
        self.assert_diff_is_trouble([twice, twice],
                                    f"{twice}, line 1: columns 1 and 3 are both named 'id'; each name may stand once\n")

    def test_a_column_of_one_side_only_is_named(self):
        less, more = self.file("less.csv", b"id\n"), self.file("more.csv", b"id,v\n")
        self.assert_diff_is_trouble([less, more], f"{more} has a column v that {less} has not; leave it out with "
                                                  "--ignore, say what LEFT calls it with --map, or name the columns to "
                                                  "compare with --columns\n")
        self.assert_diff_is_trouble([more, less], f"{less} has no column v; its columns are id\n")

    def test_lines_have_no_columns(self):
        lines = self.file("a.txt", b"x\n")
        self.assert_diff_is_trouble(["--key", "1", lines, lines],
                                    f"{lines} is read as lines, which have no columns to choose from; say --input "
                                    "csv, --input tsv or --input jsonl if that is what it is\n")

    def test_lines_have_no_header_to_be_without(self):
        lines = self.file("a.txt", b"x\n")
        self.assert_diff_is_trouble(["--no-header", lines, lines], f"{lines} is read as lines, which have no header; "
                                                                   "say --input csv, --input tsv or --input jsonl if "
                                                                   "that is what it is\n")


class Options(TroubleTest):
    def test_a_bad_value_of_any_option_is_one_sentence(self):
        path = self.file("a.csv", b"id,v\n")
        bad = [("--format", "xml"), ("--format", ""), ("--limit", "-1"), ("--limit", "x"), ("--limit", "1e30"),
               ("--limit", "18446744073709551616"), ("--memory", "1K"), ("--memory", ""), ("--memory", "M"),
               ("--memory", "64m"), ("--memory", "-1M"), ("--memory", "99999999999999999999"), ("--memory", "9999999T"),
               ("--method", "fast"), ("--method", ""), ("--color", "red"), ("--progress", "bogus"), ("--input", "xlsx"), ("--input", ""),
               ("--delimiter", ""), ("--delimiter", "::"), ("--delimiter", "\u00e9"), ("--delimiter", '"'),
               ("--delimiter", "\n"), ("--key", "nr"), ("--columns", "nr"), ("--columns", "")]
        for option, value in bad:
            with self.subTest(option=option, value=value):
                result = peel("diff", *([f"{option}={value}"] if value else [option, ""]), path, path)
                self.assert_one_sentence(result)
                self.assertEqual(result.stdout, b"")

    def test_an_option_without_its_value_is_one_sentence(self):
        for option in ("--key", "--columns", "--format", "--limit", "--memory", "--method", "--color", "--input",
                       "--delimiter", "--progress"):
            with self.subTest(option):
                result = peel("diff", "a", "b", option)
                self.assert_one_sentence(result)
                self.assertEqual(result.stdout, b"")

    def test_one_or_three_files_are_one_sentence(self):
        for paths in ([], ["a"], ["a", "b", "c"]):
            with self.subTest(paths):
                self.assert_one_sentence(peel("diff", *paths))

    def test_files_may_be_named_like_verbs_and_options(self):
        for name in ("--json", "diff", "plan", "-q"):
            self.file(name, b"x\n")
        for sides in (["--", "--json", "-q"], ["plan", "diff"], ["diff", "plan"]):
            with self.subTest(sides):
                result = subprocess.run([PEEL, "diff", *sides], cwd=self.folder, capture_output=True)
                self.assert_result(result, "")


class BrokenOutput(TroubleTest):
    def setUp(self):
        super().setUp()
        self.sides = [self.file("a", b"x\n"), self.file("b", b"y\n" * 3 + b"z" * 100_000)]

    def test_a_full_disk_is_trouble(self):
        with open("/dev/full", "wb") as full:
            for arguments in ([], ["--json"], ["--format", "csv"], ["--stat", "--quiet"]):
                with self.subTest(arguments):
                    result = peel("diff", *arguments, *self.sides, capture_output=False, stdout=full,
                                  stderr=subprocess.PIPE)
                    self.assertEqual(result.stderr.decode(),
                                     "peel: cannot write to standard output: No space left on device\n")
                    self.assertEqual(result.returncode, 2)

    def test_closed_standard_output_is_trouble(self):
        for arguments in ([], ["--json", "--method", "sketch"], ["--method", "exact", "--memory", "1M"]):
            with self.subTest(arguments):
                result = peel("diff", *arguments, *self.sides, preexec_fn=lambda: os.close(1))
                self.assert_trouble(result, "cannot write to standard output: Bad file descriptor\n")

    def test_output_does_not_go_to_a_temporary_file_where_standard_ones_are_closed(self):
        # Descriptors that are not in use are given to the next file that is opened.
        def close_all():
            os.closerange(0, 3)

        result = peel("diff", "--memory", "1M", self.many_lines("l", 30_000, 1), self.many_lines("r", 30_000, 2),
                      preexec_fn=close_all)
        self.assertEqual(result.returncode, 2)

    def test_quiet_needs_no_standard_output(self):
        result = peel("diff", "--quiet", *self.sides, preexec_fn=lambda: os.close(1))
        self.assertEqual((result.returncode, result.stderr), (1, b""))


class ChangingFiles(TroubleTest):
    """LEFT is a named pipe. Once more was written to it than a pipe holds, RIGHT is open and its size known."""
    SENTENCE = "changed while it was read; accepted is a file that stays as it is\n"

    def diff_while(self, written, right, change, *options):
        pipe = tempfile.mktemp(dir=Path(right).parent)
        os.mkfifo(pipe)
        with subprocess.Popen([PEEL, "diff", *options, pipe, right], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as running:
            with contextlib.suppress(BrokenPipeError), open(pipe, "wb") as left:
                left.write(written)
                left.flush()
                change()
            stdout, stderr = running.communicate()
            return subprocess.CompletedProcess([], running.returncode, stdout, stderr)

    def assert_change_is_noticed(self, change):
        for options in (["--method", "exact"], ["--method", "sketch"], []):
            right = self.many_lines("right", 150_000, 1)
            written = Path(right).read_bytes()[:2 * 2**20]
            with self.subTest(options):
                result = self.diff_while(written, right, lambda: change(right), *options)
                self.assert_trouble(result, f"{right} {self.SENTENCE}")

    def test_a_file_that_shrinks_is_trouble(self):
        self.assert_change_is_noticed(lambda path: os.truncate(path, 1_000_000))

    def test_a_file_that_becomes_empty_is_trouble(self):
        self.assert_change_is_noticed(lambda path: os.truncate(path, 0))

    def test_a_file_that_grows_is_trouble(self):
        def append(path):
            with open(path, "ab") as file:
                file.write(b"more\n")

        self.assert_change_is_noticed(append)

    def test_a_file_rewritten_in_place_is_trouble(self):
        def rewrite(path):
            with open(path, "r+b") as file:
                file.seek(1_500_000)
                file.write(b"#")

        self.assert_change_is_noticed(rewrite)


class TemporaryFiles(TroubleTest):
    def setUp(self):
        super().setUp()
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        self.environment = {**os.environ, "TMPDIR": str(self.temporary)}

    def big_sides(self):
        return [self.many_lines("left", 400_000, 1), self.many_lines("right", 400_000, 2)]

    def has_temporary_file(self, pid):
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                if str(self.temporary) in os.readlink(link):
                    return True
        return False

    def interrupt(self, *arguments, feed=None):
        """Sends an interrupt once a temporary file is in use; returns the exit status."""
        with subprocess.Popen([PEEL, "diff", "--quiet", "--method", "exact", "--memory", "1M", *arguments],
                              env=self.environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            if feed:
                running.stdin.write(feed)
                running.stdin.flush()
            give_up = time.monotonic() + 60
            while not self.has_temporary_file(running.pid):
                self.assertIsNone(running.poll(), "ended before it was interrupted")
                self.assertLess(time.monotonic(), give_up)
            running.send_signal(signal.SIGINT)
            running.communicate()
            return running.returncode

    def test_an_interrupt_leaves_none(self):
        self.assertIn(self.interrupt(*self.big_sides()), (-signal.SIGINT, 2))
        self.assertEqual(list(self.temporary.iterdir()), [])

    def test_an_interrupt_while_standard_input_is_read_leaves_none(self):
        right = self.file("right", b"x\n")
        self.assertIn(self.interrupt("-", right, feed=b"line\n" * 300_000), (-signal.SIGINT, 2))
        self.assertEqual(list(self.temporary.iterdir()), [])

    def test_a_folder_that_is_not_there_is_one_sentence(self):
        self.environment["TMPDIR"] = str(self.temporary / "missing")
        spilling = ["--method", "exact", "--memory", "1M", *self.big_sides()]
        for arguments, options in ((spilling, {}), (["-", spilling[-1]], {"input": b"x\n"})):
            with self.subTest(arguments):
                result = peel("diff", *arguments, env=self.environment, **options)
                self.assert_one_sentence(result)
                self.assertIn(b"TMPDIR can name another folder", result.stderr)
                self.assertEqual(result.stdout, b"")

    def test_a_full_folder_is_one_sentence(self):
        # A limit on the size of files fails as a full disk does, where its signal is ignored.
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        spilling = ["--method", "exact", "--memory", "1M", *self.big_sides()]
        for arguments, options in ((spilling, {}), (["-", spilling[-1]], {"input": b"x\n" * 100_000})):
            with self.subTest(arguments):
                result = peel("diff", *arguments, env=self.environment, preexec_fn=limit, restore_signals=False,
                              **options)
                self.assert_one_sentence(result)
                self.assertIn(b"File too large; TMPDIR can name another folder", result.stderr)
                self.assertEqual(list(self.temporary.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
