#!/usr/bin/env python3
"""peel diff at sizes at which its methods are what they are meant to be, and it chooses among them by itself.

usage: PEEL_COMMAND=path/to/peel diff_large_test.py
"""
import os
import random
import subprocess
import unittest

from diff_oracle import METHODS, OracleTest
from diff_pairs import pair_of_lines


def lines(count, seed):
    r = random.Random(seed)
    return [b"%d %d" % (i, r.getrandbits(40)) for i in range(count)]


def in_order_of(all_lines, some):
    ranks = {line: i for i, line in enumerate(all_lines)}
    return sorted(some, key=ranks.get)


class ManyRows(OracleTest):
    def assert_found(self, left, right, *options, removed, added=(), method):
        """Each once, and in this order; returns what --stat says."""
        result = self.diff(pair_of_lines("", b"\n".join(left), b"\n".join(right)), "--stat", *options)
        expected = b"".join([*(b"- %s\n" % line for line in removed), *(b"+ %s\n" % line for line in added)])
        found, stats = result.stdout[:len(expected)], result.stdout[len(expected):].decode()
        self.assertTrue(found == expected, "other changes than expected")  # too long to be shown
        self.assertRegex(stats, r"\A\nremoved ")
        self.assertRegex(stats, rf"method +{method}\n")
        self.assertEqual(result.returncode, 1)
        return stats

    def test_shuffled_files_are_compared_by_sketches(self):
        left = lines(150_000, 2)
        new = [b"new %d" % i for i in range(150)]
        right = random.Random(3).sample(left[:-150] + new, len(left))
        self.assert_found(left, right, removed=left[-150:], added=in_order_of(right, new),
                          method="sketch: the difference fits the first table")

    def test_a_difference_beyond_the_first_table_is_estimated_and_a_table_planned(self):
        left = lines(400_000, 5)
        right = random.Random(6).sample(left[50_000:], 350_000)  # the upper end of an estimate stays below a quarter
        self.assert_found(left, right, removed=left[:50_000],
                          method="sketch: the difference was estimated, then a table planned for it")

    def test_a_difference_of_a_large_share_is_compared_exactly(self):
        left = lines(400_000, 7)
        new = [b"new %d" % i for i in range(65_000)]
        right = random.Random(8).sample(new + left[65_000:], len(left))
        self.assert_found(left, right, removed=left[:65_000], added=in_order_of(right, new),
                          method="exact: the difference is a large share of the rows")

    def test_files_of_which_nothing_agrees_are_compared_on_disk(self):
        left, right = lines(400_000, 9), [b"right " + line for line in lines(400_000, 10)]
        stats = self.assert_found(left, right, "--memory", "4M", removed=left, added=right,
                                  method="exact: the difference is a large share of the rows")
        self.assertRegex(stats, r"on disk +[0-9,]{9,} bytes\n")

    def test_a_line_repeated_a_million_times_is_one_change_with_a_count(self):
        pair = pair_of_lines("", b"same\n" * 1_000_000 + b"other\n", b"same\n" * 3)
        for method in METHODS:
            with self.subTest(method):
                self.assertEqual(self.diff(pair, *method).stdout, b"- same  (x999997)\n- other\n")

    def test_sort_and_comm_agree(self):
        r = random.Random(4)
        left = [b"%d" % r.randrange(60_000) for _ in range(400_000)]
        right = r.sample(left, len(left))
        right[:500] = [b"%d" % r.randrange(70_000) for _ in range(500)]
        result = self.diff(pair_of_lines("", b"\n".join(left) + b"\n", b"\n".join(right) + b"\n"), "--stat")
        found, stats = result.stdout.split(b"\n\n")
        self.assertIn(b" sketch: ", stats)
        script = "comm -3 <(sort left.lines) <(sort right.lines) | uniq -c"
        apart = subprocess.run(["bash", "-c", script], cwd=self.folder, env={**os.environ, "LC_ALL": "C"},
                               capture_output=True, check=True)
        self.assertCountEqual([as_comm_says(each) for each in found.split(b"\n")],
                              [tuple(each.split(b" ", 1)) for each in map(bytes.lstrip, apart.stdout.splitlines())])


def as_comm_says(change):
    """How often, and the line: behind a tab if it was added."""
    line, _, times = change[2:].partition(b"  (x")
    return times[:-1] or b"1", (b"\t" if change.startswith(b"+") else b"") + line


if __name__ == "__main__":
    unittest.main()
