#!/usr/bin/env python3
"""peel sync on random tables: RIGHT equals LEFT afterwards by the model, and nothing else has changed.

usage: PEEL_COMMAND=path/to/peel sqlite_sync_test.py
       PEEL_TEST_SEED=n replays a run, PEEL_ORACLE_ROUND=n one round of it; PEEL_ROUNDS=n makes n times as many.
"""
import sqlite3
import unittest
from collections import Counter
from pathlib import Path

from command import peel
from diff_model import changes
from sqlite_model import chosen, columns_of, connect, query, read_json, rows_of, same_rows, terms_for
from sqlite_oracle import SqliteTest, in_rounds, model_of, source, totals
from sqlite_tables import random_databases

TABLES = [f"table {i}" for i in range(8)]


def with_known_keys(table):
    return not table.has_half_known_keys


def turned(counts):
    return {"removed": counts["added"], "added": counts["removed"], "changed": counts["changed"]}


class Sync(SqliteTest):
    def assert_dry_run_changes_nothing(self, arguments, right_path, counts):
        before = Path(right_path).read_bytes()
        result = peel("sync", "--json", *arguments)
        self.assertEqual(result.stderr.decode(), "")
        summary = read_json(result.stdout.decode().splitlines()[-1])["summary"]
        self.assertEqual(summary, {**summary, **turned(counts), "applied": False, "proved": not any(counts.values())})
        self.assertEqual(result.returncode, 1 if any(counts.values()) else 0)
        self.assertEqual(Path(right_path).read_bytes(), before)

    def assert_applies(self, arguments, counts):
        result = peel("sync", "--apply", *arguments)
        said = result.stdout.decode("latin-1")
        self.assertIn("proved equal: " if any(counts.values()) else "nothing to do: ", said, result.stderr)
        self.assertEqual(result.returncode, 0)

    def assert_syncs(self, arguments, paths, tables, schema_of_others=()):
        left, right = map(connect, paths)
        found = [changes(rows[0], rows[1], terms.key_columns)
                 for terms, *rows in (model_of(left, right, table.name) for table in tables)]
        others = {table: rows_of(right, table) for table in schema_of_others}
        left.close()
        right.close()
        counts = totals([change for each in found for change in each])
        self.assert_dry_run_changes_nothing(arguments, paths[1], counts)
        self.assert_applies(arguments, counts)
        left, right = map(connect, paths)
        for table in tables:
            terms, ours, theirs = model_of(left, right, table.name)
            self.assertTrue(same_rows(ours, theirs), table)
        for table, rows in others.items():
            self.assertEqual(rows_of(right, table), rows)
        left.close()
        right.close()

    @in_rounds(30, 4)
    def test_a_whole_database_equals_the_other(self, r, folder):
        tables, paths = random_databases(r, folder, TABLES, with_known_keys)
        self.assert_syncs(paths, paths, tables)

    @in_rounds(20, 3)
    def test_of_one_table_the_others_stay_as_they_are(self, r, folder):
        tables, paths = random_databases(r, folder, TABLES[:3], with_known_keys)
        chosen_table, *others = tables
        arguments = [source(path, chosen_table.name) for path in paths]
        self.assert_syncs(arguments, paths, [chosen_table], [table.name for table in others])

    @in_rounds(20, 3)
    def test_by_some_of_the_columns_the_others_stay_as_they_are(self, r, folder):
        def is_wanted(table):
            return with_known_keys(table) and table.key and not any(column.expression for column in table.columns)

        def rows_by_key(rows):  # without keys that several rows have, as SQLite lets NULL be
            times = Counter(row[:len(table.key)] for row in rows)
            return {row[:len(table.key)]: row for row in rows if times[row[:len(table.key)]] == 1}

        (table,), paths = random_databases(r, folder, ["t"], is_wanted)
        left, right = map(connect, paths)
        columns = columns_of(left, "t")
        ignore = [column.name for column in table.columns
                  if column.name not in table.key and "," not in column.name and r.random() < 0.5]
        terms = terms_for(columns, table.key, ignore=ignore)
        rest = terms_for(columns, table.key, only=ignore) if ignore else terms_for(columns, table.key)
        before = [chosen(rows_of(side, "t"), columns, terms.names) for side in (left, right)]
        kept = rows_by_key(chosen(rows_of(right, "t"), columns, rest.names))
        arguments = [*(["--ignore", ",".join(ignore)] if ignore else []), source(paths[0], "t"), source(paths[1], "t")]
        result = peel("sync", "--apply", *arguments)
        after = chosen(rows_of(right, "t"), columns, terms.names)
        if result.returncode == 2:  # a new row whose other columns, or their defaults, the table does not take
            self.assertRegex(result.stderr.decode(), "constraint failed|cannot store")
            return self.assertTrue(same_rows(after, before[1]))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(same_rows(after, before[0]))
        if ignore:
            still = rows_by_key(chosen(rows_of(right, "t"), columns, rest.names))
            for key in set(kept) & set(still) & set(rows_by_key(before[0])):
                self.assertEqual(still[key], kept[key])
        left.close()
        right.close()

    @in_rounds(20, 3)
    def test_where_a_trigger_keeps_a_journal_rows_are_still_made_equal(self, r, folder):
        (table,), paths = random_databases(r, folder, ["t"], with_known_keys)
        for path in paths:
            side = connect(path)
            side.execute("CREATE TABLE journal (what TEXT)")
            for event in ("INSERT", "UPDATE", "DELETE"):
                side.execute(f"CREATE TRIGGER on_{event} AFTER {event} ON t BEGIN "
                             f"INSERT INTO journal VALUES ('{event}'); END")
            side.close()
        left, right = map(connect, paths)
        terms, ours, theirs = model_of(left, right, "t")
        result = peel("sync", "--apply", source(paths[0], "t"), source(paths[1], "t"))
        if result.returncode == 2:  # no row may be taken out for a while
            self.assertRegex(result.stderr.decode(), "could not be put in order|CHECK constraint failed")
            self.assertTrue(same_rows(model_of(left, right, "t")[2], theirs))
        else:
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertTrue(same_rows(model_of(left, right, "t")[2], ours))
        left.close()
        right.close()


class Families(SqliteTest):
    """Tables that refer to each other."""

    def make(self, r, folder):
        paths = [str(folder / "left.db"), str(folder / "right.db")]
        action = r.choice(["", "ON DELETE CASCADE", "ON UPDATE CASCADE", "ON DELETE SET NULL ON UPDATE CASCADE",
                           "ON DELETE CASCADE ON UPDATE CASCADE"])
        people = [f"p{i}" for i in range(r.randrange(1, 12))]
        for path in paths:
            side = connect(path)
            side.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT UNIQUE, v)")
            side.execute("CREATE TABLE child (id INTEGER PRIMARY KEY, of TEXT REFERENCES parent (name) "
                         f"{action}, up INT REFERENCES child {action}, v)")
            here = r.sample(people, r.randrange(len(people) + 1))
            for number, person in enumerate(here):
                side.execute("INSERT INTO parent VALUES (?, ?, ?)", (number, person, r.randrange(3)))
            made = []
            for number in r.sample(range(20), r.randrange(20) if here else 0):
                side.execute("INSERT INTO child VALUES (?, ?, ?, ?)",
                             (number, r.choice([None, *here]), r.choice([None, *made]), r.randrange(3)))
                made.append(number)
            side.close()
        return paths

    @in_rounds(30, 4)
    def test_a_patch_works_whether_foreign_keys_are_enforced_or_not(self, r, folder):
        paths = self.make(r, folder)
        patch = self.diff("--format", "sql", *paths).stdout.decode()
        left, right = map(connect, paths)
        enforced = r.choice(["ON", "OFF"])
        left.execute(f"PRAGMA foreign_keys = {enforced}")
        try:
            left.executescript(patch)
            is_applied = True
        except sqlite3.IntegrityError:
            left.execute("ROLLBACK")
            is_applied = False
        sides = [[model_of(side, side, table)[1] for table in ("parent", "child")] for side in (left, right)]
        if not is_applied or sides[0] != sides[1]:
            # Rows that stay were taken along by others to which they refer, or did so before.
            self.assertEqual(enforced, "ON")
            self.assertIn("follow those of table", patch)
        self.assertEqual(query(left, "PRAGMA foreign_key_check"), [])
        left.close()
        right.close()

    @in_rounds(15, 3)
    def test_sync_makes_both_tables_equal(self, r, folder):
        paths = self.make(r, folder)
        result = peel("sync", "--apply", *paths)
        self.assertEqual(result.returncode, 0, result.stderr)
        left, right = map(connect, paths)
        for table in ("parent", "child"):
            _, ours, theirs = model_of(left, right, table)
            self.assertTrue(same_rows(ours, theirs))
        self.assertEqual(query(right, "PRAGMA foreign_key_check"), [])
        left.close()
        right.close()


if __name__ == "__main__":
    unittest.main()
