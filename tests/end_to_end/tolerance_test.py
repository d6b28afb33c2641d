#!/usr/bin/env python3
"""peel diff --tolerance on files of text against Python's decimal arithmetic.

usage: PEEL_COMMAND=path/to/peel tolerance_test.py
       PEEL_TEST_SEED=n replays a run; PEEL_ROUNDS=n makes n times as many rounds.
"""
import os
import random
import time
import unittest
from decimal import Context, Decimal

from command import FolderTest, json_lines, peel, rounds

SEED = int(os.environ.get("PEEL_TEST_SEED", random.randrange(2**32)))
EXACT = Context(prec=2000, Emax=10**9, Emin=-10**9)


def spelled(r, number):
    """One of the ways to write a number."""
    sign, digits, exponent = number.as_tuple()
    text = ("-" if sign else r.choice(["", "", "+"])) + "".join(map(str, digits)) + f"e{exponent}"
    return r.choice([str(number), f"{number:f}", text])


def random_number(r):
    digits = r.choice([r.randrange(100), r.randrange(10**6), r.randrange(10**18), r.randrange(10**40)])
    return Decimal(r.choice([-1, 1]) * digits).scaleb(r.randrange(-12, 4), EXACT)


def neighbour(r, number, tolerance):
    """As far away as the tolerance, half or twice that, or a little more or less."""
    step = EXACT.multiply(tolerance, Decimal(r.randrange(-4, 5)) / 2)
    hair = Decimal(r.choice([0, 0, -1, 1])).scaleb(-r.choice([13, 40, 60]), EXACT)
    return EXACT.add(EXACT.add(number, step), hair)


class Tolerances(FolderTest):
    def changed_keys(self, left, right, tolerance, *more):
        sides = [self.file(name, b"id,x\n" + "".join(f"{i},{text}\n" for i, text in enumerate(texts)).encode())
                 for name, texts in (("left.csv", left), ("right.csv", right))]
        result = peel("diff", "--json", "--key", "id", "--tolerance", f"x={tolerance}", *more, *sides)
        self.assertEqual(result.stderr.decode(), "")
        return [int(line["key"]["id"]) for line in json_lines(result) if line.get("op") == "changed"]

    def test_are_counted_in_decimals(self):
        self.assertEqual(self.changed_keys(["0.10", "1.10", "1.10"], ["0.11", "1.11", "1.1100001"], "0.01"), [2])

    def test_cover_what_is_no_further_apart_exactly(self):
        print(f"PEEL_TEST_SEED={SEED} replays this run", flush=True)
        r = random.Random(SEED)
        for _ in range(rounds(12, 3)):
            tolerance = Decimal(r.choice([1, 2, 5, 3, 125, 999999])).scaleb(r.randrange(-9, 3), EXACT)
            left = [random_number(r) for _ in range(200)]
            right = [neighbour(r, number, tolerance) for number in left]
            expected = [i for i, pair in enumerate(zip(left, right)) if EXACT.subtract(*pair).copy_abs() > tolerance]
            for method in ("sketch", "exact"):
                said = self.changed_keys([spelled(r, number) for number in left],
                                         [spelled(r, number) for number in right], tolerance, "--method", method)
                self.assertEqual(said, expected, (SEED, tolerance, method))

    def test_are_cheap_for_hostile_exponents(self):
        begin = time.monotonic()
        left = ["1e999999999", "1e-999999999", "-1e-999999999", "1e99999999999999999999", "7"] * 1000
        right = ["0", "0", "0.01", "1", "7.001"] * 1000
        expected = [i for i in range(5000) if i % 5 in (0, 2, 3)]
        self.assertEqual(self.changed_keys(left, right, "0.01"), expected)
        self.assertLess(time.monotonic() - begin, 60)

    def test_that_are_no_distance_are_refused(self):
        path = self.file("a.csv", b"id,x\n")
        for tolerance in ("0", "-1", "x", "1e-301", "1e301", "12345678901234567891", ""):
            with self.subTest(tolerance):
                self.assert_trouble(peel("diff", "--key", "id", "--tolerance", f"x={tolerance}", path, path),
                                    f"--tolerance x={tolerance}: accepted is COL=EPS, with EPS a number from 1e-300 to "
                                    "1e300 of at most 19 digits\n")


if __name__ == "__main__":
    unittest.main()
