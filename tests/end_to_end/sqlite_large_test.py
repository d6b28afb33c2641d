#!/usr/bin/env python3
"""peel diff on tables of 10^4 to 10^5 rows, by every method, against the model.

usage: PEEL_COMMAND=path/to/peel sqlite_large_test.py
       PEEL_TEST_SEED=n replays a run, PEEL_ORACLE_ROUND=n one round of it; PEEL_ROUNDS=n makes n times as many.
"""
import os
import unittest

from sqlite_model import bits, chosen, connect, placeholder, rows_of, terms_for, value_of
from sqlite_oracle import SqliteTest, in_rounds, source


class LargeTables(SqliteTest):
    KINDS = {"(k INTEGER PRIMARY KEY, a, b)": ["k"], "(k PRIMARY KEY, a, b)": ["k"], "(k, a, b)": [],
             "(k, a, b, PRIMARY KEY (a, k)) WITHOUT ROWID": ["a", "k"]}

    @in_rounds(3, 1)
    def test_every_method_agrees_with_the_model(self, r, folder):
        count = 10**4 if os.environ.get("PEEL_SANITIZE") else r.choice([10_000, 10_000, 30_000, 100_000])
        kind, key = r.choice(list(self.KINDS.items()))
        left = [(("integer", i), r.choice([("text", b"x"), ("real", bits(i / 4)), ("blob", b"%d" % i)]),
                 ("integer", r.randrange(5))) for i in range(count)]
        share = r.choice([0, 0.0001, 0.01, 0.3, 1.0] if count == 10_000 else [0, 0.0001, 0.01])
        right = [(row[0], row[1], ("text", b"changed")) if r.random() < share else row
                 for row in left if r.random() >= share / 4]
        if not key:
            left += left[:50]
            r.shuffle(right)
        paths = [folder / "left.db", folder / "right.db"]
        for path, rows in zip(paths, (left, right)):
            side = connect(path)
            side.execute("PRAGMA synchronous = OFF")
            side.execute(f"CREATE TABLE t {kind}")
            side.execute("BEGIN")
            for row in rows:
                side.execute(f"INSERT INTO t VALUES ({', '.join(map(placeholder, row))})", list(map(value_of, row)))
            side.execute("COMMIT")
            side.close()
        terms = terms_for(["k", "a", "b"], key)
        sides = [chosen(rows_in(path), ["k", "a", "b"], terms.names) for path in paths]
        self.assert_says([source(path, "t") for path in paths], terms, *sides)


def rows_in(path):
    side = connect(path)
    rows = rows_of(side, "t")
    side.close()
    return rows


if __name__ == "__main__":
    unittest.main()
