#!/usr/bin/env python3
"""peel diff on random tables of SQLite databases against a model and against plain SQL.

usage: PEEL_COMMAND=path/to/peel sqlite_oracle_test.py
       PEEL_TEST_SEED=n replays a run, PEEL_ORACLE_ROUND=n one round of it; PEEL_ROUNDS=n makes n times as many.
"""
import unittest

from diff_model import changes
from sqlite_model import as_json, chosen, columns_of, connect, name, query, rows_of, terms_for
from sqlite_oracle import METHODS, SqliteTest, in_rounds, model_differences, model_of, source, sql_differences, totals
from sqlite_tables import random_databases

TABLES = [f"table {i}" for i in range(12)]


class WholeDatabases(SqliteTest):
    @in_rounds(40, 5)
    def test_every_table_is_compared_as_the_model_and_sql_do(self, r, folder):
        tables, paths = random_databases(r, folder, TABLES)
        left, right = map(connect, paths)
        expected, counts = [], {}
        for table in sorted(table.name for table in tables):
            terms, *rows = model_of(left, right, table)
            for in_sql, in_model in zip(sql_differences(paths, table, terms.names), model_differences(*rows)):
                self.assert_same(in_sql, in_model)
            found = changes(*rows, terms.key_columns)
            expected += [{"table": table, **as_json(change, terms)} for change in found]
            counts[table] = {**totals(found), "rows_left": len(rows[0]), "rows_right": len(rows[1])}
        left.close()
        right.close()
        result = self.diff("--json", *r.choice(METHODS), *paths)
        said, summary = self.read_result(result)
        self.assert_same(said, expected)
        self.assertEqual({each["table"]: {member: each[member] for member in counts[each["table"]]}
                          for each in summary["tables"]}, counts)
        self.assertEqual(result.returncode, 1 if expected else 0)


class ChosenColumns(SqliteTest):
    """One table, of which not everything counts."""

    def random_pair(self, r, folder):
        (table,), paths = random_databases(r, folder, ["t"])
        left, right = map(connect, paths)
        columns = columns_of(left, "t")
        return table, paths, left, right, columns

    @in_rounds(40, 5)
    def test_any_columns_may_be_the_key(self, r, folder):
        table, paths, left, right, columns = self.random_pair(r, folder)
        columns = [each for each in columns if "," not in each]
        if not columns:
            return
        key = r.sample(columns, r.randrange(1, len(columns) + 1))
        all_columns = columns_of(left, "t")
        others = [each for each in columns if each not in key]
        only = r.sample(others, r.randrange(1, len(others) + 1)) if others and r.random() < 0.4 else []
        ignore = r.sample(others, r.randrange(1, len(others) + 1)) if others and not only and r.random() < 0.4 else []
        terms = terms_for(all_columns, key, only, ignore)
        options = ["--key", ",".join(key)]
        options += ["--columns", ",".join(only)] if only else []
        options += ["--ignore", ",".join(ignore)] if ignore else []
        rows = [chosen(rows_of(side, "t"), all_columns, terms.names) for side in (left, right)]
        arguments = [*options, source(paths[0], "t"), source(paths[1], "t")]
        found = self.assert_says(arguments, terms, *rows)
        self.assert_writes(arguments, terms, found)
        left.close()
        right.close()

    @in_rounds(15, 3)
    def test_renamed_columns_are_mapped(self, r, folder):
        table, paths, left, right, columns = self.random_pair(r, folder)
        renamed = [each for each in columns if not set(",=") & set(each) and r.random() < 0.7]
        to = {each: f"new {i}" for i, each in enumerate(renamed)}
        for each in renamed:
            right.execute(f"ALTER TABLE t RENAME COLUMN {name(each)} TO {name(to[each])}")
        terms, *rows = model_of(left, left, "t")
        rows[1] = chosen(rows_of(right, "t"), [to.get(each, each) for each in columns],
                         [to.get(each, each) for each in terms.names])
        left.close()
        right.close()
        options = [option for each in renamed for option in ("--map", f"{each}={to[each]}")]
        self.assert_says([*options, source(paths[0], "t"), source(paths[1], "t")], terms, *rows)

    @in_rounds(15, 3)
    def test_a_condition_leaves_out_rows_of_both_sides(self, r, folder):
        table, paths, left, right, columns = self.random_pair(r, folder)
        named = name(r.choice(columns))
        where = r.choice(["{} IS NOT NULL", "{} > 0", "typeof({}) = 'text' OR typeof({}) = 'blob'", "{} LIKE 'a%'",
                          "{} < (SELECT max({}) FROM t)", "1 -- ) {}"]).replace("{}", named)
        terms, *_ = model_of(left, right, "t")
        rows = [chosen(rows_of(side, "t", where), columns, terms.names) for side in (left, right)]
        left.close()
        right.close()
        self.assert_says(["--where", where, source(paths[0], "t"), source(paths[1], "t")], terms, *rows)

    @in_rounds(15, 3)
    def test_queries_and_views_have_no_key_of_their_own(self, r, folder):
        table, paths, left, right, columns = self.random_pair(r, folder)
        order = ", ".join(f"{i + 1} COLLATE BINARY" for i in range(len(columns)))
        sql = f"SELECT * FROM t ORDER BY {order}"
        terms = terms_for(columns)
        rows = [query(side, sql) for side in (left, right)]
        key = r.choice(["", r.choice(columns)])
        options = []
        if key and "," not in key:
            options, terms = ["--key", key], terms_for(columns, [key])
            rows = [chosen(each, columns, terms.names) for each in rows]
        for side in (left, right):
            side.execute(f"CREATE VIEW v AS {sql}")
            side.close()
        self.assert_says([*options, *(source(path, query=sql) for path in paths)], terms, *rows)
        self.assert_says([*options, source(paths[0], "v"), source(paths[1], query=sql)], terms, *rows)


class OtherSchemas(SqliteTest):
    @in_rounds(20, 3)
    def test_a_table_and_one_of_other_types_and_no_key_are_compared_by_the_key_that_is_there(self, r, folder):
        (table,), paths = random_databases(r, folder, ["t"])
        right = connect(paths[1])
        columns = columns_of(right, "t")
        shuffled = r.sample(columns, len(columns))
        typed = ", ".join(name(each) + r.choice([" TEXT", " REAL", "", ""]) for each in shuffled)
        right.execute(f"CREATE TABLE u ({typed})")
        right.execute(f"INSERT INTO u SELECT {', '.join(map(name, shuffled))} FROM t")
        left = connect(paths[0])
        terms, ours, _ = model_of(left, right, "t")
        theirs = chosen(rows_of(right, "u"), shuffled, terms.names)
        left.close()
        right.close()
        self.assert_says([source(paths[0], "t"), source(paths[1], "u")], terms, ours, theirs)
        turned = terms_for(shuffled, terms.names[:terms.key_columns] if terms.has_key else [])
        self.assert_says([source(paths[1], "u"), source(paths[0], "t")], turned,
                         chosen(theirs, terms.names, turned.names), chosen(ours, terms.names, turned.names))


if __name__ == "__main__":
    unittest.main()
