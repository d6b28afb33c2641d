#!/usr/bin/env python3
"""peel sync --where: a key is in scope on both sides, or its rows are left alone.

usage: PEEL_COMMAND=path/to/peel sync_where_test.py       (PEEL_TEST_SEED=n replays a run)
"""
import random
import unittest

from command import json_lines, peel, rounds
from databases import DatabaseTest, contents, table
from diff_pairs import test_seed


class Scope(DatabaseTest):
    MAKE = "CREATE TABLE t(id INTEGER PRIMARY KEY, v)"

    def pair(self, left, right, make=MAKE):
        return [self.database(name, make, (f"INSERT INTO t VALUES({','.join('?' * len(rows[0]))})", rows))
                for name, rows in (("left.db", left), ("right.db", right))]

    def words(self, result):
        """What it says, without the last number."""
        return result.stdout.decode().rsplit(", error bound ", 1)[0]

    def sync(self, pair, *arguments):
        return peel("sync", *arguments, *map(table, pair))

    def test_of_a_row_that_left_has_out_of_it_keeps_it_from_being_removed(self):
        pair = self.pair([(1, 5), (2, 1)], [(1, 6), (2, 7), (3, 8)])
        result = self.sync(pair, "--apply", "--where", "v > 3")
        self.assertEqual(self.words(result), "~ id=1: v 6 -> 5\n- 3,8\n"
                                             "left alone: 1 row, whose key --where has in scope on one side only\n"
                                             "done: 1 row changed, 1 removed\n"
                                             "proved equal: 1 row in LEFT and 2 in RIGHT")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(contents(pair[1])["t"], [(1, 5), (2, 7)])

    def test_of_a_row_that_right_has_out_of_it_keeps_it_from_being_added(self):
        pair = self.pair([(1, 5), (2, 7)], [(2, None)])
        result = self.sync(pair, "--apply", "--json", "--where", "v > 3")
        summary = json_lines(result)[-1]["summary"]
        self.assertEqual((result.returncode, summary["added"], summary["left_alone"], summary["proved"]), (0, 1, 1, True))
        self.assertEqual(contents(pair[1])["t"], [(1, 5), (2, None)])
        again = self.sync(pair, "--where", "v > 3")
        self.assertEqual(self.words(again), "left alone: 1 row, whose key --where has in scope on one side only\n"
                                           "nothing to do: 2 rows in LEFT and 1 in RIGHT")

    def test_holds_for_keys_without_an_index_and_for_whole_rows(self):
        pair = self.pair([("a", 5), ("b", 1)], [("b", 7)], "CREATE TABLE t(name, v)")
        result = self.sync(pair, "--apply", "--quiet", "--key", "name", "--where", "v > 3")
        self.assertEqual((result.returncode, contents(pair[1])["t"]), (0, [("a", 5), ("b", 7)]))
        pair = self.pair([("a",), ("b",)], [("b",), ("c",), ("a",)], "CREATE TABLE t(name)")
        result = self.sync(pair, "--apply", "--quiet", "--where", "rowid < 2")
        self.assertEqual((result.returncode, contents(pair[1])["t"]), (0, [("a",), ("b",), ("c",)]))

    def test_is_that_of_a_model(self):
        seed = test_seed()
        print(f"PEEL_TEST_SEED={seed}", flush=True)
        r = random.Random(seed)
        for number in range(rounds(15, 3)):
            left, right = ({i: r.choice([None, 1, 2, 7, 8]) for i in range(12) if r.random() < 0.7} or {1: 7} for _ in "lr")
            pair = self.pair(list(left.items()), list(right.items()))
            chosen = [{i for i, v in rows.items() if v is not None and v > 3} for rows in (left, right)]
            wanted = {i: v for i, v in right.items() if i not in chosen[1] or i in left}
            wanted.update({i: left[i] for i in chosen[0] if i in chosen[1] or i not in right})
            with self.subTest(seed=seed, number=number):
                result = self.sync(pair, "--apply", "--quiet", "--where", "v > 3")
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                self.assertEqual(dict(contents(pair[1])["t"]), wanted)


if __name__ == "__main__":
    unittest.main()
