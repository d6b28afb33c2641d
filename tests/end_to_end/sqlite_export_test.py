#!/usr/bin/env python3
"""Tables against their exports as CSV: a faithful one is equal to its table, and what it cannot keep is a difference.

usage: PEEL_COMMAND=path/to/peel sqlite_export_test.py
       PEEL_TEST_SEED=n replays a run, PEEL_ORACLE_ROUND=n one round of it; PEEL_ROUNDS=n makes n times as many.
"""
import subprocess
import unittest

from command import peel
from diff_model import changes
from sqlite_model import bits, connect, csv_bytes, real, rows_of, same_rows
from sqlite_oracle import SqliteTest, in_rounds, source, totals
from sqlite_tables import Column, Table, random_databases

WORDS = [b"", b"a", b"'", b'"', b"a,b", b" ", b"a\nb", b"a\r\nb", b"007", b"1e5", b"NULL", b"\xc3\xa9", b"-"]


def exported_cell(cell, declared):
    """With repr() for reals, which gives the same double back; in a column of bytes only one spelling is right."""
    kind, value = cell
    if kind == "blob" and not value:
        return b'""'
    if kind == "real" and "BLOB" not in declared and "inf" not in repr(real(value)):
        return repr(real(value)).encode()
    return csv_bytes(cell)


def export(path, table, rows, line_end=b"\n"):
    types = [column.type for column in table.columns]
    lines = [b",".join(csv_bytes(("text", column.name.encode())) for column in table.columns)]
    lines += [b",".join(map(exported_cell, row, types)) for row in rows]
    path.write_bytes(line_end.join(lines) + line_end)
    return str(path)


def plain_table():
    return Table("t", [Column("id", "INTEGER", rest="PRIMARY KEY"), Column("x", "REAL"), Column("w", "TEXT"),
                       Column("n", "INTEGER")], ["id"], options="STRICT")


def plain_row(r, number, make_real):
    return (("integer", number), r.choice([("null", None), ("real", bits(make_real()))]),
            r.choice([("null", None), ("text", r.choice(WORDS))]),
            ("integer", r.choice([0, -1, 2**63 - 1, -2**63, r.randrange(99)])))


def made(path, table, rows):
    side = connect(path)
    table.create(side)
    table.fill(side, rows)
    stored = rows_of(side, table.name)
    side.close()
    return stored


class Exports(SqliteTest):
    def assert_equal_both_ways(self, one, other, *options):
        for arguments in ([one, other], [other, one]):
            result = self.diff("--json", *options, *arguments)
            said, summary = self.read_result(result)
            self.assertEqual((said, result.returncode), ([], 0))

    @in_rounds(40, 5)
    def test_any_table_equals_its_faithful_export(self, r, folder):
        (table,), paths = random_databases(r, folder, ["t"], lambda table: len(table.columns) > 1)
        left = connect(paths[0])
        rows = rows_of(left, "t")
        left.close()
        r.shuffle(rows)
        path = export(folder / "t.csv", table, rows, r.choice([b"\n", b"\r\n"]))
        self.assert_equal_both_ways(source(paths[0], "t"), path)

    @in_rounds(15, 3)
    def test_a_table_equals_what_the_shell_exports(self, r, folder):
        table = plain_table()
        made(folder / "t.db", table, [plain_row(r, i, lambda: r.randrange(10**9) / 64) for i in range(r.randrange(60))])
        shell = ["sqlite3", "-csv", "-header", str(folder / "t.db"), "SELECT * FROM t"]
        written = subprocess.run(shell, capture_output=True, check=True).stdout
        (folder / "t.csv").write_bytes(written or b"id,x,w,n\r\n")  # without rows it writes no header either
        self.assert_equal_both_ways(source(folder / "t.db", "t"), str(folder / "t.csv"))

    @in_rounds(20, 3)
    def test_other_rows_in_an_export_are_found_as_they_would_be_in_a_table(self, r, folder):
        table = plain_table()
        rows = [plain_row(r, i, r.random) for i in range(r.randrange(60))]
        left = made(folder / "left.db", table, rows)
        right = made(folder / "right.db", table, [plain_row(r, row[0][1], r.random) if r.random() < 0.2 else row
                                                  for row in rows if r.random() < 0.9])
        expected = changes(left, right, 1)
        result = self.diff("--json", source(folder / "left.db", "t"), export(folder / "right.csv", table, right))
        said, summary = self.read_result(result)
        self.assertEqual(summary, {**summary, **totals(expected)})
        self.assertEqual([(each["op"], int(each["key"]["id"])) for each in said],
                         [(change.op, change.row[0][1]) for change in expected])

    @in_rounds(15, 3)
    def test_a_real_cut_to_six_digits_differs_unless_a_tolerance_covers_it(self, r, folder):
        table = plain_table()
        rows = made(folder / "t.db", table, [plain_row(r, i, r.random) for i in range(r.randrange(1, 40))])
        cut = [(row[0], ("real", bits(float(f"{real(row[1][1]):.6f}"))) if row[1][0] == "real" else row[1], *row[2:])
               for row in rows]
        path = export(folder / "t.csv", table, cut)
        said, _ = self.read_result(self.diff("--json", source(folder / "t.db", "t"), path))
        self.assertEqual([(each["op"], each["key"]["id"]) for each in said],
                         [("changed", row[0][1]) for row, other in zip(rows, cut) if row != other])
        self.assert_equal_both_ways(source(folder / "t.db", "t"), path, "--tolerance", "x=5.1e-7")

    @in_rounds(15, 3)
    def test_sync_from_an_export_restores_the_table(self, r, folder):
        table = plain_table()
        rows = [plain_row(r, i, r.random) for i in range(r.randrange(60))]
        left = made(folder / "left.db", table, rows)
        made(folder / "right.db", table, [plain_row(r, row[0][1], r.random) if r.random() < 0.2 else row
                                          for row in rows if r.random() < 0.9] + [plain_row(r, 77, r.random)])
        result = peel("sync", "--apply", export(folder / "left.csv", table, left), source(folder / "right.db", "t"))
        self.assertEqual(result.returncode, 0, result.stderr)
        right = connect(folder / "right.db")
        self.assertTrue(same_rows(rows_of(right, "t"), left))
        right.close()

    def test_null_and_empty_text_are_two(self):
        table = Table("t", [Column("id", "INTEGER", rest="PRIMARY KEY"), Column("w", "TEXT")], ["id"])
        with self.temporary_folder() as folder:
            made(folder / "t.db", table, [(("integer", 1), ("null", None)), (("integer", 2), ("text", b""))])
            (folder / "same.csv").write_bytes(b'id,w\n1,\n2,""\n')
            (folder / "other.csv").write_bytes(b'id,w\n1,""\n2,\n')
            self.assert_equal_both_ways(source(folder / "t.db", "t"), str(folder / "same.csv"))
            result = self.diff(source(folder / "t.db", "t"), str(folder / "other.csv"))
            self.assertEqual(result.stdout, b'~ id=1: w NULL -> ""\n~ id=2: w "" -> NULL\n')

    def test_a_sketch_of_an_export_finds_the_rows_of_the_table(self):
        # Keys of an export are text, and the index of the table holds integers.
        table = Table("t", [Column("id", "INTEGER", rest="PRIMARY KEY"), Column("w", "TEXT")], ["id"])
        with self.temporary_folder() as folder:
            rows = [(("integer", i), ("text", b"w%d" % i)) for i in range(1000)]
            made(folder / "t.db", table, rows[:5] + [(("integer", 5), ("text", b"new"))] + rows[6:])
            self.assertEqual(peel("sketch", "--key", "id", export(folder / "t.csv", table, rows), "-o",
                                  str(folder / "t.peel")).returncode, 0)
            result = self.diff(str(folder / "t.peel"), source(folder / "t.db", "t"))
            self.assertEqual((result.returncode, result.stdout, result.stderr), (1, b"~ id=5: ? -> new\n", b""))


if __name__ == "__main__":
    unittest.main()
