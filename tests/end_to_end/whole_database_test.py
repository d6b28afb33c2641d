#!/usr/bin/env python3
"""peel diff of whole databases: every table gets its verdict, in time that grows with their number.

usage: PEEL_COMMAND=path/to/peel whole_database_test.py
"""
import resource
import unittest

from command import peel
from databases import DatabaseTest


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


if __name__ == "__main__":
    unittest.main()
