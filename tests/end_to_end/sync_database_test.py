#!/usr/bin/env python3
"""peel sync on databases in trouble: RIGHT is what it was or what it should be, and others' changes are never lost.

usage: PEEL_COMMAND=path/to/peel sync_database_test.py       (PEEL_TEST_SEED=n replays a run)
"""
import os
import random
import resource
import shutil
import signal
import subprocess
import threading
import time
import unittest

from command import PEEL, peel
from databases import BESIDE, DatabaseTest, contents, remove, table
from diff_pairs import test_seed

KILLS = 6 if os.environ.get("PEEL_SANITIZE") else 25  # in each journal mode
ROWS = 2_000


def sync(*arguments, **options):
    return peel("sync", *map(str, arguments), **options)


class SyncTest(DatabaseTest):
    def pair(self, rows=ROWS, journal="delete"):
        """Two databases; most rows of RIGHT have to be changed, the first are to be removed, the last to be added."""
        make = "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)"
        left = self.database("left.db", make, ("INSERT INTO t VALUES(?, ?)", ((i, f"{i} on the left" * 20)
                                                                              for i in range(100, rows + 100))))
        right = self.database("right.db", make, ("INSERT INTO t VALUES(?, ?)", ((i, f"{i} on the right" * 20)
                                                                                for i in range(rows))), journal=journal)
        return left, right

    def assert_refused(self, arguments, sentence, **options):
        self.assert_trouble(sync("--apply", *arguments, **options), sentence + "\n")


class Kills(SyncTest):
    def start(self):
        return subprocess.Popen([PEEL, "sync", "--apply", "--quiet", str(self.left), str(self.right)])

    def changes_beside(self):
        """Bytes in the files beside RIGHT that a transaction writes first."""
        sizes = [0]
        for ending in ("-journal", "-wal"):
            try:
                sizes.append(os.path.getsize(f"{self.right}{ending}"))
            except FileNotFoundError:
                pass
        return max(sizes)

    def kill_while_writing(self, delay):
        """Kills it so many seconds after it began to write."""
        with self.start() as running:
            while running.poll() is None and self.changes_beside() == 0:
                time.sleep(0.0005)
            time.sleep(delay)
            running.kill()

    def kill_after(self, delay):
        with self.start() as running:
            try:
                running.wait(delay)
            except subprocess.TimeoutExpired:
                running.kill()

    def check_kills(self, journal):
        seed = test_seed()
        print(f"PEEL_TEST_SEED={seed}", flush=True)
        r = random.Random(seed)
        self.left, self.right = self.pair(journal=journal)
        first = shutil.copy(self.right, self.folder / "first.db")
        old, new = contents(self.right), contents(self.left)
        started = time.monotonic()
        with self.start() as running:
            self.assertEqual(running.wait(), 0)
        whole = time.monotonic() - started
        self.assertEqual(contents(self.right), new)
        for number in range(KILLS):
            remove(self.right)
            shutil.copy(first, self.right)
            if number % 3:
                self.kill_while_writing(r.uniform(0, whole / 2))
            else:
                self.kill_after(r.uniform(0, whole))
            copy = self.folder / "copy.db"  # what peel finds, before anybody else has opened it
            remove(copy)
            for ending in ("", *BESIDE):
                if os.path.exists(f"{self.right}{ending}"):
                    shutil.copy(f"{self.right}{ending}", f"{copy}{ending}")
            with self.subTest(seed=seed, journal=journal, number=number):
                found = contents(self.right)
                self.assertTrue(found == old or found == new, "RIGHT is neither old nor new")
                if number % 5 == 1:
                    result = sync("--apply", "--quiet", self.left, copy)
                    self.assertEqual((result.returncode, result.stderr), (0, b""))
                    self.assertTrue(contents(copy) == new)

    def test_at_any_moment_leave_right_old_or_new(self):
        self.check_kills("delete")

    def test_at_any_moment_leave_right_old_or_new_in_wal_mode(self):
        self.check_kills("wal")


class CutOffTransactions(SyncTest):
    def setUp(self):
        super().setUp()
        self.left, whole = self.pair()
        database = self.connect(whole)
        database.execute("PRAGMA cache_size = 5")  # pages, so that some are written before the end
        database.execute("BEGIN")
        database.execute("UPDATE t SET v = v || 'x'")
        self.right = self.folder / "cut.db"
        for ending in ("", "-journal"):
            shutil.copy(f"{whole}{ending}", f"{self.right}{ending}")

    def test_are_undone_before_anything_is_compared(self):
        result = sync("--apply", "--quiet", self.left, self.right)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(contents(self.right), contents(self.left))

    def test_are_left_alone_by_those_who_only_read(self):
        before = self.right.read_bytes()
        for arguments in (["sync"], ["diff"]):
            with self.subTest(arguments):
                self.assert_trouble(peel(*arguments, str(self.left), str(self.right)),
                                    f"{self.right} holds a transaction that was cut off, and may not be changed to undo or "
                                    "complete it; open it once with the right to write, as sqlite3 "
                                    f"{self.right} .tables does\n")
                self.assertEqual(self.right.read_bytes(), before)


class FullDisk(SyncTest):
    def limit(self, size):
        def set_limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return {"preexec_fn": set_limit, "restore_signals": False}

    def test_leaves_right_as_it_was(self):
        for journal in ("delete", "wal"):
            left, right = self.pair(journal=journal)
            before = contents(right)
            for size in (4_000, 40_000, 300_000):
                with self.subTest(journal=journal, size=size):
                    result = sync("--apply", "--quiet", left, right, **self.limit(size))
                    self.assert_one_sentence(result)
                    self.assertRegex(result.stderr.decode(), f"\\Apeel: cannot write to {right}: ")
                    self.assertTrue(contents(right) == before)

    def test_that_is_real_leaves_right_as_it_was(self):
        left, right = self.pair()
        folder = self.folder / "disk"
        folder.mkdir()
        script = ('mount -t tmpfs -o size=1200k none "$1" || exit 77; cp "$4" "$1/right.db"; '
                  '"$2" sync --apply --quiet "$3" "$1/right.db"; echo "status $?"; ls -A "$1"; cmp "$4" "$1/right.db"')
        result = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", str(folder), os.path.abspath(PEEL), str(left),
                                 str(right)], capture_output=True)
        if b"status" not in result.stdout:
            self.skipTest("no file system may be mounted here")
        self.assertEqual(result.stdout.decode(), "status 2\nright.db\n")
        self.assertEqual(result.stderr.decode(), f"peel: cannot write to {folder}/right.db: no space is left on the disk\n")

    def test_behind_standard_output_leaves_right_as_it_was(self):
        left, right = self.pair(100)
        before = contents(right)
        with open("/dev/full", "wb") as full:
            result = sync("--apply", left, right, capture_output=False, stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(result.stderr.decode(), "peel: cannot write to standard output: No space left on device\n")
        self.assertEqual((result.returncode, contents(right)), (2, before))


class Locks(SyncTest):
    def test_of_a_writer_that_stay_are_said_and_nothing_is_changed(self):
        left, right = self.pair(300)
        before = contents(right)
        other = self.connect(right)
        other.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        self.assert_refused(["--quiet", left, right], f"{right} is locked: another process is using it; try again when it "
                                                      "has finished")
        self.assertGreater(time.monotonic() - started, 4)
        other.execute("ROLLBACK")
        self.assertEqual(contents(right), before)

    def test_of_a_reader_that_end_are_waited_for(self):
        left, right = self.pair(300)
        other = self.connect(right)
        other.execute("BEGIN")
        other.execute("SELECT * FROM t").fetchone()
        timer = threading.Timer(1, lambda: other.execute("ROLLBACK"))
        timer.start()
        result = sync("--apply", "--quiet", left, right)
        timer.join()
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(contents(right), contents(left))


class ChangesMeanwhile(SyncTest):
    """The plan is longer than a pipe holds. So when its first line is there, both sides were compared or are being
    compared, and nothing is written before the rest is read."""

    def sync_while(self, left, right, change):
        with subprocess.Popen([PEEL, "sync", "--apply", str(left), str(right)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as running:
            self.assertEqual(running.stdout.readline(), b"table t:\n")
            change()
            stdout, stderr = running.communicate()
        return subprocess.CompletedProcess([], running.returncode, stdout, stderr)

    def assert_kept(self, right, change, is_kept, stale):
        left = self.folder / "left.db"
        result = self.sync_while(left, right, change)
        self.assertEqual(result.stderr.decode(), f"peel: {right} was changed since it was compared ({stale}); nothing was "
                                                 "written, run the sync again\n")
        self.assertEqual(result.returncode, 2)
        self.assertTrue(is_kept(contents(right)["t"]))
        result = sync("--apply", "--quiet", left, right)
        self.assertEqual((result.returncode, contents(right)), (0, contents(left)))

    def test_of_a_row_that_is_to_be_changed_are_kept(self):
        _, right = self.pair(journal="wal")
        other = self.connect(right)
        self.assert_kept(right, lambda: other.execute("UPDATE t SET v = 'mine' WHERE id = 500"),
                         lambda rows: (500, "mine") in rows, "table t, row id = 500")

    def test_of_a_row_that_is_to_be_removed_are_kept(self):
        _, right = self.pair(journal="wal")
        other = self.connect(right)
        self.assert_kept(right, lambda: other.execute("UPDATE t SET v = 'mine' WHERE id = 50"),
                         lambda rows: (50, "mine") in rows, "table t, row id = 50")

    def test_that_remove_a_row_are_kept(self):
        _, right = self.pair(journal="wal")
        other = self.connect(right)
        self.assert_kept(right, lambda: other.execute("DELETE FROM t WHERE id = 500"),
                         lambda rows: 500 not in dict(rows), "table t, row id = 500")

    def test_by_a_writer_that_waits_for_the_comparison_are_kept(self):
        _, right = self.pair()
        other = self.connect(right)
        other.execute("PRAGMA busy_timeout = 60000")
        committing = threading.Thread(target=lambda: other.execute("COMMIT"))

        def change():
            other.execute("BEGIN IMMEDIATE")
            other.execute("UPDATE t SET v = 'mine' WHERE id = 500")
            committing.start()  # ends when peel has read what it wanted

        self.assert_kept(right, change, lambda rows: (500, "mine") in rows, "table t, row id = 500")
        committing.join()

    def test_that_take_a_key_that_is_to_be_added_are_kept(self):
        left, right = self.pair(journal="wal")
        other = self.connect(right)
        result = self.sync_while(left, right, lambda: other.execute(f"INSERT INTO t VALUES({ROWS + 5}, 'mine')"))
        self.assert_one_sentence(result)
        self.assertIn(f"table t, row id = {ROWS + 5}: ", result.stderr.decode())
        rows = contents(right)["t"]
        self.assertIn((ROWS + 5, "mine"), rows)
        self.assertEqual(len(rows), ROWS + 1)

    def test_of_other_rows_are_kept_and_said_to_be_left_over(self):
        left, right = self.pair(journal="wal")
        other = self.connect(right)
        result = self.sync_while(left, right, lambda: other.execute("INSERT INTO t VALUES(-1, 'mine')"))
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        self.assertRegex(result.stdout.decode()[-200:], r"\nnot equal: [^\n]*1 row would have to be removed; run it again\n\Z")
        self.assertIn((-1, "mine"), contents(right)["t"])

    def test_that_never_end_are_never_mixed_with_what_was_compared(self):
        left, right = self.pair(1_000, journal="wal")
        make = "CREATE TABLE twin(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER)"
        for path in (left, right):
            database = self.connect(path)
            database.execute(make)
            database.execute("INSERT INTO twin VALUES(1, 0, 0)")
            database.close()
        goes_on = threading.Event()
        goes_on.set()

        def write():
            other = self.connect(right)
            other.execute("PRAGMA busy_timeout = 60000")
            other.execute("PRAGMA synchronous = OFF")
            while goes_on.is_set():
                other.execute("UPDATE twin SET a = a + 1, b = b + 1")

        writer = threading.Thread(target=write)
        writer.start()
        try:
            results = [sync("--apply", left, right) for _ in range(4)]
            differences = [peel("diff", table(left, "twin"), table(right, "twin")) for _ in range(4)]
        finally:
            goes_on.clear()
            writer.join()
        for result in results:
            with self.subTest(result.stderr):
                self.assertIn(result.returncode, (0, 1, 2))
                if result.returncode == 2:
                    self.assertIn("nothing was written, run the sync again\n", result.stderr.decode())
        for result in differences:  # both columns were written together, and are read together
            self.assertRegex(result.stdout, rb"\A(~ id=1: a 0 -> (\d+), b 0 -> \2\n)?\Z")
        (number, a, b), = contents(right)["twin"]
        self.assertEqual(a, b)


if __name__ == "__main__":
    unittest.main()
