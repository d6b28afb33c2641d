#!/usr/bin/python3
"""peel top --half-life from outside, beside counts that are halved as fractions.

usage: PEEL_COMMAND=path/to/peel top_half_life_test.py
"""
import collections
import fractions
import random
import unittest

from command import FolderTest, peel
from top_model import top, zipf


def faded(lines, half_life):
    """What each line counts behind the last, exactly."""
    counter = collections.Counter()
    for number, line in enumerate(lines):
        if number > 0 and number % half_life == 0:
            counter = collections.Counter({key: count / 2 for key, count in counter.items()})
        counter[line] += fractions.Fraction(1)
    return counter


class AHalfLife(FolderTest):
    def check(self, lines, half_life, *options):
        """Bounds and counts are those of the model; returns its counts, the items, the summary."""
        model = faded(lines, half_life)
        items, summary = top("--half-life", str(half_life), *options, input=b"".join(line + b"\n" for line in lines))
        for item in items:
            truth = model[item["key"].encode()]
            self.assertTrue(item["lower"] <= truth <= item["upper"])
            self.assertTrue(item["lower"] <= item["count"] <= item["upper"])
            self.assertLessEqual(item["upper"] - item["lower"], summary["error"])
        self.assertAlmostEqual(summary["total"], float(model.total()), delta=0.501)
        return model, items, summary

    def test_of_one_line_leaves_all_to_the_only_key(self):
        for half_life, expected in ((1, "      2  100.0%  1..2  c\n"), (2, "      4  100.0%  3..4  c\n")):
            for options in ([], ["--share", "90%"]):
                result = peel("top", "--half-life", str(half_life), *options, input=b"c\n" * 1_000)
                self.assertEqual((result.returncode, result.stdout.decode()), (0, expected))
                self.assertEqual(result.stderr, b"peel: halved counts are rounded, and off by less than 1\n")

    def test_gives_shares_that_are_right_for_small_windows(self):
        chance = random.Random(1)
        for half_life in (1, 2, 3, 10, 100):
            lines = [chance.choice([b"a", b"a", b"b", b"c", b"d"]) for _ in range(1_000)]
            model, items, _ = self.check(lines, half_life)
            self.assertLessEqual({key for key in model if model[key] > 1e-3}, {item["key"].encode() for item in items})
            for item in items:
                truth = model[item["key"].encode()]
                self.assertAlmostEqual(item["share"], float(truth / model.total()), delta=1e-3)
                self.assertAlmostEqual(item["count"], float(truth), delta=0.51)

    def test_with_more_keys_than_room_has_true_bounds(self):
        for seed, capacity, half_life in ((1, 3, 10), (2, 20, 100), (3, 100, 1_000)):
            lines = zipf(seed, [b"key %d" % i for i in range(500)], 5_000)
            model, items, summary = self.check(lines, half_life, "--capacity", str(capacity), "-n", "1000")
            missing = set(model) - {item["key"].encode() for item in items}
            self.assertLessEqual(max(model[key] for key in missing), summary["error"])

    def test_with_more_keys_than_room_says_both(self):
        lines = zipf(1, [b"key %d" % i for i in range(500)], 5_000)
        result = peel("top", "--half-life", "10", "--capacity", "3", "-n", "1", input=b"\n".join(lines))
        self.assertRegex(result.stderr.decode(),
                         r"^peel: more than 3 distinct keys came, so counts may be up to \d+ too high, and halved ones "
                         r"are rounded; --capacity makes room for more\n$")

    def test_that_never_ended_changes_nothing(self):
        content = b"a\na\nb\n"
        self.assertEqual(peel("top", "--half-life", "3", input=content).stdout, peel("top", input=content).stdout)
        self.assertTrue(top("--half-life", "3", input=content)[1]["exact"])


if __name__ == "__main__":
    unittest.main()
