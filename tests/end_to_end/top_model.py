"""What peel top may say, from exact counts: the promises that it makes of every table."""
import fractions
import math
import random

from command import json_lines, peel


def zipf(seed, keys, lines, exponent=1.1):
    """Lines in which the i-th key is i^-exponent times as frequent as the first."""
    weights = [(i + 1) ** -exponent for i in range(len(keys))]
    return random.Random(seed).choices(keys, weights, k=lines)


def top(*arguments, **options):
    """(items, summary) of a table in JSON"""
    result = peel("top", "--json", *arguments, **options)
    if result.returncode != 0:
        raise AssertionError(result.stderr.decode())
    *items, last = json_lines(result)
    return items, last["summary"]


def check_bounds(test, items, summary, counter):
    """Every count lies within its bounds, and they within what the summary says."""
    for item in items:
        test.assertLessEqual(item["lower"], counter[item["key"].encode()])
        test.assertGreaterEqual(item["upper"], counter[item["key"].encode()])
        test.assertTrue(item["lower"] <= item["count"] <= item["upper"])
        test.assertLessEqual(item["upper"] - item["lower"], summary["error"])
    test.assertEqual(summary["total"], counter.total())
    test.assertEqual(summary["exact"], summary["error"] == 0)


def check_share(test, items, summary, counter, share):
    """All that have the share are there, and none that is below it by more than the error."""
    least = math.ceil(fractions.Fraction(share) * counter.total())
    printed = {item["key"].encode() for item in items}
    test.assertLessEqual({key for key, count in counter.items() if count >= least}, printed)
    for key in printed:
        test.assertGreaterEqual(counter[key], least - summary["error"])
