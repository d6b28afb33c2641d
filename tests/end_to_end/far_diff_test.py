#!/usr/bin/env python3
"""peel diff of sources on other machines: the same answers as here, whatever the way between does.

usage: PEEL_COMMAND=path/to/peel far_diff_test.py
"""
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from command import PEEL, FolderTest, json_lines, peel, rounds
from far_peers import Sshd, through_relay


def changes(result):
    """What was found, without how."""
    return [line for line in json_lines(result) if "summary" not in line]


class FarTest(FolderTest):
    def far(self, path):
        return f"ssh://host{path}"

    def compare(self, left, right, *options, how=(), **run):
        """With either side far away, and with both: each time what is found here."""
        here = peel("diff", "--json", *options, left, right)
        self.assertIn(here.returncode, (0, 1), here.stderr)
        for sides in ((self.far(left), right), (left, self.far(right)), (self.far(left), self.far(right))):
            there = peel("diff", "--json", *options, *(how or through_relay()), *sides, **run)
            self.assertEqual((there.returncode, there.stderr.decode()), (here.returncode, here.stderr.decode()))
            self.assertEqual(changes(there), changes(here))
        return changes(here)


class Answers(FarTest):
    def test_of_lines_with_duplicates(self):
        a, b = self.file("a", b"one\ntwo\ntwo\n\xff\n"), self.file("b", b"two\nthree\n\n")
        self.assertEqual(len(self.compare(a, b)), 5)

    def test_of_tables(self):
        a = self.file("a.csv", b"id,name,v\n1,x,1.0\n2,y,2.0\n3,z,3.0\n")
        b = self.file("b.tsv", b"v\tid\tname\n1.05\t1\tx\n2.0\t2\tY\n4.0\t4\tw\n")
        self.assertEqual([line["op"] for line in self.compare(a, b, "--key", "id", "--tolerance", "v=0.1")],
                         ["changed", "removed", "added"])
        self.compare(a, b, "--key", "id", "--columns", "name")
        self.compare(a, b, "--ignore", "v")
        self.compare(self.file("c.csv", b"1;x\n"), self.file("d.csv", b"1;y\n"), "--no-header", "--delimiter", ";",
                     "--key", "1")

    def test_of_json_lines(self):
        a = self.file("a.jsonl", b'{"u":{"id":1},"p":1.50}\n{"u":{"id":2}}\n')
        b = self.file("b.jsonl", b'{"p":1.5,"u":{"id":1}}\n{"u":{"id":3}}\n')
        self.assertEqual(len(self.compare(a, b, "--key", "u.id")), 2)

    def database(self, name, rows):
        path = self.folder / name
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v, b BLOB)")
            database.executemany("INSERT INTO t VALUES(?, ?, ?)", rows)
        database.close()
        return f"sqlite:{path}?table=t"

    def test_of_tables_of_databases(self):
        a = self.database("a.db", [(1, "x", b"\0"), (2, 1.5, None), (3, None, b"")])
        b = self.database("b.db", [(1, "x", b"\1"), (2, 1.5, None), (4, 7, b"")])
        here = peel("diff", "--json", a, b)
        there = peel("diff", "--json", *through_relay(), f"ssh://host/{a}", f"ssh://other/{b}")
        self.assertEqual((there.returncode, changes(there)), (1, changes(here)))
        where = peel("diff", "--json", "--where", "id > 2", *through_relay(), a, f"ssh://host/{b}")
        self.assertEqual([line["key"] for line in changes(where)], [{"id": 3}, {"id": 4}])

    def test_of_random_tables(self):
        chance = random.Random(7)
        for number in range(rounds(12, 4)):
            rows = [[f"{i},{chance.randrange(5)}" for i in range(chance.randrange(400))] for _ in range(2)]
            if number % 3:  # else they have next to nothing in common
                rows[1] = [row if chance.randrange(30) else row + "!" for row in rows[0]] + rows[1][:3]
            chance.shuffle(rows[1])
            files = [self.file(f"{name}.csv", ("id,v\n" + "".join(row + "\n" for row in part)).encode())
                     for name, part in zip("ab", rows)]
            self.compare(*files, *chance.choice([[], ["--key", "id"]]))

    def test_where_nothing_differs(self):
        lines = b"".join(b"%d\n" % i for i in range(20_000))
        a, b = self.file("a", lines), self.file("b", b"".join(sorted(lines.splitlines(True))))
        self.assertEqual(self.compare(a, b), [])
        summary = json_lines(peel("diff", "--json", *through_relay(), a, self.far(b)))[-1]["summary"]
        self.assertLessEqual(summary["bytes_sent"] + summary["bytes_received"], 16_000)
        self.assertEqual(summary["round_trips"], 2)

    def test_cost_as_much_as_differs(self):
        rows = [f"{i},{i * 7 % 1000:070}" for i in range(100_000)]
        other = [row if i % 333 else row + "x" for i, row in enumerate(rows)]
        random.Random(1).shuffle(other)
        files = [self.file(f"{name}.csv", ("id,v\n" + "\n".join(part) + "\n").encode())
                 for name, part in (("a", rows), ("b", other))]
        log = self.folder / "log"
        result = peel("diff", "--json", "--key", "id", *through_relay("--log", str(log)), files[0], self.far(files[1]))
        *found, last = json_lines(result)
        self.assertEqual(len(found), 301)
        of_rows = sum(len(row) for i, row in enumerate(other) if row.endswith("x"))
        there, back = map(int, log.read_text().split()[:2])
        self.assertLessEqual(there + back - of_rows, 40_000)
        bye = 49  # is sent when all has been said
        self.assertEqual((last["summary"]["bytes_sent"] + bye, last["summary"]["bytes_received"]), (there, back))
        self.assertEqual(last["summary"]["method"], "sketch")
        self.assertEqual(last["summary"]["round_trips"], 3)

    def test_of_a_large_share_take_all_rows(self):
        a = self.file("a", b"".join(b"a%d\n" % i for i in range(5000)))
        b = self.file("b", b"".join(b"b%d\n" % i for i in range(5000)))
        self.assertEqual(len(self.compare(a, b)), 10_000)


class Trouble(FarTest):
    def assert_trouble_there(self, result, sentence):
        self.assertEqual((result.stdout, result.returncode), (b"", 2), result.stderr)
        self.assertEqual(result.stderr.decode().splitlines()[-1], f"peel: {sentence}")

    def test_is_named_as_here(self):
        a = self.file("a.csv", b"id,v\n1,2\n")
        self.assert_trouble_there(peel("diff", *through_relay(), a, "ssh://host/none.csv"),
                                  "host: cannot read /none.csv: No such file or directory; accepted is a file of "
                                  "lines, CSV or TSV, or - for standard input")
        b = self.file("b.csv", b'id,v\n1,"2\n')
        result = peel("diff", "--key", "id", *through_relay(), a, self.far(b))
        self.assert_trouble_there(result, result.stderr.decode().splitlines()[-1].removeprefix("peel: "))
        self.assertIn(f"host: {b}, line 2", result.stderr.decode())

    def test_of_names(self):
        for name, why in (("ssh://host", "no slash follows the host"), ("ssh:///a.csv", "there is no host"),
                          ("ssh://-oX=y/a.csv", "a host begins with -"), ("-x:a", None),
                          ("ssh://a b/c", "the host has a blank in it"),
                          ("ssh://host:0/a", "the port is 0, and no number from 1 to 65535"),
                          ("ssh://host:99999/a", "the port is 99999, and no number from 1 to 65535"),
                          ("ssh://anna@-h/a", "a host begins with -")):
            result = peel("diff", *through_relay(), "--", self.file("a", b""), name)
            self.assertEqual(result.returncode, 2)
            if why:
                self.assert_trouble_there(result, f"{name}: {why}; accepted is ssh://[USER@]HOST[:PORT]/SOURCE, or "
                                                  "HOST:PATH")

    def test_where_the_line_is_cut(self):
        a = self.file("a", b"".join(b"%d\n" % i for i in range(3000)))
        b = self.file("b", b"".join(b"%d\n" % i for i in range(40, 3040)))
        whole = json_lines(peel("diff", "--json", *through_relay(), a, self.far(b)))[-1]["summary"]["bytes_received"]
        chance = random.Random(3)
        for _ in range(rounds(25, 8)):
            cut = chance.randrange(whole)
            result = peel("diff", *through_relay("--cut", str(cut)), a, self.far(b))
            self.assertEqual((result.returncode, result.stdout), (2, b""), cut)
            self.assertRegex(result.stderr.decode(), r"peel: host (has closed the connection|stopped in the middle of a message)")

    def test_where_nothing_comes_any_more(self):
        a, b = self.file("a", b"x\n" * 9000), self.file("b", b"y\n")
        result = peel("diff", "--timeout", "2s", *through_relay("--stall", "300"), b, self.far(a))
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertIn("longer than", result.stderr.decode())

    def test_where_peel_is_not_there(self):
        a = self.file("a", b"x\n")
        result = peel("diff", "--rsh", f"{shutil.which('env')} -S sh -c true", a, "host:a")
        self.assert_trouble_there(result, "host has closed the connection")
        result = peel("diff", "--rsh", "echo Welcome", a, "host:a")
        self.assert_trouble_there(result, 'host answers with "Welcome host peel serve --stdio", which is no message '
                                          "of peel: is peel there, and does the shell print nothing when it starts?")
        result = peel("diff", "--rsh", str(self.folder / "none"), a, "host:a")
        self.assert_trouble_there(result, f"cannot start {self.folder}/none: No such file or directory")

    def test_of_what_is_not_compared_far_away(self):
        a = self.file("a", b"x\n")
        self.assert_trouble_there(peel("diff", *through_relay(), a, self.far(self.folder)),
                                  f"host: {self.folder} is a folder, which is not read as rows")
        self.assert_trouble_there(peel("sketch", "ssh://host/a.csv"), "ssh://host/a.csv is on another machine, where "
                                                                      "only a comparison reads it")


class Serve(FarTest):
    def test_stays_below_its_root(self):
        root = self.folder / "root"
        root.mkdir()
        (root / "a.csv").write_text("id\n1\n")
        (self.folder / "secret.csv").write_text("id\n2\n")
        (root / "link.csv").symlink_to("../secret.csv")
        served = self.folder / "served"
        served.write_text(f'#!/bin/sh\nexec "{PEEL}" serve --stdio --root "{root}"\n')
        served.chmod(0o755)
        how = ["--rsh", f"{shutil.which('env')} -S {served}"]
        local = self.file("b.csv", b"id\n1\n")
        self.assertEqual(peel("diff", *how, "ssh://host/a.csv", local).returncode, 0)
        for path in ("/../secret.csv", "/link.csv"):
            result = peel("diff", *how, f"ssh://host/{path}", local)
            self.assertEqual(result.returncode, 2)
            self.assertIn("leads out of the folder that is served; accepted are paths below it", result.stderr.decode())
        result = peel("diff", *how, f"ssh://host/sqlite:{self.folder}/x.db?table=t", local)
        self.assertEqual(result.returncode, 2)

    def test_of_one_source(self):
        a, b = self.file("a.csv", b"id\n1\n"), self.file("b.csv", b"id\n1\n")
        served = self.folder / "served"
        served.write_text(f'#!/bin/sh\nexec "{PEEL}" serve --stdio "{a}"\n')
        served.chmod(0o755)
        how = ["--rsh", f"{shutil.which('env')} -S {served}"]
        self.assertEqual(peel("diff", *how, "ssh://host/", b).returncode, 0)
        self.assertIn(b"here is one source only", peel("diff", *how, "ssh://host/etc/passwd", b).stderr)

    def test_ends_with_what_is_no_message(self):
        for bytes_in in (b"", b"hello\n", b"\x8eP", b"\x8ePEEL" + b"\0" * 60, os.urandom(4096)):
            result = peel("serve", "--stdio", input=bytes_in)
            self.assertEqual(result.returncode, 0 if not bytes_in else 2)
            self.assertEqual(result.stderr, b"")

    def test_needs_its_option(self):
        self.assert_trouble(peel("serve"), "peel serve needs --stdio: it speaks to the program that started it, and to "
                                           "no network\n")


class OverSsh(FarTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.sshd = Sshd(folder.name)
        self.addCleanup(self.sshd.stop)

    def how(self):
        return ["--rsh", self.sshd.rsh, "--remote-peel", PEEL]

    def test_the_answers_are_those_of_here(self):
        a = self.file("a.csv", b"id,v\n" + b"".join(b"%d,x\n" % i for i in range(3000)))
        b = self.file("b.csv", b"id,v\n" + b"".join(b"%d,%s\n" % (i, b"y" if i % 100 == 0 else b"x")
                                                    for i in reversed(range(20, 3010))))
        found = self.compare(a, b, "--key", "id", how=self.how())
        self.assertEqual(len(found), 20 + 10 + 29)

    def test_a_key_that_is_not_known_is_refused_by_ssh(self):
        config = self.sshd.folder / "ssh_config"
        config.write_text(config.read_text().replace("user_key", "other_key"))
        result = peel("diff", *self.how(), self.file("a", b"x\n"), "host:a")
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertIn("Permission denied", result.stderr.decode())
        self.assertTrue(result.stderr.decode().endswith("peel: host has closed the connection\n"))


class OverSshWithAForcedCommand(FarTest):
    def test_only_what_it_serves_is_read(self):
        root = self.folder / "data"
        root.mkdir()
        (root / "a.csv").write_text("id\n1\n")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        sshd = Sshd(folder.name, forced_command=f"{PEEL} serve --stdio --root {root}")
        self.addCleanup(sshd.stop)
        local = self.file("b.csv", b"id\n2\n")
        how = ["--rsh", sshd.rsh]
        self.assertEqual(len(changes(peel("diff", "--json", *how, "ssh://host/a.csv", local))), 2)
        result = peel("diff", *how, f"ssh://host/{local}", local)
        self.assertEqual(result.returncode, 2)


if __name__ == "__main__":
    unittest.main()
