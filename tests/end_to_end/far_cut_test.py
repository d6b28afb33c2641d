#!/usr/bin/env python3
"""A sync with another machine that is cut off at any moment leaves RIGHT old or new, and never between.

usage: PEEL_COMMAND=path/to/peel far_cut_test.py
"""
import random
import sqlite3
import unittest

from command import FolderTest, peel, rounds
from far_peers import through_relay


class CutOff(FolderTest):
    def sync(self, left, right, *relay):
        result = peel("sync", "--quiet", "--apply", *through_relay(*relay), left, right)
        self.assertEqual((result.returncode, result.stderr), (0, b""))

    def check_cut(self, make, read, left, right, old, new):
        """Cut and killed at random moments, RIGHT is old or new; the next sync makes it new."""
        make()
        log = self.folder / "log"
        self.sync(left, right, "--log", str(log))
        self.assertEqual(read(), new)
        whole = int(log.read_text().split()[1])
        chance, seen = random.Random(5), set()
        for number in range(rounds(25, 4)):
            make()
            # The last bytes tell of the proof, and the first ones come long before anything is changed.
            cut = (whole, whole - 1, whole - 2, whole // 8)[number] if number < 4 else chance.randrange(whole)
            result = peel("sync", "--apply", *through_relay("--cut", str(cut)), left, right)
            self.assertIn(result.returncode, (0, 2), cut)
            self.assertIn(read(), (old, new), cut)
            if result.returncode == 0:
                self.assertEqual(read(), new)
            seen.add(read() == new)
            self.sync(left, right)
            self.assertEqual(read(), new)
        return seen

    def test_leaves_a_file_old_or_new(self):
        old = b"".join(b"%d\n" % i for i in range(3000))
        new = b"".join(b"%d\n" % i for i in range(40, 3040))
        a, b = self.file("a", new), self.file("b", old)
        seen = self.check_cut(lambda: self.file("b", old), lambda: (self.folder / "b").read_bytes(), a, f"ssh://host{b}",
                              old, new)
        self.assertEqual(seen, {False, True})
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name not in ("a", "b", "log")
                          and not path.name.startswith(".peel-")], [])

    def test_leaves_a_database_old_or_new(self):
        def table(path, first):
            path.unlink(missing_ok=True)
            with sqlite3.connect(path) as database:
                database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v)")
                database.executemany("INSERT INTO t VALUES(?, ?)", ((i, i * 3) for i in range(first, first + 2000)))
            database.close()

        def read():
            database = sqlite3.connect(self.folder / "b.db")
            found = database.execute("SELECT min(id), max(id), count(*), sum(v) FROM t").fetchone()
            database.close()
            return found

        a, b = self.folder / "a.db", self.folder / "b.db"
        table(a, 50)
        self.check_cut(lambda: table(b, 0), read, f"sqlite:{a}?table=t", f"ssh://host/sqlite:{b}?table=t",
                       (0, 1999, 2000, 3 * 999 * 2000 + 3000), (50, 2049, 2000, 3 * 999 * 2000 + 3000 + 3 * 50 * 2000))


if __name__ == "__main__":
    unittest.main()
