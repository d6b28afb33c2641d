#!/usr/bin/env python3
"""What peel says where a source has not the column that an option names.

usage: PEEL_COMMAND=path/to/peel missing_column_test.py
"""
import sqlite3
import unittest

from command import FolderTest, peel


class MissingColumns(FolderTest):
    def setUp(self):
        super().setUp()
        self.good = self.file("good.csv", b"id,name\n1,a\n2,b\n")

    def assert_refused(self, arguments, sentence):
        self.assert_trouble(peel("diff", *arguments), sentence + "\n")

    def assert_each_side_says(self, path, sentence, *options):
        self.assert_refused([*options, path, self.good], sentence)
        self.assert_refused([*options, self.good, path], sentence)

    def test_an_empty_file_is_called_that(self):
        empty = self.file("empty.csv", b"")
        self.assert_each_side_says(empty, f"{empty} has no column id; it is empty", "--key", "id")
        self.assert_trouble(peel("sketch", "--key", "id", empty, "-o", "-"), f"{empty} has no column id; it is empty\n")
        self.assert_refused([empty, self.good], f"{empty} is empty")

    def test_another_delimiter_is_suggested(self):
        for delimiter, shown in ((b";", "';'"), (b"\t", "tab"), (b"|", "'|'")):
            with self.subTest(shown):
                file = self.file("other.csv", delimiter.join([b"id", b"name\n1"]) + delimiter + b"a\n")
                self.assert_refused(["--key", "id", file, file],
                                    f"{file} has no column id; it seems to have {shown} between its fields; try "
                                    f"--delimiter {shown}")
                answer = shown.strip("'")
                self.assertEqual(peel("diff", "--key", "id", "--delimiter", answer, file, file).returncode, 0)

    def test_two_delimiters_are_told_apart(self):
        file = self.file("other.csv", b"id;name\n1;a\n")
        hint = (f"seems to have ';' between its fields, unlike {self.good}; convert one of them, since --delimiter is for "
                "both")
        self.assert_each_side_says(file, f"{file} has no column id; it {hint}", "--key", "id")
        self.assert_each_side_says(file, f"{file} {hint}")

    def test_utf_16_is_called_that(self):
        text = "id,name\n1,a\n"
        marked = self.file("marked.csv", text.encode("utf-16"))
        self.assert_each_side_says(marked, f"{marked} is UTF-16; accepted is UTF-8, as iconv -f UTF-16 -t UTF-8 makes it")
        big = self.file("big.jsonl", b"\xfe\xff" + '{"id":1}\n'.encode("utf-16-be"))
        self.assert_refused(["--key", "id", big, big],
                            f"{big} is UTF-16; accepted is UTF-8, as iconv -f UTF-16 -t UTF-8 makes it")
        bare = self.file("bare.csv", text.encode("utf-16-le"))
        hint = "seems to be UTF-16; convert it with iconv -f UTF-16 -t UTF-8"
        self.assert_each_side_says(bare, f"{bare} has no column id; it {hint}", "--key", "id")

    def test_lines_that_end_in_cr_alone_are_called_that(self):
        old = self.file("old.csv", b"id,name\r1,a\r2,b\r")
        sentence = f"{old}: its lines end in CR alone; accepted are LF and CRLF, as tr '\\r' '\\n' makes them"
        self.assert_each_side_says(old, sentence, "--key", "id")
        self.assert_trouble(peel("sketch", "--key", "id", old, "-o", "-"), sentence + "\n")
        one = self.file("one.csv", b"id\r1\r2\r")
        self.assert_refused(["--key", "id", one, one], f"{one} has no column id; it seems to have lines that end in CR "
                                                       "alone; convert it with tr '\\r' '\\n'")

    def test_a_header_alone_may_end_in_crlf(self):
        header = self.file("header.csv", b"id,name\r\n")
        self.assertEqual(peel("diff", "--key", "id", header, header).returncode, 0)

    def test_a_name_that_is_nearly_it_is_suggested(self):
        capital = self.file("capital.csv", b"ID,name\n1,a\n")
        self.assert_refused(["--key", "id", capital, capital], f"{capital} has no column id; did you mean ID?")
        self.assert_refused(["--key", "id", self.good, capital],
                            f"{capital} has no column id; say --map id=ID if ID is the same")
        self.assertEqual(peel("diff", "--key", "id", "--map", "id=ID", self.good, capital).returncode, 1)
        self.assert_refused([self.good, capital], f"{capital} has a column ID where {self.good} has id; say --map id=ID if "
                                                  "they are the same")
        for option in ("--key", "--columns", "--ignore"):
            with self.subTest(option):
                self.assert_refused([option, "nmae", self.good, self.good],
                                    f"{self.good} has no column nmae; did you mean name?")
        self.assert_refused(["--tolerance", "nmae=1", self.good, self.good],
                            "--tolerance nmae=1: nmae is not compared; did you mean name?")
        self.assert_refused(["--map", "nmae=name", self.good, self.good],
                            f"--map nmae=name: {self.good} has no column nmae; did you mean name?")

    def test_the_same_is_said_of_databases(self):
        path = str(self.folder / "a.db")
        database = sqlite3.connect(path)
        database.execute("CREATE TABLE t(Id INTEGER PRIMARY KEY, price REAL)")
        database.commit()
        source = f"sqlite:{path}?table=t"
        for option in ("--key", "--columns", "--ignore"):
            with self.subTest(option):
                self.assert_refused([option, "prize", source, source], f"{path} (t) has no column prize; did you mean price?")
        self.assert_refused(["--tolerance", "prize=1", source, source],
                            "--tolerance prize=1: prize is not compared; did you mean price?")

    def test_the_same_is_said_of_sources_beside_a_sketch_and_of_filters(self):
        sketch = str(self.folder / "good.peel")
        self.assertEqual(peel("sketch", "--key", "id", self.good, "-o", sketch).returncode, 0)
        capital = self.file("capital.csv", b"ID,name\n1,a\n")
        self.assert_refused([sketch, capital], f"{capital} has no column id; did you mean ID?")
        self.assert_trouble(peel("filter", "build", "--column", "id", capital, "-o", "-"),
                            f"{capital} has no column id; did you mean ID?\n")


class PathsOfJson(FolderTest):
    def setUp(self):
        super().setUp()
        self.left = self.file("left.jsonl", b'{"id":1,"price":1.5,"at":{"by":"x"}}\n')
        self.right = self.file("right.jsonl", b'{"id":1,"price":1.6,"at":{"by":"y"}}\n')

    def test_a_tolerance_needs_columns(self):
        result = peel("diff", "--key", "id", "--tolerance", "price=0.1", self.left, self.right)
        self.assert_trouble(result, "--tolerance price=0.1: whole values are compared; say with --columns which parts to "
                                    "compare, such as --columns price\n")
        result = peel("diff", "--key", "id", "--columns", "price", "--tolerance", "price=0.1", self.left, self.right)
        self.assertEqual((result.stdout, result.stderr, result.returncode), (b"", b"", 0))

    def test_a_tolerance_of_another_path_is_refused(self):
        result = peel("diff", "--key", "id", "--columns", "price", "--tolerance", "prize=1", self.left, self.right)
        self.assert_trouble(result, "--tolerance prize=1: prize is not compared; did you mean price?\n")

    def test_an_ignored_path_that_nothing_has_is_noted(self):
        result = peel("diff", "--key", "id", "--ignore", "prize,at.by,at.on", self.left, self.right)
        self.assertEqual(result.stderr.decode(), f"note: no value of {self.left} and {self.right} has at.on, prize\n")
        self.assertEqual(result.stdout.decode(), "~ id=1: price 1.5 -> 1.6\n")
        result = peel("diff", "--key", "id", "--ignore", "price,at", self.left, self.right)
        self.assertEqual((result.stdout, result.stderr, result.returncode), (b"", b"", 0))

    def test_a_mapped_path_must_be_read(self):
        result = peel("diff", "--key", "id", "--columns", "price", "--map", "q=r", self.left, self.right)
        self.assert_trouble(result, f"--map q=r: q is none of the paths of {self.left} that --key and --columns name\n")


if __name__ == "__main__":
    unittest.main()
