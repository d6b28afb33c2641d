"""peel diff on databases compared with the model: what the tests share."""
import os
import random
import tempfile
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from command import CommandTest, peel, rounds
from diff_model import changes
from diff_pairs import test_seed
from sqlite_model import (as_csv, as_json, as_sql_compares, as_text, chosen, columns_of, connect, csv_heading, name,
                          primary_key_of, query, read_json, rows_of, terms_for)

METHODS = [[], ["--method", "sketch"], ["--method", "exact"]]
SAID_OF_A_CHANGE = {"op", "table", "key", "old", "new", "line", "row", "count"}  # other members may be added


def in_rounds(usual, sanitized):
    """A test that is run many times, with random numbers and an empty folder. The seed is printed: PEEL_TEST_SEED=n
    replays all rounds, and PEEL_ORACLE_ROUND=n one of them."""
    def decorate(test):
        def run(self):
            seed, only, count = test_seed(), os.environ.get("PEEL_ORACLE_ROUND"), rounds(usual, sanitized)
            print(f"{self.id()}: PEEL_TEST_SEED={seed}, {count} rounds", flush=True)
            for number in [int(only)] if only else range(count):
                with self.subTest(seed=seed, round=number), self.temporary_folder() as folder:
                    test(self, random.Random(seed * 1_000_003 + number), folder)
        return run
    return decorate


def source(path, table=None, **more):
    arguments = {**({"table": table} if table is not None else {}), **more}
    return f"sqlite:{quote(str(path))}?" + "&".join(f"{key}={quote(value)}" for key, value in arguments.items())


def totals(found):
    return {op: sum(change.count for change in found if change.op == op) for op in ("removed", "added", "changed")}


class SqliteTest(CommandTest):
    @contextmanager
    def temporary_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)

    def assert_same(self, said, expected):
        """Lists that may be long: only what is in one of them is shown."""
        if said == expected:
            return
        for what, some, others in (("said", said, expected), ("expected", expected, said)):
            for each in [each for each in some if each not in others][:3]:
                print(f"only {what}: {each!r:.1000}", flush=True)
        self.fail(f"{len(said)} said and {len(expected)} expected differ, or come in another order")

    def diff(self, *arguments):
        result = peel("diff", *arguments)
        self.assertEqual(result.stderr.decode(), "")
        return result

    def read_result(self, result):
        *said, last = map(read_json, result.stdout.decode().split("\n")[:-1])
        self.assertEqual(last["summary"], {**last["summary"], "schema": 1, "complete": True, "not_shown": 0})
        said = [{member: value for member, value in each.items() if member in SAID_OF_A_CHANGE} for each in said]
        return said, last["summary"]

    def assert_says(self, arguments, terms, left, right):
        """One table: all methods in JSON; returns the changes."""
        expected = changes(left, right, terms.key_columns)
        for method in METHODS:
            result = self.diff("--json", *method, *arguments)
            said, summary = self.read_result(result)
            self.assert_same(said, [as_json(change, terms) for change in expected])
            self.assertEqual(summary, {**summary, **totals(expected), "rows_left": len(left), "rows_right": len(right)})
            self.assertEqual(result.returncode, 1 if expected else 0)
        return expected

    def assert_writes(self, arguments, terms, expected):
        """CSV and text."""
        result = self.diff("--format", "csv", *arguments)
        self.assertEqual(result.stdout, csv_heading(terms) + b"".join(as_csv(change, terms) for change in expected))
        self.assertEqual(self.diff(*arguments).stdout, b"".join(as_text(change, terms) for change in expected))


def model_of(left, right, table):
    """Terms and rows of a table that is in both databases, compared by its primary key if it has one."""
    columns = columns_of(left, table)
    terms = terms_for(columns, primary_key_of(left, table) or primary_key_of(right, table))
    return (terms, chosen(rows_of(left, table), columns, terms.names),
            chosen(rows_of(right, table), columns_of(right, table), terms.names))


def sql_differences(paths, table, names):
    """Rows only in LEFT and rows only in RIGHT, as SQL has them: EXCEPT, with the storage class beside each value."""
    both = connect(paths[0])
    both.execute("ATTACH ? AS other", (str(paths[1]),))
    listed = ", ".join(f"{name(each)} COLLATE BINARY, typeof({name(each)})" for each in names)
    sides = [f"SELECT {listed} FROM {schema}.{name(table)}" for schema in ("main", "other")]
    found = [as_sql_compares(row[::2] for row in query(both, f"{a} EXCEPT {b}")) for a, b in (sides, sides[::-1])]
    both.close()
    return found


def model_differences(left, right):
    left, right = as_sql_compares(left), as_sql_compares(right)
    return [left - right, right - left]
