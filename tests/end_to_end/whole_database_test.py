#!/usr/bin/env python3
"""peel diff of whole databases: every table gets its verdict, in time that grows with their number.

usage: PEEL_COMMAND=path/to/peel whole_database_test.py
"""
import resource
import sqlite3
import unittest

from command import json_lines, peel
from databases import DatabaseTest, contents, table


def has_module(name, arguments):
    with sqlite3.connect(":memory:") as database:
        try:
            database.execute(f"CREATE VIRTUAL TABLE made USING {name}({arguments})")
        except sqlite3.OperationalError:
            return False
    return True


def diff(*arguments, **options):
    return peel("diff", *map(str, arguments), **options)


class ManyTables(DatabaseTest):
    def seconds(self, tables):
        """Of the processor, in the program itself, for comparing two databases of so many tables."""
        make = [f"CREATE TABLE t{i}(id INTEGER PRIMARY KEY, v)" for i in range(tables)]
        pair = self.database("a.db", *make), self.database("b.db", *make)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        self.assertEqual(diff("--quiet", *pair).returncode, 0)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    def test_take_time_that_grows_with_their_number(self):
        # Six times the tables; a search through all of them for each would take 36 times as long.
        self.assertLess(self.seconds(1_200), 15 * self.seconds(200))


@unittest.skipUnless(has_module("fts5", "x") and has_module("fts4", "x") and has_module("rtree", "a, b, c"),
                     "this SQLite has no full-text search")
class VirtualTables(DatabaseTest):
    TEXT = "CREATE VIRTUAL TABLE f USING fts5(x, y UNINDEXED)"
    PLACES = "CREATE VIRTUAL TABLE r USING rtree(id, low, high)"
    BARE = "CREATE VIRTUAL TABLE c USING fts5(x, content='')"
    ELSEWHERE = ("CREATE TABLE base(id INTEGER PRIMARY KEY, t)", "INSERT INTO base VALUES(1, 'some words')",
                 "CREATE VIRTUAL TABLE e USING FTS5(t, Content=\"base\", content_rowid=id)")
    KEPT = ("CREATE TRIGGER added AFTER INSERT ON base BEGIN INSERT INTO e(rowid, t) VALUES(new.id, new.t); END",
            "CREATE TRIGGER gone AFTER DELETE ON base BEGIN INSERT INTO e(e, rowid, t) VALUES('delete', old.id, old.t); END")

    def pair(self, left, right=()):
        return self.database("a.db", *left), self.database("b.db", *left, *right)

    def test_are_compared_row_by_row(self):
        a, b = self.pair([self.TEXT, self.PLACES, "INSERT INTO f VALUES('one', 1)", "INSERT INTO r VALUES(1, 0, 1)"],
                         ["UPDATE f SET x = 'two'", "INSERT INTO r VALUES(2, 3, 4)"])
        result = diff(a, b)
        self.assertEqual(result.stdout.decode(), "table f:\n~ rowid=1: x one -> two\n"
                                                 "table f: 0 removed, 0 added, 1 changed\n"
                                                 "table r:\n+ 2,3.0,4.0\ntable r: 0 removed, 1 added, 0 changed\n")
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        self.assertEqual(diff(a, a).returncode, 0)

    def test_that_differ_in_rowids_alone_differ(self):
        a, b = self.pair([self.TEXT, "INSERT INTO f(rowid, x) VALUES(1, 'one')"], ["UPDATE f SET rowid = 7"])
        self.assertEqual(diff("--quiet", a, b).returncode, 1)

    def test_without_their_text_are_compared_term_by_term(self):
        a, b = self.pair([self.BARE, "INSERT INTO c(rowid, x) VALUES(1, 'some words')"],
                         ["INSERT INTO c(rowid, x) VALUES(2, 'words')"])
        result = diff(a, b)
        self.assertEqual(result.stdout.decode(), "table c:\n+ words,2,x,0\ntable c: 0 removed, 1 added, 0 changed\n")
        self.assertEqual((result.returncode, result.stderr), (1, b""))

    def test_with_text_elsewhere_show_an_index_that_is_out_of_date(self):
        a, b = self.pair(self.ELSEWHERE, ["INSERT INTO e(e) VALUES('rebuild')"])
        summary = json_lines(diff("--json", a, b))[-1]["summary"]
        self.assertEqual([(it["table"], it["added"]) for it in summary["tables"]], [("base", 0), ("e", 2)])

    def test_whose_text_lies_in_a_table_named_like_a_shadow_do_not_hide_it(self):
        a, b = self.pair(["CREATE TABLE e_content(id INTEGER PRIMARY KEY, t)",
                          "CREATE VIRTUAL TABLE e USING fts5(t, content=e_content, content_rowid=id)"],
                         ["INSERT INTO e_content VALUES(1, 'x')"])
        self.assertIn("table e_content: 0 removed, 1 added, 0 changed\n", diff(a, b).stdout.decode())

    def test_that_cannot_be_read_whole_are_named_and_make_it_incomplete(self):
        for make in ("CREATE VIRTUAL TABLE g USING fts4(x, content='')", "CREATE VIRTUAL TABLE g USING fts4(x, languageid=l)"):
            with self.subTest(make):
                a, b = self.pair([make, "CREATE TABLE t(x)", "INSERT INTO t VALUES(1)"])
                result = diff("--json", a, b)
                summary = json_lines(result)[-1]["summary"]
                self.assertFalse(summary["complete"])
                self.assertEqual([(it["table"], it["complete"]) for it in summary["tables"]], [("g", False), ("t", True)])
                self.assert_one_sentence(result)
                self.assertIn("peel: table g: ", result.stderr.decode())
                self.assertEqual(peel("sync", str(a), str(b)).returncode, 2)
                self.assertIn(b"Incomplete.", diff("--format", "html", a, b).stdout)

    def test_without_their_module_are_named_and_make_it_incomplete(self):
        paths = self.pair(["CREATE TABLE t(x)", self.TEXT])
        for path in paths:
            database = self.connect(path)
            database.execute("PRAGMA writable_schema = ON")
            database.execute("UPDATE sqlite_schema SET sql = replace(sql, 'fts5', 'nobody') WHERE name = 'f'")
            database.close()
        result = diff(*paths)
        self.assert_one_sentence(result)
        self.assertIn("peel: table f: ", result.stderr.decode())
        self.assertIn("no such module: nobody", result.stderr.decode())
        self.assertIn("table t: same, 0 rows\n", result.stdout.decode())

    def test_are_made_equal_through_themselves(self):
        a, b = self.pair([self.TEXT, self.PLACES, "INSERT INTO f VALUES('one', 1), ('two', NULL)",
                          "INSERT INTO r VALUES(1, 0, 1)"],
                         ["UPDATE f SET x = 2.5 WHERE rowid = 1", "DELETE FROM f WHERE rowid = 2",
                          "INSERT INTO f(rowid, x) VALUES(9, 'nine')", "UPDATE r SET high = 5", "INSERT INTO r VALUES(2, 3, 4)"])
        result = peel("sync", "--apply", str(a), str(b))
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertIn(b"proved equal", result.stdout)
        for path in (a, b):
            other = self.connect(path)
            self.assertEqual(other.execute("SELECT rowid, * FROM f ORDER BY 1").fetchall(), [(1, "one", 1), (2, "two", None)])
            self.assertEqual(other.execute("SELECT rowid FROM f('two')").fetchall(), [(2,)])
            self.assertEqual(other.execute("SELECT * FROM r").fetchall(), [(1, 0, 1)])

    def test_are_in_a_patch_and_in_no_changeset(self):
        a, b = self.pair([self.TEXT, "INSERT INTO f VALUES('one', 1)"], ["UPDATE f SET x = 'two'"])
        patch = diff("--format", "sql", a, b)
        self.assertEqual((patch.returncode, patch.stderr), (1, b""))
        self.connect(a).executescript(patch.stdout.decode())
        self.assertEqual(diff("--quiet", a, b).returncode, 0)
        self.connect(a).execute("DELETE FROM f")
        self.assert_trouble(diff("--format", "changeset", a, b), "no changeset can be made for table 'f': it is a virtual "
                                                                 "table; a patch in SQL can change it: --format sql writes one\n")

    def test_that_follow_others_are_left_to_triggers_and_proved(self):
        a, b = self.pair([*self.ELSEWHERE, *self.KEPT, "INSERT INTO e(e) VALUES('rebuild')"],
                         ["INSERT INTO base VALUES(2, 'others')"])
        result = peel("sync", "--apply", str(a), str(b))
        self.assertEqual(result.returncode, 0, result)
        self.assertIn(b"proved equal", result.stdout)
        self.assertIn("note: table e differs and is not written: ", result.stderr.decode())
        self.assertEqual(self.connect(b).execute("SELECT rowid FROM e('others')").fetchall(), [])

    def test_that_follow_others_and_are_out_of_date_are_not_called_equal(self):
        a, b = self.pair(self.ELSEWHERE, ["INSERT INTO e(e) VALUES('rebuild')"])
        before = contents(b)
        for arguments in (["--apply"], []):
            self.assert_trouble(peel("sync", *arguments, str(a), str(b)), "table e differs and cannot be written: it has no rows "
                                "of its own; INSERT INTO t(t) VALUES('rebuild') makes a full-text index t anew from its text\n")
        self.assertEqual(contents(b), before)


class Names(DatabaseTest):
    def test_of_tables_and_columns_are_the_same_in_any_case(self):
        a = self.database("a.db", "CREATE TABLE Person(Id INTEGER PRIMARY KEY, Name, v)", "INSERT INTO Person VALUES(1, 'x', 0)")
        b = self.database("b.db", "CREATE TABLE PERSON(id INTEGER PRIMARY KEY, NAME, v)", "INSERT INTO PERSON VALUES(1, 'y', 0)",
                          "INSERT INTO PERSON VALUES(2, 'z', 0)")
        result = diff(a, b)
        self.assertEqual(result.stdout.decode(), "table Person:\n~ Id=1: Name x -> y\n+ 2,z,0\n"
                                                 "table Person: 0 removed, 1 added, 1 changed\n")
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        self.assertEqual(diff(table(a, "pERSON"), table(b, "person")).stdout.decode(), "~ Id=1: Name x -> y\n+ 2,z,0\n")
        self.assertEqual(peel("sync", "--apply", "--quiet", str(a), str(b)).returncode, 0)
        self.assertEqual(contents(b)["PERSON"], [(1, "x", 0)])
        self.assertEqual(diff("--quiet", a, b).returncode, 0)

    def test_of_other_letters_differ_by_case(self):
        a, b = self.database("a.db", "CREATE TABLE t(\u00e4)"), self.database("b.db", "CREATE TABLE t(\u00c4)")
        self.assertEqual(diff("--quiet", a, b).returncode, 2)

    def test_of_columns_that_one_side_lacks_are_said_with_advice_that_works(self):
        for more in (["y", ""], ["", "y"]):
            a, b = (self.database(name, f"CREATE TABLE t(id INTEGER PRIMARY KEY, x{', ' + column if column else ''})")
                    for name, column in zip(("a.db", "b.db"), more))
            with self.subTest(more):
                result = diff(a, b)
                self.assert_one_sentence(result)
                self.assertIn("; leave it out with --ignore, or compare this table alone, as sqlite:FILE?table=NAME on both "
                              "sides, with --map or --columns\n", result.stderr.decode())
                self.assertEqual(diff("--ignore", "y", a, b).returncode, 0)
                self.assertEqual(diff("--columns", "x", table(a), table(b)).returncode, 0)


class Schemas(DatabaseTest):
    MAKE = ("CREATE TABLE t(x)", "CREATE VIEW v AS SELECT x FROM t", "CREATE INDEX i ON t(x)",
            "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END")
    OTHER = ("CREATE TABLE t(x)", "CREATE VIEW v AS SELECT x + 1 FROM t", "CREATE UNIQUE INDEX i ON t(x)", "CREATE VIEW w AS SELECT 1")

    def test_that_differ_in_views_triggers_or_indexes_are_told(self):
        a, b = self.database("a.db", *self.MAKE), self.database("b.db", *self.OTHER)
        result = diff(a, b)
        self.assertEqual(result.stdout.decode(), "table t: same, 0 rows\nindex i: defined in two ways\n"
                                                 "trigger g: only in LEFT\nview v: defined in two ways\nview w: only in RIGHT\n")
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        self.assertEqual(diff("--quiet", a, b).returncode, 1)
        summary = json_lines(diff("--json", a, b))[-1]["summary"]
        self.assertEqual(summary["complete"], True)
        self.assertEqual(summary["schema_differences"],
                         [{"type": "index", "name": "i", "left": self.MAKE[2], "right": self.OTHER[2]},
                          {"type": "trigger", "name": "g", "left": self.MAKE[3], "right": None},
                          {"type": "view", "name": "v", "left": self.MAKE[1], "right": self.OTHER[1]},
                          {"type": "view", "name": "w", "left": None, "right": self.OTHER[3]}])
        page = diff("--format", "html", a, b).stdout.decode()
        self.assertIn("trigger g", page)
        self.assertNotIn("Nothing differs", page)
        self.assertIn("no rows differ, but the schemas do; 0 rows on each side", diff("--color", "always", a, b).stdout.decode())

    def test_that_are_laid_out_otherwise_are_the_same(self):
        a = self.database("a.db", *self.MAKE)
        b = self.database("b.db", "CREATE TABLE T(X)", "create view V as -- all\n  select X\tFROM T", "CREATE INDEX I ON T ( X )",
                          "CREATE TRIGGER G AFTER INSERT ON t BEGIN SELECT 1 ; END")
        self.assertEqual((diff(a, b).returncode, diff(a, b).stdout), (0, b"table t: same, 0 rows\n"))

    def test_of_a_table_that_one_side_lacks_are_told_with_it(self):
        a, b = self.database("a.db", "CREATE TABLE t(x)"), self.database("b.db", "CREATE TABLE t(x)", "CREATE TABLE u(x)",
                                                                         "CREATE INDEX i ON u(x)")
        self.assertEqual(diff(a, b).stdout.decode(), "table t: same, 0 rows\ntable u: only in RIGHT, 0 rows\n")

    def test_stay_as_they_are_which_a_sync_and_a_patch_say(self):
        a, b = self.database("a.db", *self.MAKE), self.database("b.db", *self.OTHER)
        note = ("note: index i: defined in two ways; trigger g: only in LEFT; view v: defined in two ways; view w: only in RIGHT; "
                "rows alone are changed\n")
        result = peel("sync", "--apply", str(a), str(b))
        self.assertEqual((result.returncode, result.stderr.decode()), (0, note))
        result = diff("--format", "sql", a, b)
        self.assertEqual((result.returncode, result.stderr.decode()), (1, note))


class DamagedTables(DatabaseTest):
    def damaged(self, name):
        """A database whose table bad cannot be read, between two others that can."""
        path = self.database(name, "CREATE TABLE alpha(x)", "CREATE TABLE bad(x)", "CREATE TABLE zeta(x)", "INSERT INTO alpha VALUES(1)",
                             "INSERT INTO bad VALUES(1)", "INSERT INTO zeta VALUES(1)")
        root, = self.connect(path).execute("SELECT rootpage FROM sqlite_schema WHERE name = 'bad'").fetchone()
        with open(path, "r+b") as file:
            file.seek(4096 * (root - 1))
            file.write(b"\xff" * 4096)
        return path

    def test_are_named_and_the_others_are_compared(self):
        a, b = self.damaged("a.db"), self.damaged("b.db")
        self.connect(b).execute("UPDATE zeta SET x = 2")
        result = diff(a, b)
        self.assertEqual(result.stdout.decode(), "table alpha: same, 1 row\ntable bad: not compared\n"
                                                 "table zeta:\n- 1\n+ 2\ntable zeta: 1 removed, 1 added, 0 changed\n")
        self.assertRegex(result.stderr.decode(), f"\\Apeel: table bad: {a} is damaged: [^\n]*\n\\Z")
        self.assertEqual(result.returncode, 2)
        summary = json_lines(diff("--json", a, b))[-1]["summary"]
        self.assertEqual((summary["complete"], summary["added"]), (False, 1))
        self.assertEqual([it["table"] for it in summary["tables"]], ["alpha", "bad", "zeta"])
        page = diff("--format", "html", a, b).stdout
        self.assertIn(b"Incomplete.", page)
        self.assertIn(b"not compared: ", page)

    def test_that_only_one_side_has_are_named(self):
        a, b = self.damaged("a.db"), self.database("b.db", "CREATE TABLE alpha(x)", "INSERT INTO alpha VALUES(1)",
                                                   "CREATE TABLE zeta(x)", "INSERT INTO zeta VALUES(1)")
        result = diff(a, b)
        self.assertIn("table bad: not compared\ntable zeta: same", result.stdout.decode())
        self.assert_one_sentence(result)

    def test_keep_a_sync_from_changing_anything(self):
        a, b = self.damaged("a.db"), self.damaged("b.db")
        self.connect(b).execute("UPDATE zeta SET x = 2")
        before = b.read_bytes()
        result = peel("sync", "--apply", "--quiet", str(a), str(b))
        self.assert_one_sentence(result)
        self.assertIn("peel: table bad: ", result.stderr.decode())
        self.assertEqual(b.read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
