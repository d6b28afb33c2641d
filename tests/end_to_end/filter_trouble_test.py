#!/usr/bin/python3
"""Damaged, cut and foreign filters are refused and never taken for an empty set, in place and whole; so is
whatever else peel filter is given that cannot be.

usage: PEEL_COMMAND=path/to/peel filter_trouble_test.py
"""
import os
import random
import re
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from command import PEEL, CommandTest, FolderTest, peel

LINES = b"".join(b"key %d\n" % i for i in range(1_000))
PAGE = 4096


class Large(CommandTest):
    """A filter of more than 64 MiB, which is asked in place."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = os.path.join(cls.folder.name, "large.peel")
        built = peel("filter", "build", "--bits", "600000000", "--hashes", "4", "-", "-o", cls.path, input=LINES)
        assert built.returncode == 0, built.stderr
        pages = -(-600_000_000 // (8 * PAGE))
        cls.cells_at = -(-(72 + 8 * pages) // PAGE) * PAGE

    def ask(self):
        return peel("filter", "query", "-c", self.path, input=LINES + b"other\n" * 3)

    def flipped(self, at, bits=1):
        """While it is entered, the file has one byte changed."""
        test = self

        class Flip:
            def __enter__(self):
                with open(test.path, "r+b") as file:
                    file.seek(at)
                    self.before = file.read(1)
                    file.seek(at)
                    file.write(bytes([self.before[0] ^ bits]))

            def __exit__(self, *_):
                with open(test.path, "r+b") as file:
                    file.seek(at)
                    file.write(self.before)

        return Flip()

    def test_is_answered_like_any_other(self):
        result = self.ask()
        self.assertEqual((result.stdout, result.stderr, result.returncode), (b"1000\n", b"", 0))
        result = peel("filter", "query", "-v", self.path, input=LINES + b"other\n")
        self.assertEqual((result.stdout, result.returncode), (b"other\n", 0))

    @unittest.skipIf(os.environ.get("PEEL_SANITIZE"), "sanitizers take memory of their own")
    def test_is_not_read_as_a_whole_for_one_line(self):
        with subprocess.Popen([PEEL, "filter", "query", self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as asked:
            asked.stdin.write(b"key 5\n")
            asked.stdin.close()
            self.assertEqual(asked.stdout.read(), b"key 5\n")
            _, status, usage = os.wait4(asked.pid, 0)
            asked.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(asked.returncode, 0)
        self.assertLess(usage.ru_maxrss, 40_000)  # KiB; the filter has 73,000

    def test_with_a_changed_header_shape_or_index_is_refused(self):
        for at in (8, 15, 24, 32, 48, 50, 56, 63, 64, 72, 5_000, self.cells_at - 1):
            with self.flipped(at):
                result = self.ask()
            self.assertEqual((result.stdout, result.returncode), (b"", 2), at)
            self.assertTrue(result.stderr.startswith(f"peel: {self.path}: ".encode()), result.stderr)

    def test_with_a_changed_page_is_trouble_when_the_page_is_needed(self):
        with open(self.path, "rb") as file:
            file.seek(self.cells_at)
            used = [found.start() for found in re.finditer(rb"[^\0]", file.read(20_000_000))]
        for at in random.Random(1).sample(used, 5):
            page = at // PAGE
            at = self.cells_at + page * PAGE + random.Random(at).randrange(PAGE)
            with self.flipped(at, bits=0x40):
                result = self.ask()
            self.assertEqual((result.stdout, result.returncode), (b"", 2))
            self.assertRegex(result.stderr.decode(), f"^peel: .*: page {page} of [0-9]+, bytes .*: its checksum does not match")

    def test_with_any_byte_changed_never_gives_another_answer(self):
        for at in random.Random(2).sample(range(os.path.getsize(self.path)), 12):
            with self.flipped(at, bits=0xFF):
                result = self.ask()
            if result.returncode == 0:
                self.assertEqual(result.stdout, b"1000\n")
            else:
                self.assertEqual((result.stdout, result.returncode), (b"", 2))

    def test_that_was_cut_is_refused(self):
        size = os.path.getsize(self.path)
        with open(self.path, "rb") as file:
            head = file.read(1_000_000)
        for length in (60, PAGE, 1_000_000):
            with tempfile.NamedTemporaryFile(suffix=".peel") as cut:
                cut.write(head[:length])
                cut.flush()
                result = peel("filter", "query", cut.name, input=LINES)
            self.assertEqual((result.stdout, result.returncode), (b"", 2))
            self.assertIn(f"cut short: {size} bytes are declared, {length} are there".encode(), result.stderr)

    def test_with_a_changed_checksum_of_the_whole_is_refused_by_who_reads_the_whole(self):
        with self.flipped(40):
            self.assertEqual(self.ask().stdout, b"1000\n")
            result = peel("filter", "info", self.path)
        self.assertEqual((result.stdout, result.returncode), (b"", 2))
        self.assertIn(b"the checksum does not match", result.stderr)


class Small(FolderTest):
    def setUp(self):
        super().setUp()
        self.list = self.file("list.txt", LINES)
        self.path = str(self.folder / "f.peel")
        self.assert_result(peel("filter", "build", self.list, "-o", self.path), "")

    def test_with_any_byte_changed_is_refused(self):
        whole = Path(self.path).read_bytes()
        for at in random.Random(3).sample(range(len(whole)), 30):
            damaged = self.file("damaged.peel", whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1:])
            result = peel("filter", "query", "-v", damaged, self.list)
            self.assertEqual((result.stdout, result.returncode), (b"", 2), at)
            self.assertEqual(result.stderr.count(b"\n"), 1)

    def test_that_is_foreign_is_refused(self):
        for name, contents, sentence in (
                ("lines.peel", LINES, "not a peel file: it does not start with the bytes 8E 50 45 45 4C"),
                ("empty.peel", b"", "too short for a peel file: 0 bytes, the header alone has 48")):
            path = self.file(name, contents)
            self.assert_trouble(peel("filter", "query", path, input=LINES), f"{path}: {sentence}\n")
            self.assert_trouble(peel("filter", "info", path), f"{path}: {sentence}\n")
        counts = str(self.folder / "counts.peel")
        peel("count", "--capacity", "1000", "--save", counts, self.list)
        self.assert_trouble(peel("filter", "query", counts, input=LINES),
                            f"{counts} holds a counter; accepted is a filter, as peel filter build writes it\n")
        self.assert_trouble(peel("filter", "info", counts),
                            f"{counts} holds a counter; accepted is a filter, and peel inspect looks at any file\n")
        self.assert_trouble(peel("merge", self.path, counts, "-o", "-"),
                            f"{self.path} and {counts}: one holds a filter, the other a counter; accepted are files of one kind\n")
        self.assertEqual(peel("filter", "query", "/nowhere.peel", input=LINES).returncode, 2)

    def test_that_differs_is_not_merged(self):
        for options in (["--seed", "5"], ["--bits", "4096", "--hashes", "3"], ["--layout", "classic"], ["--hash", "siphash"]):
            other = str(self.folder / "other.peel")
            self.assert_result(peel("filter", "build", *options, self.list, "-o", other), "")
            result = peel("merge", self.path, other, "-o", str(self.folder / "merged.peel"))
            self.assertEqual(result.returncode, 2)
            self.assertIn(b"make one of them again with peel filter build --like the other", result.stderr)
            self.assertFalse((self.folder / "merged.peel").exists())

    def test_is_not_subtracted(self):
        self.assert_trouble(peel("subtract", self.path, self.path, "-o", "-"),
                            f"{self.path} and {self.path}: filters cannot be subtracted, since keys of both share bits; peel "
                            "merge makes one of both, and peel filter query -v prints the lines that are not in one\n")

    def test_is_no_source_and_no_file_of_lines(self):
        self.assert_trouble(peel("filter", "build", self.path, "-o", "x.peel"),
                            f"{self.path} is a file that peel wrote, and no source of keys; peel merge joins filters\n")
        self.assert_trouble(peel("filter", "query", self.path, self.path),
                            f"{self.path} is a file that peel wrote; accepted are files of lines, after the filter\n")

    def test_does_not_replace_its_source(self):
        self.assert_trouble(peel("filter", "build", self.list, "-o", self.list),
                            f"-o {self.list}: that is the file to be read, and would be replaced; accepted is another name\n")
        self.assertEqual(Path(self.list).read_bytes(), LINES)


class Options(FolderTest):
    def refused(self, verb, *arguments, sentence):
        self.assert_trouble(peel("filter", verb, *arguments, input=b"a\n"), sentence + "\n")

    def test_of_build_that_cannot_be_are_refused(self):
        self.refused("build", "-", "--rate", "1", sentence="--rate 1: accepted are probabilities between 0 and 1, such as 0.01 or 1e-4")
        self.refused("build", "-", "--items", "0", sentence="--items 0: accepted are whole numbers from 1 to 8796093022208")
        self.refused("build", "-", "--bits", "0", sentence="--bits 0: accepted are whole numbers from 1 to 8796093022208")
        self.refused("build", "-", "--hashes", "33", sentence="--hashes 33: accepted are whole numbers from 1 to 32")
        self.refused("build", "-", "--hashes", "65", "--layout", "classic",
                     sentence="--hashes 65: accepted are whole numbers from 1 to 64")
        self.refused("build", "-", "--layout", "tall", sentence="--layout tall: accepted are classic, register, line")
        self.refused("build", "-", "--hash", "md5", sentence="--hash md5: accepted are fast, siphash")
        self.refused("build", "-", "--rate", "0.1", "--bits", "900",
                     sentence="--rate and --bits exclude each other; give one of them")
        self.refused("build", "-", "--like", "x.peel", "--items", "5",
                     sentence="--like takes size, layout, hash and seed from the other filter; leave out --items")
        self.refused("build", "-", "--like", "-", sentence="only one of SOURCE and --like can be -, standard input")
        self.refused("build", "-", "-", sentence="only one SOURCE can be -, standard input")
        self.refused("build", "-", "--field", "1", "--column", "x",
                     sentence="--field is for lines and --column for tables; leave one of them out")
        self.refused("build", "-", "--column", "x",
                     sentence="standard input is read as lines, which have no columns to choose from; say --input csv, "
                              "--input tsv or --input jsonl if that is what it is")
        self.refused("build", "-", "--progress", "maybe", sentence="--progress maybe: accepted are auto, always and never")

    def test_of_build_that_ask_too_much_are_refused_with_what_would_do(self):
        none = "no register filter of at most 1099511627776 bytes affirms so few others"
        self.refused("build", "-", "--rate", "1e-60", "--layout", "register",
                     sentence=f"1 key at a rate of 1e-60: {none}; what would do: a higher --rate, --layout classic")
        self.refused("build", "-", "--rate", "1e-12", "--items", "1e5", "--hashes", "1", "--layout", "register",
                     sentence=f"100,000 keys at a rate of 1e-12: {none}; what would do: more --hashes, or as many as are best")

    def test_of_query_that_cannot_be_are_refused(self):
        self.refused("query", "-", sentence="only one of FILTER and FILE can be -, standard input")
        self.refused("query", "f.peel", "-", "-", sentence="only one of FILTER and FILE can be -, standard input")
        self.refused("query", "f.peel", "--json", "-c", sentence="--json prints lines and how many they are; leave out -c and -q")
        self.refused("query", "f.peel", "-H", "--no-filename",
                     sentence="-H and --no-filename exclude each other; give one of them")

    def test_of_a_table_name_one_of_its_columns(self):
        table = self.file("t.csv", b"a,b\n1,2\n")
        self.refused("build", "--input", "csv", table, sentence=f"{table} is a table of 2 columns; say with --column which one holds the keys, or "
                                              "--input lines")
        result = peel("filter", "build", "--column", "c", table)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"has no column c; its columns are a, b", result.stderr)

    def test_of_keys_that_would_have_no_effect_are_refused(self):
        for verb in (["build", "-"], ["query", "f.peel", "-"]):
            self.refused(*verb, "--delimiter", ",", sentence="--delimiter needs --field or --column, which say what it is between")
            self.refused(*verb, "--no-header",
                         sentence="--no-header is for tables; give --column, or --input csv or tsv, or leave it out")
            self.refused(*verb, "--field", "2", "--input", "csv",
                         sentence="--field is for lines and --input csv for tables; leave one of them out")
            self.refused(*verb, "--field", "0", sentence="--field 0: accepted are whole numbers from 1 to 4294967295")

    def test_of_a_database_are_those_of_its_table(self):
        database = str(self.folder / "s.db")
        with sqlite3.connect(database) as connection:
            connection.execute("create table t (id integer primary key, k)")
        connection.close()
        self.refused("build", "--ip", database,
                     sentence=f"{database} (t) is a table of 2 columns; say with --column which one holds the keys")
        self.refused("build", "--column", "k", "--input", "csv", database,
                     sentence=f"--input csv is for files of text, and {database} is a database; leave it out")
        path = str(self.folder / "f.peel")
        addresses = str(self.folder / "a.peel")
        self.assert_result(peel("filter", "build", "--column", "k", database, "-o", path), "")
        self.assert_result(peel("filter", "build", "--column", "k", "--ip", database, "-o", addresses), "")
        for options in ([path], ["--column", "k", path], ["--ip", addresses]):
            for name in (database, f"sqlite:{database}?table=t"):
                self.refused("query", *options, name,
                             sentence=f"{name} is a database, which has no lines to print; accepted are files of lines, .csv "
                                      "and .tsv")

    def test_need_a_verb(self):
        self.assertEqual(peel("filter").returncode, 2)
        self.assert_trouble(peel("filter", "ask"), "ask is not a verb of peel filter; accepted are build, query and info\n")


if __name__ == "__main__":
    unittest.main()
