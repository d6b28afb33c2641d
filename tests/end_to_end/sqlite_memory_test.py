#!/usr/bin/env python3
"""How much memory comparing tables takes. In a file of its own: what this process has held would count as the command's.

usage: PEEL_COMMAND=path/to/peel sqlite_memory_test.py
"""
import os
import subprocess
import unittest

from command import PEEL
from databases import DatabaseTest, table

ROWS = 300_000


@unittest.skipIf(os.environ.get("PEEL_SANITIZE"), "sanitizers take memory of their own")
class Memory(DatabaseTest):
    def test_of_large_tables_is_a_small_part_of_the_data(self):
        make = "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, v REAL)"
        fill = (f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS}) INSERT INTO t "
                "SELECT i, 'the name that row number ' || i || ' has, and some more words, so that it is not short', i * 0.25 "
                "FROM n")
        left = self.database("left.db", make, fill)
        right = self.database("right.db", make, fill, "UPDATE t SET name = 'other' WHERE id % 1000 = 0")
        for arguments, status in ((["diff", left, right], 1), (["diff", "--method", "exact", left, right], 1),
                                  (["sketch", table(left), "-o", self.folder / "left.peel"], 0),
                                  (["sync", "--apply", left, right], 0)):
            with self.subTest(arguments):
                child = subprocess.Popen([PEEL, *map(str, arguments)], stdout=subprocess.DEVNULL)
                _, ended, usage = os.wait4(child.pid, 0)
                child.returncode = os.waitstatus_to_exitcode(ended)
                self.assertEqual(child.returncode, status)
                # 31 MB for each side; this process itself takes some 15 MB.
                self.assertLess(usage.ru_maxrss / 1024, 40)


if __name__ == "__main__":
    unittest.main()
