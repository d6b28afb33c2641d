#!/usr/bin/env python3
"""peel diff --tolerance on keyed tables against |a - b| <= eps in exact fractions, of reals as they are written.

usage: PEEL_COMMAND=path/to/peel sqlite_tolerance_test.py
       PEEL_TEST_SEED=n replays a run, PEEL_ORACLE_ROUND=n one round of it; PEEL_ROUNDS=n makes n times as many.
"""
import math
import unittest
from fractions import Fraction

from diff_model import Change
from sqlite_model import as_json, bits, connect, placeholder, real, rows_of, terms_for, value_of
from sqlite_oracle import METHODS, SqliteTest, in_rounds, source, totals

NAMES = ["k", "x", "y"]


def number(cell):
    kind, value = cell
    if kind == "real":
        if not math.isfinite(real(value)):
            return None
        is_integer = real(value).is_integer() and abs(real(value)) <= 2**63
        return Fraction(int(real(value))) if is_integer else Fraction(repr(real(value)))
    return Fraction(value) if kind == "integer" else None


def is_near(left, right, tolerance):
    if left == right or tolerance is None:
        return left == right
    a, b = number(left), number(right)
    return a is not None and b is not None and abs(a - b) <= Fraction(repr(tolerance))


def changes_beyond(left, right, tolerances):
    """Of tables with a unique key, the first column."""
    theirs = {row[0]: row for row in right}
    ours = {row[0] for row in left}
    found = []
    for row in left:
        other = theirs.get(row[0])
        if other is None:
            found.append(Change("removed", row))
        elif not all(map(is_near, row, other, tolerances)):
            found.append(Change("changed", row, other))
    return found + [Change("added", None, row) for row in right if row[0] not in ours]


def cell_near(r, cell, tolerance):
    """A multiple of an eighth of the tolerance away."""
    kind, value = cell
    step = tolerance * r.randrange(-16, 17) / 8
    if kind == "integer" and step == int(step) and abs(value + int(step)) < 2**63 - 1:
        return (kind, value + int(step))
    if kind == "real" and math.isfinite(real(value)):
        return ("real", bits(real(value) + step))
    return cell


def random_cell(r, tolerance):
    kind = r.randrange(12)
    if kind < 6:
        return ("real", bits(tolerance / 8 * r.choice([r.randrange(-200, 200), r.randrange(-2**30, 2**30)])))
    if kind < 8:
        return ("integer", r.choice([r.randrange(-50, 50), 2**53 + r.randrange(9), 2**62 + r.randrange(9)]))
    return r.choice([("null", None), ("text", b""), ("text", b"abc"), ("blob", b"7"), ("real", bits(math.inf)),
                     ("real", bits(-math.inf)), ("real", bits(-0.0)), ("real", bits(0.0)), ("integer", 2**63 - 1),
                     ("real", bits(2.0**53 * tolerance)), ("real", bits(2.0**60 * tolerance)), ("real", bits(1e300))])


class Tolerances(SqliteTest):
    @in_rounds(60, 8)
    def test_only_what_is_further_apart_differs(self, r, folder):
        paths = [folder / "left.db", folder / "right.db"]
        tolerances = [None, r.choice([0.125, 0.5, 1.0, 2.0, 1024.0, 2.0**-20, 0.01, 0.1, 0.3, 1e-7]), r.choice([None, 1.0])]
        rows = [(("integer", i), *(random_cell(r, tolerance or 1.0) for tolerance in tolerances[1:]))
                for i in range(r.choice([1, 10, 40]))]
        others = [(row[0], *(cell_near(r, cell, tolerance or 1.0) if r.random() < 0.5 else cell
                             for cell, tolerance in zip(row[1:], tolerances[1:])))
                  for row in rows if r.random() < 0.95]
        sides = []
        for path, made in zip(paths, (rows, others)):
            side = connect(path)
            side.execute(f"CREATE TABLE t (k INTEGER PRIMARY KEY, x {r.choice(['', 'REAL', 'NUMERIC'])}, y)")
            for row in made:
                side.execute(f"INSERT INTO t VALUES ({', '.join(map(placeholder, row))})", list(map(value_of, row)))
            sides.append(rows_of(side, "t"))
            side.close()
        expected = changes_beyond(*sides, tolerances)
        options = [f"{each}={tolerance!r}" for each, tolerance in zip(NAMES, tolerances) if tolerance]
        for method in METHODS:
            sources = [source(path, "t") for path in paths]
            result = self.diff("--json", "--tolerance", ",".join(options), *method, *sources)
            said, summary = self.read_result(result)
            self.assert_same(said, [as_json(change, terms_for(NAMES, ["k"])) for change in expected])
            self.assertEqual(summary, {**summary, **totals(expected)})
            self.assertEqual(result.returncode, 1 if expected else 0)


if __name__ == "__main__":
    unittest.main()
