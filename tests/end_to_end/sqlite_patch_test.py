#!/usr/bin/env python3
"""Patches between random tables: applied to LEFT, they make it equal RIGHT by the model.

usage: PEEL_COMMAND=path/to/peel sqlite_patch_test.py
       PEEL_TEST_SEED=n replays a run, PEEL_ORACLE_ROUND=n one round of it; PEEL_ROUNDS=n makes n times as many.
"""
import shutil
import sqlite3
import subprocess
import unittest

from command import peel
from sqlite_changeset import apply_changeset, library
from sqlite_model import connect, same_rows
from sqlite_oracle import SqliteTest, in_rounds, model_of, source
from sqlite_tables import random_databases

TABLES = [f"table {i}" for i in range(8)]
HALF_KNOWN = "which the order of the changes does not take into account"


def with_known_keys(table):
    return not table.has_half_known_keys


class Patches(SqliteTest):
    def assert_equal_tables(self, path, right_path, tables):
        patched, right = connect(path), connect(right_path)
        for table in tables:
            terms, ours, theirs = model_of(patched, right, table.name)
            self.assertTrue(same_rows(ours, theirs), table)
        # Not always "ok": SQLite 3.40 takes a column behind a virtual one for another.
        self.assertEqual(*(sorted(side.execute("PRAGMA integrity_check")) for side in (patched, right)))
        patched.close()
        right.close()

    def patch(self, *arguments):
        result = self.diff("--format", "sql", *arguments)
        self.assertIn(result.returncode, (0, 1))
        self.assertEqual(b"BEGIN;" in result.stdout, result.returncode == 1)
        return result.stdout

    def copy_of(self, path, name):
        return shutil.copy(path, path.replace("left.db", name))

    def apply_by_python(self, path, patch):
        database = sqlite3.connect(path, isolation_level=None)
        try:
            database.executescript(patch.decode())
        finally:
            database.close()

    def apply_by_shell(self, path, patch):
        return subprocess.run(["sqlite3", "-bail", path], input=patch, capture_output=True, timeout=300)

    @in_rounds(30, 4)
    def test_a_patch_of_a_whole_database_makes_left_equal_right(self, r, folder):
        tables, paths = random_databases(r, folder, TABLES, with_known_keys)
        patch = self.patch(*paths)
        copy = self.copy_of(paths[0], "by python.db")
        self.apply_by_python(copy, patch)
        self.assert_equal_tables(copy, paths[1], tables)
        copy = self.copy_of(paths[0], "by shell.db")
        result = self.apply_by_shell(copy, patch)
        self.assertEqual((result.stdout, result.stderr, result.returncode), (b"", b"", 0))
        self.assert_equal_tables(copy, paths[1], tables)

    @in_rounds(15, 3)
    def test_a_patch_that_meets_a_half_known_key_works_or_fails_as_a_whole_and_says_why(self, r, folder):
        tables, paths = random_databases(r, folder, ["t"], lambda table: table.has_half_known_keys)
        patch = self.patch(*paths)
        copy = self.copy_of(paths[0], "patched.db")
        try:
            self.apply_by_python(copy, patch)
            self.assert_equal_tables(copy, paths[1], tables)
        except sqlite3.IntegrityError:
            self.assertIn(HALF_KNOWN, patch.decode())
            self.assert_equal_tables(copy, paths[0], tables)

    @in_rounds(15, 3)
    def test_a_patch_by_another_key_makes_left_equal_right(self, r, folder):
        tables, paths = random_databases(r, folder, ["t"], with_known_keys)
        names = [column.name for column in tables[0].columns if "," not in column.name and not column.expression]
        if not names:
            return
        key = ",".join(r.sample(names, r.randrange(1, len(names) + 1)))
        patch = self.patch("--key", key, source(paths[0], "t"), source(paths[1], "t"))
        copy = self.copy_of(paths[0], "patched.db")
        self.apply_by_python(copy, patch)
        self.assert_equal_tables(copy, paths[1], tables)

    @unittest.skipUnless(library(), "SQLite's library has no session extension")
    @in_rounds(30, 4)
    def test_a_changeset_makes_left_equal_right(self, r, folder):
        tables, paths = random_databases(r, folder, ["t"], with_known_keys)
        result = peel("diff", "--format", "changeset", source(paths[0], "t"), source(paths[1], "t"))
        if result.returncode == 2:
            return self.assert_refused_rightly(result, tables[0], paths)
        copy = self.copy_of(paths[0], "patched.db")
        code, conflicts = apply_changeset(copy, result.stdout)
        self.assertEqual((code, conflicts), (0, []))
        self.assert_equal_tables(copy, paths[1], tables)

    def has_other_unique_keys(self, table):
        return any("UNIQUE" in sql for sql in table.constraints + table.indexes)

    def assert_refused_rightly(self, result, table, paths):
        sentence = result.stderr.decode()
        if not table.key:
            self.assertIn("it has no primary key", sentence)
        elif any(column.expression for column in table.columns):
            self.assertIn("it has generated columns", sentence)
        elif "rows exchange values of a unique key" in sentence:
            self.assertTrue(self.has_other_unique_keys(table))
        else:
            self.assertIn("a row has NULL in its primary key", sentence)
            left, right = map(connect, paths)
            terms, *sides = model_of(left, right, "t")
            keys = [row[:terms.key_columns] for rows in sides for row in rows]
            self.assertTrue(any(("null", None) in key for key in keys))


if __name__ == "__main__":
    unittest.main()
