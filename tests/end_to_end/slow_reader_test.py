#!/usr/bin/env python3
"""Whoever reads the output of peel slowly, as a pager does, keeps nobody from writing to a database.

usage: PEEL_COMMAND=path/to/peel slow_reader_test.py
"""
import os
import subprocess
import unittest

from command import PEEL, TESTS, peel
from databases import DatabaseTest, contents, table

MAKE = "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)"


class SlowReaders(DatabaseTest):
    def pair(self, rows):
        """More differences than a pipe holds, of databases whose readers keep writers waiting."""
        return [self.database(name, MAKE, ("INSERT INTO t VALUES(?, ?)", ((i, f"{i} {name} " * 10) for i in range(rows))))
                for name in ("a.db", "b.db")]

    def assert_writable_while(self, *arguments):
        with subprocess.Popen([PEEL, *map(str, arguments)], cwd=TESTS, stdout=subprocess.PIPE) as running:
            first = running.stdout.readline()
            for path in (self.a, self.b):
                other = self.connect(path)
                other.execute("PRAGMA busy_timeout = 5000")
                other.execute("INSERT INTO t VALUES(-1, 'others write')")
                other.execute("DELETE FROM t WHERE id = -1")
            self.assertIsNone(running.poll(), "it had nothing left to write")
            rest = running.stdout.read()
        return running.returncode, (first + rest).decode()

    def test_of_a_diff_keep_nobody_waiting(self):
        self.a, self.b = self.pair(2_000)
        sketch = self.folder / "a.peel"
        peel("sketch", "--capacity", "10000", table(self.a), "-o", str(sketch))
        for arguments in ([self.a, self.b], [table(self.a), table(self.b)], ["--json", self.a, self.b],
                          ["--format", "sql", self.a, self.b], ["--format", "html", self.a, self.b],
                          [sketch, table(self.b)]):
            with self.subTest(arguments):
                status, text = self.assert_writable_while("diff", *arguments)
                self.assertEqual(status, 1)
                with open(self.folder / "whole", "w+b") as file:
                    peel("diff", *map(str, arguments), capture_output=False, stdout=file)
                    file.seek(0)
                    whole = file.read().decode()
                self.assertEqual(len(text.splitlines()), len(whole.splitlines()))

    def test_of_a_dry_run_keep_nobody_waiting(self):
        self.a, self.b = self.pair(2_000)
        status, text = self.assert_writable_while("sync", self.a, self.b)
        self.assertEqual(status, 1)
        self.assertTrue(text.endswith("dry run: 2,000 rows would be changed; nothing was written; --apply does it\n"))

    def test_get_all_of_an_output_that_is_longer_than_what_is_kept_in_memory(self):
        a, b = self.pair(30_000)
        with open(self.folder / "whole", "w+b") as file:
            peel("diff", str(a), str(b), capture_output=False, stdout=file)
            file.seek(0)
            whole = file.read()
        self.assertGreater(len(whole), 5 << 20)
        self.assertTrue(peel("diff", str(a), str(b)).stdout == whole)

    def test_get_a_sentence_where_it_cannot_be_kept(self):
        a, b = self.pair(30_000)
        result = peel("diff", str(a), str(b), env={**os.environ, "TMPDIR": str(self.folder / "gone")})
        self.assert_one_sentence(result)
        self.assertIn("peel: cannot keep a copy of the output in ", result.stderr.decode())


class TextInFilesNamedLikeDatabases(DatabaseTest):
    def test_is_read_as_the_option_says(self):
        a, b = self.file("a.db", b"id,v\n1,x\n"), self.file("b.sqlite", b"id,v\n1,y\n")
        self.assertEqual(peel("diff", "--input", "csv", "--key", "id", str(a), str(b)).stdout, b"~ id=1: v x -> y\n")
        self.assertEqual(peel("diff", "--input", "lines", str(a), str(b)).stdout, b"- 1,x\n+ 1,y\n")
        self.assertEqual(peel("sync", "--apply", "--quiet", "--input", "csv", "--key", "id", str(a), str(b)).returncode, 0)
        self.assertEqual(b.read_bytes(), a.read_bytes())
        made = peel("filter", "build", "--input", "csv", "--column", "v", str(a), "-o", str(self.folder / "f.peel"))
        self.assertEqual((made.returncode, made.stderr), (0, b""))

    def test_beside_a_database_lends_its_types(self):
        a, b = self.file("a.db", b"id,v\n1,x\n"), self.database("b.db", MAKE, "INSERT INTO t VALUES(1, 'y')")
        self.assertEqual(peel("diff", "--input", "csv", str(a), table(b)).stdout, b"~ id=1: v x -> y\n")
        self.assertEqual(peel("sync", "--apply", "--quiet", "--input", "csv", str(a), table(b)).returncode, 0)
        self.assertEqual(contents(b)["t"], [(1, "x")])

    def test_is_no_database_without_the_option(self):
        a = self.file("a.db", b"id,v\n1,x\n")
        self.assert_one_sentence(peel("diff", str(a), str(a)))

    def test_does_not_make_text_of_a_database_by_any_name(self):
        a, b = self.database("a.csv", MAKE, "INSERT INTO t VALUES(1, 'x')"), self.database("b", MAKE)
        self.assertEqual(peel("diff", str(a), str(b)).stdout, b"table t:\n- 1,x\ntable t: 1 removed, 0 added, 0 changed\n")
        result = peel("diff", "--input", "csv", table(a), str(b))
        self.assert_one_sentence(result)
        self.assertIn("--input is for files of text, and ", result.stderr.decode())


if __name__ == "__main__":
    unittest.main()
