"""JSON Lines that cannot be compared, and options that make no sense for them: one sentence, status 2."""
import unittest

from command import FolderTest, peel

ONE_IN_EACH_LINE = "; accepted is one JSON value in each line, as jq -c writes it"


class TroubleTest(FolderTest):
    def refused(self, contents, what, *options):
        path = self.file("bad.jsonl", contents)
        result = peel("diff", *options, path, self.file("good.jsonl", b'{"id":1}\n'))
        self.assert_trouble(result, f"{path}{what}\n")

    def test_lines_that_are_no_json(self):
        self.refused(b'{"id":1}\n\n{"id":}\n', ", line 3: byte 7: '}' where a value is expected" + ONE_IN_EACH_LINE)
        self.refused(b'{"id":"\xff"}\n', ", line 1: byte 8: byte 0xff is not UTF-8 here; accepted is JSON in UTF-8, as iconv makes it")
        self.refused(b'"\\ud800"\n', ", line 1: byte 2: the escape \\ud800 is half of a surrogate pair; accepted are "
                                     "both halves together")
        self.refused(b'{"a":1,"a":1}\n', ', line 1: byte 13: the member "a" stands twice in the object that ends here; '
                                         "accepted is each name once")
        self.refused(b"[1e99999]\n", ", line 1: byte 2: the number 1e99999 is beyond 10^10000 or finer than 10^-10000; "
                                     "accepted is it in quotes, as text")

    def test_lines_without_key(self):
        self.refused(b'{"id":1}\n{"ID":1}\n', ", line 2: there is no id, which is in the key, but ID; accepted are values that all have it", "--key", "id")
        self.refused(b'{"id":{}}\n', ", line 1: id is an object, which cannot be in the key; accepted are text, "
                                     "numbers, true, false and null", "--key", "id")

    def test_deep_and_long_values_end(self):
        result = peel("diff", self.file("a.jsonl", b"[" * 1_000_000), self.file("b.jsonl", b"[]"))
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"more than 200 arrays and objects", result.stderr)
        number = b"1" * 1_000_000
        same = peel("diff", self.file("a.jsonl", number), self.file("b.jsonl", number + b".0"))
        self.assertEqual((same.returncode, same.stderr), (0, b""))

    def test_a_long_name_around_many_parts_is_not_repeated_without_end(self):
        name = b"n" * 100_000
        sides = [b'{"id":1,"' + name + b'":[' + b",".join([digit] * 1_000) + b"]}" for digit in (b"1", b"2")]
        result = peel("diff", "--key", "id", self.file("a.jsonl", sides[0]), self.file("b.jsonl", sides[1]))
        self.assertEqual(result.returncode, 1)
        self.assertLess(len(result.stdout), 2_000_000)
        self.assertIn(b", and 990 more", result.stdout)

    def test_options_that_are_not_for_json(self):
        path = self.file("a.jsonl", b'{"id":1}\n')
        for options, sentence in (
                (("--no-header",), f"--no-header is for tables, and {path} is read as JSON Lines"),
                (("--delimiter", ";"), f"{path} is read as JSON Lines, which have no delimiter; one is accepted for CSV and TSV"),
                (("--columns", "a", "--ignore", "b"),
                 "--columns and --ignore exclude each other for JSON Lines; give one of them"),
                (("--key", "id", "--ignore", "id"), "id is in the key and cannot be ignored"),
                (("--key", "a..b"), "a..b: a name is empty; accepted are names with dots between them, such as user.id "
                                    "or tags.2, with a dot in a name as \\. or the name in quotes")):
            self.assert_trouble(peel("diff", *options, path, path), sentence + "\n")

    def test_a_table_beside_json_needs_columns(self):
        values, table = self.file("a.jsonl", b'{"id":1}\n'), self.file("b.csv", b"id,x\n1,2\n")
        self.assert_trouble(peel("diff", "--key", "id", values, table),
                            f"{values} is JSON Lines and {table} a table; say with --columns which parts to compare, "
                            "such as --columns id,x\n")

    def test_a_table_beside_a_sketch_of_whole_values(self):
        values, table = self.file("a.jsonl", b'{"id":1}\n'), self.file("b.csv", b"id\n1\n")
        sketch = str(self.folder / "a.peel")
        self.assertEqual(peel("sketch", values, "-o", sketch).returncode, 0)
        self.assert_trouble(peel("diff", sketch, table),
                            f"the sketch {sketch} is of whole values of JSON Lines, and {table} is none; say --input "
                            "jsonl, or make the sketch with --columns to compare it with a table\n")

    def test_lines_beside_json(self):
        values, lines = self.file("a.jsonl", b'{"id":1}\n'), self.file("b.txt", b"x\n")
        self.assert_trouble(peel("diff", values, lines), f"{values} is read as JSON Lines and {lines} as lines; say "
                                                         "--input csv, tsv, jsonl or lines for both\n")

    def test_a_sync_that_would_write_parts_of_lines(self):
        left, right = self.file("a.jsonl", b'{"id":1}\n'), self.file("b.jsonl", b'{"id":2}\n')
        for option in (("--columns", "id"), ("--ignore", "x")):
            self.assert_trouble(peel("sync", "--apply", "--key", "id", *option, left, right),
                                f"{option[0]}: a sync of JSON Lines writes whole lines; leave the option out\n")
        self.assertEqual(open(right, "rb").read(), b'{"id":2}\n')

    def test_a_sync_from_a_table(self):
        left, right = self.file("a.csv", b"id\n1\n"), self.file("b.jsonl", b'{"id":2}\n')
        self.assert_trouble(peel("sync", "--apply", "--key", "id", "--columns", "id", left, right),
                            f"{right} is JSON Lines and {left} is not; accepted is JSON Lines on both sides\n")

    def test_a_patch_for_a_database(self):
        import sqlite3
        path = str(self.folder / "t.db")
        with sqlite3.connect(path) as database:
            database.execute("create table t(id integer primary key)")
        database.close()
        values = self.file("a.jsonl", b'{"id":1}\n')
        table = f"sqlite:{path}?table=t"
        self.assert_trouble(peel("diff", "--format", "sql", "--columns", "id", table, values),
                            f"{values} is JSON Lines, of which no patch for a database is made; leave out --format, or "
                            "give a table\n")
        self.assert_trouble(peel("sync", "--apply", "--key", "id", "--columns", "id", values, table),
                            f"{values} is JSON Lines, which are not synced into a database; accepted are lines, CSV, "
                            "TSV and databases\n")


if __name__ == "__main__":
    unittest.main()
