#!/usr/bin/python3
"""Filters of lines and columns, asked from outside, against sets in Python: never a key denied.

usage: PEEL_COMMAND=path/to/peel filter_test.py
"""
import os
import random
import resource
import sqlite3
import subprocess
import unittest
from pathlib import Path

from command import PEEL, FolderTest, json_lines, peel, without_notes


def words(seed, count):
    """Distinct, of many lengths, some with other than text in them; never a line feed."""
    source = random.Random(seed)
    found = {b"", b"8 bytes.", b"\x00\xff\r", b"a" * 300}
    while len(found) < count:
        found.add(b"%d-%x" % (seed, source.getrandbits(source.choice((8, 40, 200)))))
    return sorted(found)


def lines_of(keys):
    return b"".join(key + b"\n" for key in keys)


def few_open_files():
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))


class FilterTest(FolderTest):
    def build(self, name, *arguments, **options):
        path = str(self.folder / name)
        result = peel("filter", "build", *arguments, "-o", path, **options)
        self.assertEqual((without_notes(result), result.stdout, result.returncode), ("", b"", 0))
        return path

    def query(self, *arguments, **options):
        result = peel("filter", "query", *arguments, **options)
        self.assertEqual(without_notes(result), "")
        return result


class Lines(FilterTest):
    def setUp(self):
        super().setUp()
        self.keys = words(1, 3_000)
        self.others = sorted(set(words(2, 3_000)) - set(self.keys))
        self.list = self.file("list.txt", lines_of(self.keys))

    def test_that_were_given_are_all_printed_as_they_are(self):
        for options in ([], ["--layout", "classic"], ["--layout", "register"], ["--rate", "0.3"], ["--hash", "siphash"],
                        ["--items", "3000"], ["--bits", "70001", "--hashes", "5", "--layout", "classic"],
                        ["--bits", "50000"], ["--seed", "9", "--rate", "1e-6"]):
            result = self.query(self.build("f.peel", *options, self.list), self.list)
            self.assertEqual((result.stdout, result.returncode), (lines_of(self.keys), 0), options)

    def test_that_were_not_given_are_rarely_printed(self):
        path = self.build("f.peel", "--rate", "1e-9", self.list)
        result = self.query(path, input=lines_of(self.others))
        self.assertEqual((result.stdout, result.returncode), (b"", 1))
        # 1 in 20 on average; five standard deviations of 3,000 lines are 60.
        path = self.build("g.peel", "--rate", "0.05", self.list)
        printed = int(self.query("-c", path, input=lines_of(self.others)).stdout)
        self.assertLess(abs(printed - 150), 80)

    def test_come_out_in_their_order_among_others(self):
        path = self.build("f.peel", "--rate", "1e-9", self.list)
        mixed = self.keys + self.others
        random.Random(3).shuffle(mixed)
        given = set(self.keys)
        hits, misses = [k for k in mixed if k in given], [k for k in mixed if k not in given]
        file = self.file("mixed.txt", lines_of(mixed))
        self.assertEqual(self.query(path, file).stdout, lines_of(hits))
        self.assertEqual(self.query("-v", path, file).stdout, lines_of(misses))
        numbered = b"".join(b"%d:%s\n" % (i, k) for i, k in enumerate(mixed, start=1) if k in given)
        self.assertEqual(self.query("-n", path, file).stdout, numbered)
        self.assertEqual(self.query("-c", path, file).stdout, b"%d\n" % len(hits))
        self.assertEqual(self.query("-vc", path, file).stdout, b"%d\n" % len(misses))

    def test_need_no_line_feed_at_the_end(self):
        path = self.build("f.peel", self.file("l", b"one\ntwo"))
        self.assertEqual(self.query(path, input=b"three\ntwo").stdout, b"two\n")

    def test_make_the_same_file_in_one_pass_and_in_two_and_through_a_pipe(self):
        twice = self.build("a.peel", self.list)
        piped = self.build("b.peel", "-", input=lines_of(self.keys))
        once = self.build("c.peel", "--items", "3000", self.list)
        contents = [Path(path).read_bytes() for path in (twice, piped, once)]
        self.assertEqual(contents[0], contents[1])
        self.assertEqual(contents[0], contents[2])
        written = peel("filter", "build", self.list, "-o", "-")
        self.assertEqual(written.stdout, contents[0])

    def test_are_lines_whatever_the_name_of_their_file_ends_in(self):
        for name, contents in (("list.csv", b"first\nsecond\n"), ("quoted.csv", b'"a"\r\n"b, c"\r\n'), ("l.tsv", b"a\tb\nc\n")):
            file = self.file(name, contents)
            path = self.build("f.peel", "--rate", "1e-9", file)
            self.assertEqual(self.query(path, file).stdout, contents)
            self.assertEqual(self.query("-v", path, file).stdout, b"")

    def test_of_a_log_that_grows_meanwhile_are_those_that_were_there_at_first(self):
        for options in ([], ["--items", "3000"]):
            log = str(self.folder / "live.log")
            Path(log).write_bytes(b"192.0.2.1 first\n" * 500_000)
            with subprocess.Popen(["sh", "-c", 'while :; do echo 192.0.2.2 next >> "$0"; done', log]) as writer:
                try:
                    while os.path.getsize(log) == 8_000_000:
                        pass
                    path = self.build("f.peel", "--rate", "1e-9", "--ip", *options, log)
                finally:
                    writer.kill()
            self.assertEqual(self.query("--ip", path, input=b"192.0.2.1\n").stdout, b"192.0.2.1\n")

    def test_may_be_in_more_files_than_can_be_open_together(self):
        files = [self.file(f"part{i}", b"key %d\n" % i if i else b"") for i in range(200)]
        pipe = str(self.folder / "pipe")
        os.mkfifo(pipe)
        for options in ([], ["--items", "3300"]):
            with subprocess.Popen(["sh", "-c", 'echo piped > "$0"', pipe]) as writer:
                try:
                    path = self.build("f.peel", "--rate", "1e-9", *options, *files, pipe, self.list, preexec_fn=few_open_files)
                finally:
                    writer.kill()
            keys = b"piped\n" + b"".join(b"key %d\n" % i for i in range(1, 200)) + lines_of(self.keys)
            self.assertEqual(self.query("-v", path, input=keys).stdout, b"")
            self.assertEqual(self.query("-c", path, input=lines_of(self.others) + b"key 0\n").stdout, b"0\n")

    def test_of_none_make_an_empty_filter(self):
        path = self.build("f.peel", self.file("nothing", b""))
        self.assertEqual(self.query("-c", path, self.list).stdout, b"0\n")

    def test_that_are_more_than_planned_for_are_reported(self):
        result = peel("filter", "build", "--items", "300", self.list, "-o", str(self.folder / "f.peel"))
        self.assertEqual(result.returncode, 0)
        self.assertRegex(without_notes(result), r"^peel: the filter holds (about [\d,]+ keys|more keys than can be told) "
                                                 r"and was made for 300: it affirms [\d.]+ % of others\n$")

    def test_that_are_too_many_for_the_size_that_was_asked_for_are_reported(self):
        path = str(self.folder / "f.peel")
        said = "peel: the filter is too small for its keys: it affirms 100 % of others\n"
        for options in (["--bits", "512", "--hashes", "2"], ["--bits", "512"], ["--bits", "512", "--items", "3000"],
                        ["--like", path]):
            result = peel("filter", "build", *options, self.list, "-o", path)
            self.assertEqual((without_notes(result), result.returncode), (said, 0), options)

    def test_that_make_a_merged_filter_too_full_are_told_of(self):
        half = lines_of(self.keys[: len(self.keys) // 2])
        rest = lines_of(self.keys[len(self.keys) // 2 :])
        first = str(self.folder / "first.peel")
        peel("filter", "build", "--bits", "2048", "--hashes", "2", self.file("half", half), "-o", first)
        second = str(self.folder / "second.peel")
        peel("filter", "build", "--like", first, self.file("rest", rest), "-o", second)
        result = peel("merge", first, second, "-o", str(self.folder / "both.peel"))
        self.assertRegex(without_notes(result),
                         r"^peel: the filter is too small for its keys: it affirms [\d.]+ % of others\n$")
        self.assertEqual((result.stdout, result.returncode), (b"", 0))

    def test_that_are_more_than_planned_for_are_no_news_if_the_rate_is_kept(self):
        self.build("f.peel", "--items", "2", self.file("five", b"1\n2\n3\n4\n5\n"))

    def test_of_two_files_merge_into_the_filter_of_both(self):
        more = self.file("more.txt", lines_of(self.others))
        first = self.build("a.peel", "--items", "6000", self.list)
        second = self.build("b.peel", "--like", first, more)
        both = self.build("ab.peel", "--like", first, self.list, more)
        merged = str(self.folder / "merged.peel")
        self.assert_result(peel("merge", first, second, "-o", merged), "")
        self.assertEqual(Path(merged).read_bytes(), Path(both).read_bytes())
        piped = peel("merge", first, "-", input=Path(second).read_bytes())
        self.assertEqual(piped.stdout, Path(both).read_bytes())
        self.assertEqual(self.query("-c", merged, self.list).stdout, b"%d\n" % len(self.keys))


class LikeGrep(FilterTest):
    def setUp(self):
        super().setUp()
        self.filter = self.build("f.peel", "--rate", "1e-9", self.file("list", b"a\nb\n"))
        self.one, self.two = self.file("one", b"a\nx\n"), self.file("two", b"y\nb\nb\n")

    def test_the_exit_status_says_whether_a_line_was_selected(self):
        for arguments, status in ((["-q"], 0), (["-c"], 0), ([], 0), (["-v"], 0)):
            self.assertEqual(self.query(*arguments, self.filter, self.one).returncode, status)
        for arguments in (["-q"], ["-c"], []):
            self.assertEqual(self.query(*arguments, self.filter, input=b"x\n").returncode, 1)
        self.assertEqual(self.query("-v", self.filter, input=b"a\n").returncode, 1)
        self.assertEqual(self.query(self.filter, input=b"").returncode, 1)

    def test_names_of_several_files_stand_in_front(self):
        one, two = self.one.encode(), self.two.encode()
        self.assertEqual(self.query(self.filter, self.one, self.two).stdout,
                         b"%s:a\n%s:b\n%s:b\n" % (one, two, two))
        for absent in ("--no-filename", "-h"):
            self.assertEqual(self.query(absent, self.filter, self.one, self.two).stdout, b"a\nb\nb\n")
        self.assertIn(b"Usage: peel filter query", self.query("--help").stdout)
        self.assertEqual(self.query("-Hn", self.filter, self.one).stdout, b"%s:1:a\n" % one)
        self.assertEqual(self.query("-c", self.filter, self.one, self.two).stdout, b"%s:1\n%s:2\n" % (one, two))
        self.assertEqual(self.query("-H", self.filter, input=b"a\n").stdout, b"(standard input):a\n")

    def test_a_file_that_cannot_be_read_does_not_keep_others_from_being(self):
        missing, folder, broken = str(self.folder / "missing"), str(self.folder), self.file("t.csv", b'k\n"a\n')
        accepted = "; accepted is a file of lines, CSV or TSV, or - for standard input\n"
        result = peel("filter", "query", "-c", self.filter, self.one, missing, folder, self.two)
        self.assertEqual((result.stdout.decode(), result.returncode), (f"{self.one}:1\n{self.two}:2\n", 2))
        self.assertEqual(result.stderr.decode(), f"peel: cannot read {missing}: No such file or directory{accepted}"
                                                 f"peel: {folder} is a directory{accepted}")
        for arguments, status in ((["-q", missing, self.one], 0), (["-q", missing], 2), (["-vq", self.one, missing], 0),
                                  (["--json", missing, self.one], 2)):
            self.assertEqual(peel("filter", "query", self.filter, *arguments).returncode, status, arguments)
        result = peel("filter", "query", "--input", "csv", "-c", self.filter, broken, self.file("u.csv", b"k\nb\n"))
        self.assertEqual((result.stdout.decode(), result.returncode), (f"{self.folder}/u.csv:1\n", 2))
        self.assertTrue(result.stderr.startswith(b"peel: " + broken.encode()), result.stderr)

    def test_quiet_stops_at_the_first(self):
        result = self.query("-q", self.filter, self.one, "/nowhere")
        self.assertEqual((result.stdout, result.returncode), (b"", 0))

    def test_json_has_lines_and_a_summary(self):
        found = json_lines(self.query("--json", self.filter, self.two, "-", input=b"b\n\xff\n"))
        self.assertEqual(found, [{"line": "b", "number": 2, "file": self.two}, {"line": "b", "number": 3, "file": self.two},
                                 {"line": "b", "number": 1, "file": "(standard input)"},
                                 {"summary": {"schema": 1, "lines": 5, "selected": 3}}])

    def test_a_line_is_answered_while_the_pipe_is_still_open(self):
        with subprocess.Popen([PEEL, "filter", "query", self.filter], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as asked:
            for _ in range(3):
                asked.stdin.write(b"x\na\n")
                asked.stdin.flush()
                self.assertEqual(asked.stdout.readline(), b"a\n")
            asked.stdin.close()
            self.assertEqual(asked.wait(), 0)

    def test_a_filter_may_come_through_a_pipe(self):
        piped = self.query("-", self.two, input=Path(self.filter).read_bytes())
        self.assertEqual(piped.stdout, b"b\nb\n")
        pipe = str(self.folder / "pipe")
        os.mkfifo(pipe)
        with subprocess.Popen(["cp", self.filter, pipe]) as writer:
            self.assertEqual(self.query(pipe, self.two).stdout, b"b\nb\n")
            self.assertEqual(writer.wait(), 0)


class PartsOfLines(FilterTest):
    def test_may_be_fields(self):
        path = self.build("f.peel", "--rate", "1e-9", "--field", "2", self.file("list", b"1 apple\n2  pear x\n"))
        self.assertEqual(self.query(path, input=b"apple\npear\n2\n").stdout, b"apple\npear\n")
        self.assertEqual(self.query("--field", "3", "--delimiter", ",", path, input=b"x,y,pear\napple\n").stdout,
                         b"x,y,pear\n")
        self.assertEqual(self.query("-v", "--field", "3", path, input=b"a b pear\nshort\n").stdout, b"short\n")

    def test_may_be_addresses_in_any_spelling(self):
        path = self.build("f.peel", "--rate", "1e-9", "--ip", self.file("list", b"192.0.2.7\n2001:db8::1\n"))
        log = b"x [2001:DB8:0:0::1]:80 ok\ny 192.0.2.7:443\nz ::ffff:192.0.2.7\nw 192.0.2.8\nno address\n"
        self.assertEqual(self.query("--ip", path, input=log).stdout, b"".join(log.splitlines(keepends=True)[:3]))
        hosts = b"2001:DB8::1\n::ffff:c000:209\n 192.0.2.7\nfe80::1%eth1\n192.0.2.0/24\n"
        odd = self.build("h.peel", "--rate", "1e-9", "--ip", self.file("hosts", hosts))
        self.assertEqual(self.query("--ip", odd, input=hosts).stdout, hosts)
        usual = b"2001:db8::1\n192.0.2.9\n192.0.2.7\nfe80::1\n192.0.2.0\n"
        self.assertEqual(self.query(odd, input=usual).stdout, usual)
        again = self.build("g.peel", "--rate", "1e-9", "--ip", "--items", "2", self.file("log", b"".join(
            log.splitlines(keepends=True)[:3])))
        self.assertEqual(self.query(again, input=b"192.0.2.7\n2001:db8::1\n192.0.2.8\n").stdout,
                         b"192.0.2.7\n2001:db8::1\n")

    def test_are_remembered_to_be_addresses(self):
        hosts = self.file("hosts", b"2001:DB8::1\n192.0.2.7\n")
        path = self.build("f.peel", "--rate", "1e-9", "--ip", hosts)
        log = b"x [2001:DB8:0:0::1]:80 ok\nno address\n"
        self.assertEqual(self.query(path, input=log).stdout, log.splitlines(keepends=True)[0])
        like = self.build("like.peel", "--like", path, self.file("log", log.splitlines(keepends=True)[0]))
        self.assertEqual(json_lines(peel("filter", "info", "--json", like))[0]["keys"], "addresses")
        self.assertIn(b"holds     IP addresses, each in one spelling\n", peel("inspect", path).stdout)

    def test_that_are_text_are_not_asked_for_as_addresses(self):
        hosts = self.file("hosts", b"2001:DB8::1\n192.0.2.7\n")
        path = self.build("f.peel", "--items", "2", hosts)
        sentence = (f"{path} holds keys as text, and --ip writes them as addresses in one spelling; leave out --ip, or "
                    "build the filter with --ip\n")
        self.assert_trouble(peel("filter", "query", "--ip", path, input=b"192.0.2.7\n"), sentence)
        self.assert_trouble(peel("filter", "build", "--ip", "--like", path, hosts), sentence)
        addresses = self.build("g.peel", "--ip", "--items", "2", hosts)
        self.assert_trouble(peel("merge", path, addresses, "-o", "-"),
                            f"{path} and {addresses}: the keys of one filter are text and those of the other addresses; make "
                            "one of them again with peel filter build --like the other\n")

    def test_of_a_file_that_does_not_say_get_a_note(self):
        path = "golden/filter-classic.peel"
        for options, taken in [([], "text"), (["--ip"], "addresses")]:
            result = peel("filter", "query", *options, path, input=b"apple\nfig\n")
            self.assertEqual(result.stderr.decode(), f"note: {path} does not say whether its keys are text or addresses; "
                                                     f"they are taken for {taken}\n")
            self.assertEqual(result.stdout, b"" if options else b"apple\n")
        self.assertEqual(json_lines(peel("filter", "info", "--json", path))[0]["keys"], "unknown")
        # What is joined with keys of an unknown kind is of an unknown kind.
        text = self.build("f.peel", "--like", path, self.file("list", b"apple\n"))
        self.assertEqual(json_lines(peel("inspect", "--json", text))[0]["keys"], "text")
        self.assert_result(peel("merge", text, path, "-o", str(self.folder / "both.peel")), "")
        self.assertEqual(json_lines(peel("inspect", "--json", str(self.folder / "both.peel")))[0]["keys"], "unknown")


class Columns(FilterTest):
    def test_of_csv_are_asked_with_lines(self):
        table = self.file("t.csv", b'id,mail\r\n1,a@x\r\n2,"b ""b"" @x"\r\n3,\r\n')
        path = self.build("f.peel", "--rate", "1e-9", "--column", "mail", table)
        self.assertEqual(self.query(path, input=b'b "b" @x\na@x\n\nid\n').stdout, b'b "b" @x\na@x\n\n')
        by_number = self.build("g.peel", "--rate", "1e-9", "--column", "2", table)
        self.assertEqual(Path(path).read_bytes(), Path(by_number).read_bytes())

    def test_select_rows_of_a_table(self):
        path = self.build("f.peel", "--rate", "1e-9", self.file("list", b"a@x\n"))
        table = self.file("t.tsv", b"id\tmail\n1\ta@x\n2\tb@x\n")
        self.assertEqual(self.query("--column", "mail", path, table).stdout, b"1\ta@x\n")
        self.assertEqual(self.query("-vn", "--column", "2", path, table).stdout, b"3:2\tb@x\n")
        bare = self.file("bare", b"1;a@x\n2;b@x\n")
        self.assertEqual(self.query("--column", "2", "--no-header", "--delimiter", ";", path, bare).stdout, b"1;a@x\n")

    def test_are_also_of_what_is_said_to_be_a_table(self):
        table = b"mail,day\na@x,1\nb@x,2\n"
        path = self.build("f.peel", "--rate", "1e-9", "--column", "mail", "--input", "csv", "-", input=table)
        self.assertEqual(self.query("-v", "--column", "1", "--input", "csv", path, input=table + b"c@x,3\n").stdout, b"c@x,3\n")
        single = self.build("g.peel", "--rate", "1e-9", "--input", "tsv", "-", input=b"mail\na@x\n")
        self.assertEqual(self.query(single, input=b"mail\na@x\n").stdout, b"a@x\n")

    def test_of_databases_are_text_and_nulls_are_left_out(self):
        database = str(self.folder / "shop.db")
        with sqlite3.connect(database) as connection:
            connection.execute("create table t (id integer primary key, k)")
            connection.executemany("insert into t (k) values (?)", [(5,), ("text",), (2.5,), (b"\x00b",), (None,), (-7,), (1e15,), (1e300,)])
        connection.close()
        path = str(self.folder / "f.peel")
        result = peel("filter", "build", "--rate", "1e-9", "--column", "k", f"sqlite:{database}?table=t", "-o", path)
        self.assertEqual((result.stdout, result.returncode), (b"", 0))
        self.assertEqual(result.stderr.decode(), "peel: 1 of 8 rows has no key and was passed over\n")
        asked = b"5\ntext\n2.5\n\x00b\n-7\n1000000000000000.0\n1e+300\n\n6\n1.0e+15\n"
        self.assertEqual(self.query(path, input=asked).stdout, b"5\ntext\n2.5\n\x00b\n-7\n1000000000000000.0\n1e+300\n")
        some = self.build("g.peel", "--rate", "1e-9", "--column", "id", "--where", "id < 3", f"sqlite:{database}?table=t")
        self.assertEqual(self.query(some, input=b"1\n2\n3\n").stdout, b"1\n2\n")


class Info(FilterTest):
    def test_says_what_the_filter_is_and_how_well_it_does(self):
        path = self.build("f.peel", self.file("list", lines_of(words(4, 5_000))))
        shape, found = json_lines(peel("filter", "info", "--json", path))
        self.assertEqual((shape["kind"], shape["layout"], shape["hash_family"]), ("filter", "line", "fast"))
        self.assertEqual(shape["bytes"], os.path.getsize(path))
        summary = found["summary"]
        self.assertLess(abs(summary["items"] - 5_000), 6 * summary["items_error"])
        self.assertLess(abs(summary["rate"] - 0.01), 0.003)
        self.assertLess(abs(summary["expected_rate"] - 0.01), 0.001)
        self.assertGreaterEqual(summary["capacity"], 4_900)
        self.assertEqual(peel("inspect", "--json", path).stdout, peel("filter", "info", "--json", path).stdout)
        self.assertEqual(peel("inspect", path).stdout, peel("filter", "info", path).stdout)
        self.assertIn(b"line blocks of 64 bytes", peel("filter", "info", path).stdout)
        single = self.build("g.peel", "--bits", "512", "--hashes", "1", self.file("few", b"a\nb\n"))
        self.assertRegex(peel("filter", "info", single).stdout, rb"512 bits, 1 hash\n")

    def test_of_a_full_filter_does_not_guess(self):
        path = str(self.folder / "f.peel")
        peel("filter", "build", "--bits", "512", "--hashes", "8", self.file("list", lines_of(words(5, 2_000))), "-o", path)
        found = json_lines(peel("filter", "info", "--json", path))[1]["summary"]
        self.assertEqual((found["fill"], found["items"], found["rate"], found["expected_rate"]), (1.0, None, 1.0, None))
        self.assertIn(b"too many to say how many", peel("filter", "info", path).stdout)


if __name__ == "__main__":
    unittest.main()
