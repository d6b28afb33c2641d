#!/usr/bin/env python3
"""peel sync with a side on another machine: RIGHT becomes what it becomes here, or stays what it was.

usage: PEEL_COMMAND=path/to/peel far_sync_test.py
"""
import os
import random
import shutil
import sqlite3
import tempfile
import unittest
from pathlib import Path

from command import PEEL, FolderTest, json_lines, peel, rounds
from far_peers import Sshd, through_relay

ABOUT_THE_WAY = {"method", "error_bound"}  # these may differ where rows come from afar


def outcome(result):
    """What was said, without how it was found."""
    lines = json_lines(result)
    summary = {name: value for name, value in lines[-1]["summary"].items() if name not in ABOUT_THE_WAY}
    return lines[:-1], summary


class FarSync(FolderTest):
    def far(self, path):
        return f"ssh://host{path}"

    def sync(self, left, right, *options, how=None, expected=(0, 1)):
        result = peel("sync", "--json", *options, *(how or through_relay()), left, right)
        self.assertIn(result.returncode, expected, result.stderr)
        return result

    def check_files(self, ending, left, right, *options, how=None):
        """With either side far away, and with both: said and done as here. `left` and `right` are contents."""
        a = self.file("a" + ending, left)
        b = self.file("b" + ending, right)
        here = self.sync(a, b, "--apply", *options)
        made = (self.folder / ("b" + ending)).read_bytes()
        for sides in ((self.far(a), b), (a, self.far(b)), (self.far(a), self.far(b))):
            self.file("b" + ending, right)
            dry = self.sync(*sides, *options, how=how)
            self.assertEqual((self.folder / ("b" + ending)).read_bytes(), right)
            self.assertEqual(outcome(dry)[0], outcome(here)[0])
            done = self.sync(*sides, "--apply", *options, how=how)
            self.assertEqual(outcome(done), outcome(here))
            self.assertEqual((self.folder / ("b" + ending)).read_bytes(), made)
            self.assertEqual((done.returncode, done.stderr), (here.returncode, here.stderr))
        return made


class Files(FarSync):
    def test_of_lines(self):
        self.assertEqual(self.check_files("", b"one\ntwo\ntwo\n\xff", b"two\nthree\n\n\nthree\n"),
                         b"two\none\ntwo\n\xff\n")

    def test_of_tables_keep_what_is_not_compared(self):
        made = self.check_files(".csv", b"id,v\n1,x\n2,\"y,y\"\n", b"\xef\xbb\xbfv,id,own\r\nz,2,mine\r\nq,3,gone\r\n",
                                "--key", "id", "--columns", "v")
        self.assertEqual(made, b"\xef\xbb\xbfv,id,own\r\n\"y,y\",2,mine\r\nx,1,\r\n")

    def test_of_tables_without_a_header_yet(self):
        self.assertEqual(self.check_files(".csv", b"id,v\n1,x\n", b""), b"id,v\n1,x\n")

    def test_of_other_names_of_columns(self):
        self.assertEqual(self.check_files(".tsv", b"id\tv\n1\tx\n", b"nr\tv\n2\tx\n", "--key", "id", "--map", "id=nr"),
                         b"nr\tv\n1\tx\n")

    def test_of_json_lines(self):
        self.check_files(".jsonl", b'{"id":1,"v":[1.0]}\n{"id":2}\n', b'{"v":[1],"id":1}\n{"id":2,"v":3}\n{"id":3}\n',
                         "--key", "id")

    def test_of_random_tables(self):
        chance = random.Random(11)
        for _ in range(rounds(8, 2)):
            rows = [[f"{i},{chance.randrange(5)}" for i in range(chance.randrange(300))] for _ in range(2)]
            if chance.randrange(2):
                rows[1] = [row if chance.randrange(20) else row + "!" for row in rows[0]] + rows[1][:3]
            chance.shuffle(rows[1])
            self.check_files(".csv", *(("id,v\n" + "".join(row + "\n" for row in part)).encode() for part in rows),
                             *chance.choice([[], ["--key", "id"]]))

    def test_of_many_changes_which_take_several_messages(self):
        left = b"".join(b"%d,%s\n" % (i, b"x" * 40) for i in range(6000))
        right = b"".join(b"%d,%s\n" % (i, b"y" * 40) for i in range(6000))
        self.assertEqual(self.check_files(".csv", b"id,v\n" + left, b"id,v\n" + right, "--key", "id"), b"id,v\n" + left)

    def test_stops_where_too_much_would_go(self):
        a, b = self.file("a", b"1\n"), self.file("b", b"1\n2\n3\n")
        result = self.sync(a, self.far(b), "--apply", "--max-delete", "1", expected=(1,))
        self.assertTrue(outcome(result)[1]["stopped_by_max_delete"])
        self.assertEqual((self.folder / "b").read_bytes(), b"1\n2\n3\n")

    def test_notes_hard_links_there(self):
        a, b = self.file("a", b"1\n"), self.file("b", b"2\n")
        os.link(b, self.folder / "c")
        result = self.sync(a, self.far(b), "--apply")
        self.assertEqual(result.stderr.decode(), f"note: {b} has other names (hard links), which keep the old content\n")
        self.assertEqual((self.folder / "c").read_bytes(), b"2\n")


class Databases(FarSync):
    def database(self, name, rows, schema="CREATE TABLE t(id INTEGER PRIMARY KEY, v, b BLOB)"):
        path = self.folder / name
        path.unlink(missing_ok=True)
        with sqlite3.connect(path) as database:
            database.execute(schema)
            database.executemany("INSERT INTO t VALUES(?, ?, ?)", rows)
        database.close()
        return f"sqlite:{path}?table=t"

    def rows(self, name):
        database = sqlite3.connect(self.folder / name)
        found = database.execute("SELECT * FROM t ORDER BY 1").fetchall()
        database.close()
        return found

    LEFT = [(1, "x", b"\0"), (2, 1.5, None), (3, None, b"")]
    RIGHT = [(1, "x", b"\1"), (2, 1.5, None), (4, 7, b"")]

    def test_of_tables(self):
        a = self.database("a.db", self.LEFT)
        for sides in ((0, 1), (1, 0), (1, 1)):
            b = self.database("b.db", self.RIGHT)
            left, right = (f"ssh://host/{side}" if is_far else side for side, is_far in zip((a, b), sides))
            self.assertEqual(self.sync(left, right).returncode, 1)
            self.assertEqual(self.rows("b.db"), self.RIGHT)
            done = self.sync(left, right, "--apply")
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertEqual(self.rows("b.db"), self.LEFT)
            self.assertTrue(outcome(done)[1]["proved"])

    def test_from_a_file(self):
        a = self.file("a.csv", b"id,v,b\n1,x,\n2,,\n")
        b = self.database("b.db", [(1, "x", None), (3, "z", None)],
                          "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT, b TEXT)")
        self.assertEqual(self.sync(a, f"ssh://host/{b}", "--apply").returncode, 0)
        self.assertEqual(self.rows("b.db"), [(1, "x", None), (2, None, None)])

    def test_says_what_a_column_does_to_values_before_anything_is_written(self):
        a = self.database("a.db", [(1, 5, None)])
        b = self.database("b.db", [(1, "x", None)], "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT, b)")
        here = peel("sync", a, b)
        there = peel("sync", *through_relay(), a, f"ssh://host/{b}")
        self.assertEqual((there.stdout, there.stderr), (here.stdout, here.stderr))

    def test_refuses_views_and_conditions(self):
        a = self.database("a.db", self.LEFT)
        b = self.database("b.db", self.RIGHT)
        with sqlite3.connect(self.folder / "b.db") as database:
            database.execute("CREATE VIEW w AS SELECT * FROM t")
        database.close()
        result = peel("sync", *through_relay(), "--key", "id", "--apply", a, f"ssh://host/{b.replace('=t', '=w')}")
        self.assertEqual(result.returncode, 2)
        self.assertIn("w is a view, which cannot be changed row by row", result.stderr.decode())
        result = peel("sync", *through_relay(), "--where", "id > 1", f"ssh://host/{a}", b)
        self.assertEqual(result.returncode, 2)
        self.assertIn("a condition in SQL is for two tables that are both here", result.stderr.decode())


class Refusals(FarSync):
    def served(self, *words):
        """--rsh for a peel that answers as these words say, whatever is asked for."""
        script = self.folder / "served"
        script.write_text("#!/bin/sh\nexec " + " ".join(f'"{word}"' for word in (PEEL, "serve", "--stdio", *words)) + "\n")
        script.chmod(0o755)
        return ["--rsh", f"{shutil.which('env')} -S {script}"]

    def test_without_leave_to_write_only_the_plan_is_known(self):
        a, b = self.file("a", b"1\n"), self.file("b", b"2\n")
        how = self.served()
        dry = self.sync(a, self.far(b), how=how, expected=(1,))
        self.assertEqual(len(outcome(dry)[0]), 2)
        self.assertEqual(dry.stderr.decode(), "note: --apply would be refused: host: nothing is written here: peel serve "
                                              "was started without --allow-write\n")
        result = peel("sync", "--apply", *how, a, self.far(b))
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.decode(), "peel: host: nothing is written here: peel serve was started without "
                                                 "--allow-write\n")
        self.assertEqual((self.folder / "b").read_bytes(), b"2\n")

    def test_nothing_outside_the_root_is_written(self):
        root = self.folder / "root"
        root.mkdir()
        outside = Path(self.file("b", b"2\n"))
        (root / "link").symlink_to("../b")
        (root / "b").write_bytes(b"2\n")
        a, how = self.file("a", b"1\n"), self.served("--allow-write", "--root", str(root))
        for name in ("link", "../b"):
            self.sync(a, f"ssh://host/{name}", "--apply", how=how, expected=(2,))
            self.assertEqual(outside.read_bytes(), b"2\n")
        self.sync(a, "ssh://host/b", "--apply", how=how, expected=(0,))
        self.assertEqual((root / "b").read_bytes(), b"1\n")


class OverSsh(FarSync):
    def test_a_file_becomes_what_it_becomes_here(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        sshd = Sshd(folder.name)
        self.addCleanup(sshd.stop)
        self.check_files(".csv", b"id,v\n1,x\n2,y\n", b"id,v\n2,z\n3,x\n", "--key", "id",
                         how=["--rsh", sshd.rsh, "--remote-peel", PEEL])


if __name__ == "__main__":
    unittest.main()
