#!/usr/bin/env python3
"""Databases that are damaged, hostile, locked or do not fit: one sentence with a way out, status 2, nothing changed.

usage: PEEL_COMMAND=path/to/peel sqlite_trouble_test.py       (PEEL_TEST_SEED=n replays a run)
"""
import os
import pty
import random
import shutil
import sqlite3
import subprocess
import threading
import time
import unittest

from command import PEEL, json_lines, peel
from databases import DatabaseTest, contents, table
from diff_pairs import test_seed

NOBODY = 65534
MAKE = "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, v REAL)"
DAMAGES = 10 if os.environ.get("PEEL_SANITIZE") else 60


def run(*arguments, **options):
    return peel(*map(str, arguments), **options)


class TroubleTest(DatabaseTest):
    def small(self, name="small.db", rows=10, *more):
        return self.database(name, MAKE, ("INSERT INTO t VALUES(?, ?, ?)", ((i, f"n{i}", i * 1.5) for i in range(rows))),
                             *more)

    def assert_refused(self, arguments, sentence, **options):
        self.assert_trouble(run(*arguments, **options), sentence + "\n")


class Files(TroubleTest):
    def assert_unreadable(self, path, sentence):
        good = self.small()
        before = contents(good)
        for arguments in (["diff", good, path], ["diff", path, good], ["sync", "--apply", good, path],
                          ["sync", "--apply", path, good], ["sketch", table(path)]):
            with self.subTest(arguments):
                self.assert_refused(arguments, sentence)
        self.assertEqual(contents(good), before)

    def test_that_are_no_databases_are_refused(self):
        for name, bytes_ in (("text.db", b"id,name\n1,x\n" * 1_000), ("encrypted.db", random.Random(1).randbytes(8_192)),
                             ("short.db", b"xy")):
            path = self.file(name, bytes_)
            self.assert_unreadable(path, f"{path} is no SQLite database, or it is encrypted or of a newer version")

    def test_of_a_version_that_may_not_be_read_are_refused(self):
        newer = self.small("newer.db")
        with open(newer, "r+b") as file:
            file.seek(18)
            file.write(b"\3\3")
        self.assert_unreadable(newer, f"{newer} is no SQLite database, or it is encrypted or of a newer version")

    def test_of_a_version_that_may_not_be_written_are_read_alone(self):
        good, newer = self.small("good.db", 11), self.small("newer.db")
        with open(newer, "r+b") as file:
            file.seek(18)
            file.write(b"\3")
        before = newer.read_bytes()
        self.assertEqual(run("diff", good, newer).returncode, 1)
        self.assert_refused(["sync", "--apply", "--quiet", good, newer],
                            f"cannot write to {newer}: the file may only be read")
        self.assertEqual(newer.read_bytes(), before)

    def test_that_are_folders_or_missing_are_refused(self):
        (self.folder / "folder.db").mkdir()
        accepted = "; accepted is a file that SQLite wrote"
        folder, good = self.folder / "folder.db", self.small()
        self.assert_refused(["sketch", table(folder)], f"{folder} is a directory{accepted}")
        self.assert_refused(["sync", "--apply", good, folder], f"{folder} is a folder and {good} is not; accepted are two folders")
        self.assert_refused(["sync", "--apply", folder, good], f"{folder} is a folder and {good} is not; accepted are two folders, "
                                                               "or a target that is not there")
        self.assert_refused(["diff", good, folder], f"{folder} is a folder and {good} is not; accepted are two folders, or "
                                                    "a folder and a sketch of one")
        self.assert_unreadable(self.folder / "none.db",
                               f"cannot read {self.folder}/none.db: No such file or directory{accepted}")

    def test_of_databases_on_standard_input_are_not_taken_for_lines(self):
        good, lines = self.small(), self.file("lines", b"x\n")
        for arguments in (["diff", "-", lines], ["sync", "--apply", "-", lines]):
            self.assert_refused(arguments, "standard input is an SQLite database, which is not read from there; give its "
                                           "name", input=good.read_bytes())
        self.assertEqual(lines.read_bytes(), b"x\n")

    def test_that_are_cut_off_are_damaged(self):
        cut = self.small("cut.db", 1_000)
        with open(cut, "r+b") as file:
            file.truncate(9_000)
        self.assert_unreadable(cut, f"{cut} is damaged: database disk image is malformed; sqlite3 {cut} .dump prints what "
                                    "can still be read")

    def test_that_are_empty_are_databases_without_tables(self):
        good, empty = self.small(), self.file("empty.db", b"")
        result = run("diff", good, empty)
        self.assertEqual((result.returncode, result.stdout), (1, b"table t: only in LEFT, 10 rows\n"))
        self.assertEqual(run("diff", empty, empty).returncode, 0)
        self.assert_refused(["sync", "--apply", good, empty], f"table t is only in {good}; sync changes rows and not tables, so "
                                                              "make or drop it first")
        self.assert_refused(["diff", table(good), table(empty)], f"{empty} has no table or view 't'; it has none")
        self.assert_refused(["sketch", empty], f"{empty} has no tables; name one with sqlite:PATH?table=NAME")

    def test_with_bytes_overwritten_never_crash_or_hang(self):
        seed = test_seed()
        print(f"PEEL_TEST_SEED={seed}", flush=True)
        r = random.Random(seed)
        rows = [(i, f"k{i}", "x" * (i % 7 * 200)) for i in range(200)]
        whole = self.database("whole.db", "CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT UNIQUE, v)",
                              "CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID",
                              ("INSERT INTO t VALUES(?, ?, ?)", rows), ("INSERT INTO w VALUES(?2, ?1 + length(?3))", rows))
        other = shutil.copy(whole, self.folder / "other.db")
        database = self.connect(other)
        database.execute("UPDATE t SET v = 'y' WHERE id % 10 = 0")
        database.execute("DELETE FROM w WHERE v % 10 = 0")
        database.close()
        bytes_ = whole.read_bytes()
        for number in range(DAMAGES):
            damaged = bytearray(bytes_)
            size = r.choice([1, 1, 8, 100])
            at = r.choice([r.randrange(100), r.randrange(len(bytes_) // 512) * 512, r.randrange(len(bytes_))])
            damaged[at:at + size] = r.randbytes(min(size, len(bytes_) - at))
            path = self.file("damaged.db", damaged)
            for arguments in (["diff", "--quiet", other, path], ["sync", "--apply", "--quiet", other, path]):
                with self.subTest(seed=seed, number=number, arguments=arguments):
                    result = run(*arguments, timeout=60)
                    self.assertIn(result.returncode, (0, 1, 2))
                    if result.returncode == 2:
                        self.assert_one_sentence(result)


class Permissions(TroubleTest):
    def as_nobody(self, *arguments):
        """As a user who is not root; where the tests are not run by root, as whoever runs them."""
        if os.getuid() != 0:
            return run(*arguments)

        def become_nobody():
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)

        self.folder.chmod(self.folder.stat().st_mode | 0o055)
        if subprocess.run(["test", "-x", os.path.abspath(PEEL)], preexec_fn=become_nobody).returncode:
            self.skipTest("peel is in a folder that only root can read")
        return run(*arguments, preexec_fn=become_nobody)

    def test_of_a_read_only_file_are_respected(self):
        left, right = self.small("left.db", 11), self.small("right.db")
        right.chmod(0o444)
        self.assertEqual(self.as_nobody("diff", left, right).returncode, 1)
        self.assert_trouble(self.as_nobody("sync", "--apply", "--quiet", left, right),
                            f"cannot write to {right}: the file may only be read\n")

    def test_of_a_file_that_may_not_be_read_are_respected(self):
        left, right = self.small("left.db", 11), self.small("right.db")
        right.chmod(0)
        for verb in ("diff", "sync"):
            self.assert_trouble(self.as_nobody(verb, left, right), f"cannot read {right}: Permission denied\n")

    def test_of_a_read_only_folder_are_respected(self):
        left, right = self.small("left.db", 11), self.small("right.db")
        right.chmod(0o666)
        self.folder.chmod(0o555)
        try:
            self.assertEqual(self.as_nobody("diff", left, right).returncode, 1)
            result = self.as_nobody("sync", "--apply", "--quiet", left, right)
        finally:
            self.folder.chmod(0o755)
        self.assert_one_sentence(result)
        self.assertEqual(len(contents(right)["t"]), 10)


class Locks(TroubleTest):
    def test_of_a_writer_are_said_within_the_time_allowed(self):
        left, right = self.small("left.db", 11), self.small("right.db")
        self.connect(right).execute("BEGIN EXCLUSIVE")
        for sides in ([left, right], [right, left], [table(left), table(right)]):
            with self.subTest(sides):
                started = time.monotonic()
                self.assert_refused(["diff", "--timeout", "0.3s", *sides],
                                    f"{right} is locked: another process is writing to it; try again when it has finished")
                self.assertLess(time.monotonic() - started, 4)

    def test_of_a_writer_in_wal_mode_do_not_hinder_and_one_state_is_read(self):
        pair = "CREATE TABLE a(id INTEGER PRIMARY KEY, n)", "CREATE TABLE b(id INTEGER PRIMARY KEY, n)"
        numbers = [(i,) for i in range(500)]
        rows = ("INSERT INTO a VALUES(?, 0)", numbers), ("INSERT INTO b VALUES(?, 0)", numbers)
        left, right = self.database("left.db", *pair, *rows), self.database("right.db", *pair, *rows, journal="wal")
        goes_on = threading.Event()
        goes_on.set()

        def write():
            other = self.connect(right)
            other.execute("PRAGMA synchronous = OFF")
            while goes_on.is_set():
                other.execute("BEGIN")
                other.execute("UPDATE a SET n = n + 1 WHERE id = 400")
                other.execute("UPDATE b SET n = n + 1 WHERE id = 7")
                other.execute("COMMIT")

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for _ in range(5):
                *changes, _ = json_lines(run("diff", "--json", left, right))
                self.assertEqual(len({change["new"]["n"] for change in changes}), 1 if changes else 0, changes)
        finally:
            goes_on.clear()
            writer.join()


class HostileSchemas(TroubleTest):
    def edited(self, sql, *values):
        path = self.small("edited.db")
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA writable_schema = ON")
            database.execute(sql, values)
        database.close()
        return path

    def test_that_make_no_sense_are_damage(self):
        good = self.small()
        for sql in ("CREATE TABLE t(nonsense", "CREATE TABLE t(id, name, name)", None,
                    "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, v AS (load_extension(name)))"):
            path = self.edited("UPDATE sqlite_schema SET sql = ? WHERE name = 't'", sql)
            for verb in (["diff"], ["sync", "--apply"]):
                with self.subTest(sql=sql, verb=verb):
                    result = run(*verb, good, path)
                    self.assert_one_sentence(result)
                    self.assertIn(f"{path} is damaged: malformed database schema (t)", result.stderr.decode())

    def test_with_pages_of_other_tables_are_damage_or_differences(self):
        good = self.small()
        for page in ("99999", "-1", "1", "0", "'x'"):
            path = self.edited(f"UPDATE sqlite_schema SET rootpage = {page} WHERE name = 't'")
            with self.subTest(page):
                result = run("diff", "--quiet", good, path)
                self.assert_one_sentence(result)
                self.assertIn(f"{path} is damaged: ", result.stderr.decode())

    def test_views_run_no_programs_and_not_for_ever(self):
        endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"
        path = self.database("views.db", f"CREATE VIEW endless AS {endless}",
                             "CREATE VIEW loads AS SELECT load_extension('x') AS x",
                             "CREATE VIEW gone AS SELECT * FROM nowhere")
        self.assert_refused(["diff", table(path, "loads"), table(path, "loads")],
                            f"{path}: unsafe use of load_extension()")
        self.assert_refused(["diff", table(path, "gone"), table(path, "gone")], f"{path}: no such table: main.nowhere")
        for source in (table(path, "endless"), f"sqlite:{path}?query={endless}"):
            for arguments in (["diff", source, source], ["sketch", source]):
                with self.subTest(arguments):
                    result = run(*arguments, "--timeout", "0.3s", timeout=30)
                    self.assert_one_sentence(result)
                    self.assertIn("more time with --timeout", result.stderr.decode())

    def test_with_odd_names_are_compared_patched_and_synced(self):
        names = ['a"b', "a;b", "a b", "a%b", "a\nb", "a'b", "ä", "--", "select", "a,b", "a=b", "[a]", "?x=1&y"]
        columns = ", ".join('"' + name.replace('"', '""') + '"' for name in names)
        for number, name in enumerate(names):
            quoted = '"' + name.replace('"', '""') + '"'
            make = f"CREATE TABLE {quoted}(\"key {number}\" INTEGER PRIMARY KEY, {columns})"
            row = f"INSERT INTO {quoted} VALUES({{}}{', {}' * len(names)})"
            left = self.database("left.db", make, row.format(1, *range(len(names))), row.format(2, *range(len(names))))
            right = self.database("right.db", make, row.format(1, *range(1, len(names) + 1)))
            url = "".join(f"%{byte:02x}" for byte in name.encode())
            with self.subTest(name):
                self.assertEqual(run("diff", "--quiet", table(left, url), table(right, url)).returncode, 1)
                patch = run("diff", "--format", "sql", right, left).stdout.decode()
                patched = self.connect(shutil.copy(right, self.folder / "patched.db"))
                patched.executescript(patch)
                self.assertEqual(contents(self.folder / "patched.db"), contents(left))
                result = run("sync", "--apply", table(left, url), table(right, url))
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                self.assertEqual(contents(right), contents(left))


class Mismatches(TroubleTest):
    def setUp(self):
        super().setUp()
        self.left = self.small("left.db")
        rows = ((i, f"n{i}", i * 1.5, "x") for i in range(10))
        self.right = self.database("right.db", "CREATE TABLE t(id INTEGER PRIMARY KEY, title TEXT, v REAL, note)",
                                   ("INSERT INTO t VALUES(?, ?, ?, ?)", rows))

    def test_of_columns_have_remedies_that_work(self):
        left, right = table(self.left), table(self.right)
        remedy = ("; leave it out with --ignore, say what LEFT calls it with --map, or name the columns to compare with "
                  "--columns")
        for verb in ("diff", "sync"):
            with self.subTest(verb):
                self.assert_refused([verb, left, right],
                                    f"{self.right} (t) has a column title that {self.left} (t) has not{remedy}")
                self.assert_refused([verb, "--map", "name=title", left, right],
                                    f"{self.right} (t) has a column note that {self.left} (t) has not{remedy}")
                self.assertEqual(run(verb, "--map", "name=title", "--ignore", "note", left, right).returncode, 0)
                self.assertEqual(run(verb, "--map", "title=name", "--ignore", "note", right, left).returncode, 0)
                self.assertEqual(run(verb, "--ignore", "name,title,note", left, right).returncode, 0)
                self.assertEqual(run(verb, "--columns", "v", left, right).returncode, 0)

    def test_of_columns_in_files_of_text_have_remedies_that_work(self):
        left, right = self.file("left.csv", b"id,a\n1,x\n"), self.file("right.csv", b"id,b\n1,y\n")
        self.assertEqual(run("diff", "--ignore", "a,b", "--key", "id", left, right).returncode, 0)
        self.assertEqual(run("diff", "--ignore", "a", "--key", "id", left, right).returncode, 2)
        result = run("diff", "--ignore", "a,b,c", "--key", "id", left, right)
        self.assert_trouble(result, f"{left} has no column c; its columns are id, a\n")

    def test_between_databases_name_the_table_and_others_are_compared(self):
        self.connect(self.left).execute("CREATE TABLE u(a)")
        self.connect(self.right).execute("CREATE TABLE u(a)")
        result = run("diff", self.left, self.right)
        self.assertEqual((result.returncode, result.stdout), (2, b"table t: not compared\ntable u: same, 0 rows\n"))
        self.assertRegex(result.stderr.decode(), rf"\Apeel: table t: {self.right} \(t\) has a column title that [^\n]+\n\Z")
        self.assert_one_sentence(run("sync", "--apply", self.left, self.right))
        self.assert_one_sentence(run("diff", "--format", "sql", self.left, self.right))

    def test_of_tables_are_said(self):
        self.connect(self.right).execute("CREATE TABLE s(a)")
        self.assert_refused(["sync", self.left, self.right],
                            f"table s is only in {self.right}; sync changes rows and not tables, so make or drop it first")
        self.assert_refused(["diff", table(self.left), table(self.right, "nope")],
                            f"{self.right} has no table or view 'nope'; it has s, t")
        self.assert_refused(["diff", table(self.left), self.right],
                            f"{self.right} has 2 tables; name one with sqlite:PATH?table=NAME")

    def test_of_keys_are_compared_by_the_key_of_left(self):
        other = self.database("other.db", "CREATE TABLE t(id INTEGER, name TEXT PRIMARY KEY, v REAL)",
                              ("INSERT INTO t VALUES(?, ?, ?)", ((i, f"n{i}", i * 1.5) for i in range(1, 11))))
        result = run("sync", "--apply", "--quiet", table(self.left), table(other))
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(contents(other), contents(self.left))


class Options(TroubleTest):
    def test_that_do_not_fit_are_refused(self):
        a, b = self.small("a.db"), self.small("b.db", 11)
        lines, csv = self.file("lines", b"x\n"), self.file("rows.csv", b"id,name,v\n")
        sketch = self.folder / "a.peel"
        self.assertEqual(run("sketch", table(a), "-o", sketch).returncode, 0)
        whole = "is for one table; name it on both sides, as in sqlite:FILE?table=NAME"
        refusals = [
            (["--where", "1", lines, lines], f"--where is SQL for tables of a database, and {lines} is a file of text"),
            (["--where", "1", table(a), csv], f"--where is SQL for tables of a database, and {csv} is a file of text"),
            (["--where", "1", sketch, sketch], "--where chooses rows, and sketches have none; give it to peel sketch"),
            (["--ignore", "v", sketch, table(b)],
             f"--ignore: the sketch {sketch} says which columns count; leave the option out"),
            (["--map", "v=w", sketch, table(b)],
             f"--map: the sketch {sketch} says what the columns are called; leave the option out"),
            (["--tolerance", "v=1", sketch, table(b)],
             f"--tolerance: the sketch {sketch} has values as they are, and not rounded; leave the option out"),
            (["--where", "1", a, b], f"--where {whole}"), (["--key", "id", a, b], f"--key {whole}"),
            (["--delimiter", ";", a, b], f"--delimiter {whole}"), (["--format", "csv", a, b], f"--format csv {whole}"),
            (["--delimiter", ";", table(a), table(b)],
             f"--delimiter is for files of text, and {a} (t) is a database; leave the option out"),
            (["--format", "sql", "--limit", "1", a, b],
             "--format sql writes a whole patch; leave out --limit and --quiet"),
            (["--format", "sql", csv, table(b)], f"a patch turns LEFT into RIGHT, and {csv} is no table of a database; "
                                                 "accepted is one such as sqlite:FILE?table=NAME"),
            (["--format", "sql", sketch, table(b)],
             "a patch needs the rows of both sides, and a sketch has none; compare the sources themselves"),
            (["--where", "nope = 1", table(a), table(b)],
             f"--where nope = 1: no condition on the columns of t: {a}: no such column: nope"),
            (["--timeout", "soon", a, b], "--timeout soon: accepted are times from 0.001s to 277777h, in s, m or h, such as "
                                             "0.5s, 10m or 2h; seconds without a unit"),
        ]
        for arguments, sentence in refusals:
            with self.subTest(arguments):
                self.assert_refused(["diff", *arguments], sentence)

    def test_choose_rows_where_the_other_side_is_a_sketch(self):
        a, b = self.small("a.db"), self.small("b.db", 12)
        sketch = self.folder / "a.peel"
        self.assertEqual(run("sketch", "--where", "id < 5", table(a), "-o", sketch).returncode, 0)
        self.assertEqual(run("diff", "--where", "id < 5", sketch, table(b)).returncode, 0)
        self.assertEqual(run("diff", "--where", "id < 6", sketch, table(b)).stdout, b"+ 5,n5,7.5\n")


class Outputs(TroubleTest):
    def test_are_whole_or_not_there(self):
        a, b = self.small("a.db"), self.small("b.db", 11)
        out = self.file("out", b"before\n")
        cut = self.small("cut.db", 1_000)
        with open(cut, "r+b") as file:
            file.truncate(9_000)
        for options in ([], ["--json"], ["--format", "sql"], ["--format", "changeset"]):
            with self.subTest(options):
                self.assertEqual(run("diff", *options, "-o", out, a, cut).returncode, 2)
                self.assertEqual(out.read_bytes(), b"before\n")
                result = run("diff", *options, "-o", out, a, b)
                self.assertEqual((result.returncode, result.stdout, result.stderr), (1, b"", b""))
                self.assertEqual(out.read_bytes(), run("diff", *options, a, b).stdout)
                out.write_bytes(b"before\n")
        self.assertEqual(self.left_behind(), [])

    def test_of_changesets_do_not_go_to_a_terminal(self):
        a, b = self.small("a.db"), self.small("b.db", 11)
        terminal, end = pty.openpty()
        result = run("diff", "--format", "changeset", a, b, capture_output=False, stdout=end, stderr=subprocess.PIPE)
        os.close(end)
        os.close(terminal)
        self.assertEqual((result.returncode, result.stderr.decode()),
                         (2, "peel: a changeset is binary and is not written to a terminal; say where with -o FILE\n"))

    def test_do_not_need_temporary_files_of_which_the_folder_is_gone(self):
        a, b = self.small("a.db"), self.small("b.db", 11)
        self.assertEqual(run("diff", a, b, env={**os.environ, "TMPDIR": str(self.folder / "none")}).returncode, 1)


class Syncs(TroubleTest):
    def test_of_what_is_no_table_are_refused(self):
        a, b = self.small("a.db"), self.small("b.db", 11, "CREATE VIEW w AS SELECT * FROM t")
        before = contents(b)
        accepted = "which cannot be changed row by row; accepted is a table"
        self.assert_refused(["sync", "--apply", table(a), table(b, "w")], f"w is a view, {accepted}")
        self.assert_refused(["sync", "--apply", table(a), f"sqlite:{b}?query=SELECT * FROM t"],
                            f"these rows come from a query, {accepted}")
        self.assertEqual(contents(b), before)

    def test_with_itself_have_nothing_to_do(self):
        a = self.small("a.db")
        before = a.read_bytes()
        for sides in ([a, a], [table(a), table(a)]):
            result = run("sync", "--apply", *sides)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertTrue(result.stdout.startswith(b"nothing to do: 10 rows on each side"))
        self.assertEqual(a.read_bytes(), before)

    def test_stop_where_more_rows_would_be_removed_than_allowed(self):
        a, b = self.small("a.db", 8), self.small("b.db", 10)
        before = contents(b)
        for limit, words in (("1", "1 is 1 of 10 rows"), ("19%", "19% is 1 of 10 rows"), ("0", "0 is 0 of 10 rows")):
            for sides in ([a, b], [table(a), table(b)]):
                with self.subTest(limit=limit, sides=sides):
                    result = run("sync", "--apply", "--max-delete", limit, *sides)
                    self.assertEqual((result.returncode, result.stderr), (1, b""))
                    self.assertIn(f"stopped: 2 rows would be removed; nothing was written; --max-delete {words}, and "
                                  "--max-delete 2 would do\n", result.stdout.decode())
                    self.assertEqual(contents(b), before)
        self.assertEqual(run("sync", "--apply", "--max-delete", "20%", a, b).returncode, 0)
        self.assertEqual(contents(b), contents(a))

    def test_from_standard_input_fill_a_table(self):
        b = self.small("b.db", 2)
        result = run("sync", "--apply", "--quiet", "--input", "csv", "-", table(b), input=b"id,name,v\n1,one,1.5\n7,,\n")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(contents(b)["t"], [(1, "one", 1.5), (7, None, None)])
        before = contents(b)
        result = run("sync", "--apply", "--input", "csv", "-", table(b), input=b"id,name,v\n1,one\n")
        self.assert_one_sentence(result)
        self.assertEqual(contents(b), before)

    def test_that_fire_triggers_say_so_and_what_is_left(self):
        audit = ("CREATE TABLE audit(what)", "CREATE TRIGGER told AFTER DELETE ON t BEGIN "
                                             "INSERT INTO audit VALUES('deleted ' || old.id); END")
        a, b = self.small("a.db", 9, *audit), self.small("b.db", 10, *audit)
        result = run("sync", "--apply", a, b)
        self.assertEqual((result.returncode, result.stderr.decode()),
                         (1, "note: table t has triggers: told; what they do comes on top of this patch\n"))
        self.assertTrue(result.stdout.endswith(b"not equal: triggers of RIGHT (told) or others changed it meanwhile, and 1 row would "
                                               b"have to be removed; run it again, and if the same is left then, the "
                                               b"triggers do it\n"), result.stdout)
        self.assertEqual(contents(b)["audit"], [("deleted 9",)])
        self.assertEqual(run("sync", "--apply", "--quiet", a, b).returncode, 0)
        self.assertEqual(contents(b), contents(a))

    def test_that_a_trigger_undoes_name_it(self):
        a, b = (self.database(name, "CREATE TABLE t(id INTEGER PRIMARY KEY, v)", f"INSERT INTO t VALUES(1, '{name}')",
                              "CREATE TRIGGER upper AFTER UPDATE ON t WHEN new.v <> upper(new.v) "
                              "BEGIN UPDATE t SET v = upper(v) WHERE id = new.id; END") for name in ("a.db", "b.db"))
        for _ in range(2):
            result = run("sync", "--apply", a, b)
            self.assertEqual(result.returncode, 1)
            self.assertTrue(result.stdout.endswith(b"not equal: triggers of RIGHT (upper) or others changed it meanwhile, and 1 row "
                                                   b"would have to be changed; run it again, and if the same is left then, the "
                                                   b"triggers do it\n"), result.stdout)

    def test_that_a_column_converts_say_so_before_and_after(self):
        a = self.database("a.db", "CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER)", "INSERT INTO t VALUES(1, 5)")
        b = self.database("b.db", "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)", "INSERT INTO t VALUES(1, 'x')")
        note = "note: table t: column v of type TEXT does not keep all values as they are: 1 will be converted\n"
        result = run("sync", a, b)
        self.assertEqual((result.returncode, result.stderr.decode()), (1, note))
        for _ in range(2):
            result = run("sync", "--apply", a, b)
            self.assertEqual((result.returncode, result.stderr.decode()), (1, note))
            self.assertTrue(result.stdout.endswith(b"not equal: column v of table t, of type TEXT, does not keep values as LEFT has "
                                                   b"them, and 1 row would have to be changed; running it again changes nothing, "
                                                   b"so give the column the type that it has in LEFT\n"), result.stdout)

    def test_that_a_trigger_forbids_change_nothing(self):
        a = self.small("a.db", 9, "UPDATE t SET name = 'other'")
        for action, sentence in (("RAISE(ABORT, 'never')", "never"), ("nowhere(1)", "no such function: nowhere")):
            b = self.small("b.db", 10, f"CREATE TRIGGER no BEFORE DELETE ON t BEGIN SELECT {action}; END")
            before = contents(b)
            with self.subTest(action):
                result = run("sync", "--apply", "--quiet", a, b)
                self.assert_one_sentence(result)
                self.assertIn(sentence, result.stderr.decode())
                self.assertEqual(contents(b), before)

    def test_do_not_cascade_what_left_still_has(self):
        child = "CREATE TABLE c(id INTEGER PRIMARY KEY, t REFERENCES t(id) ON DELETE CASCADE ON UPDATE CASCADE)"
        rows = ("INSERT INTO c VALUES(?, ?)", [(i, i) for i in range(9)])
        a, b = self.small("a.db", 9, child, rows, "UPDATE t SET name = 'other'"), self.small("b.db", 10, child, rows)
        self.assertEqual(run("sync", "--apply", "--quiet", a, b).returncode, 0)
        self.assertEqual(contents(b), contents(a))


if __name__ == "__main__":
    unittest.main()
