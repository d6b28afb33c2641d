#!/usr/bin/env python3
"""peel sync of folders where something is in the way: what it says, what it proves, and what it puts back.

usage: PEEL_COMMAND=path/to/peel tree_sync_trouble_test.py
"""
import os
import signal
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

from command import PEEL, json_lines
from tree_sync_folders import NOBODY, TreeSync, needs_root, needs_strace


class Proof(TreeSync):
    def immutable(self, path):
        """A file that even root may not write."""
        if subprocess.run(["chattr", "+i", str(path)], capture_output=True).returncode != 0:
            self.skipTest("the file system has no such files")
        self.addCleanup(subprocess.run, ["chattr", "-i", str(path)])

    @needs_root
    def test_a_file_that_could_not_be_written_is_not_proved_equal(self):
        self.make(self.left, {"f": b"new"})
        self.make(self.right, {"f": b"old"})
        self.immutable(self.right / "f")
        result = self.sync("--apply")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stdout.decode(), "~ f: content differs\ndone: nothing; not done: 1 entry changed\n"
                         "not equal: 1 entry would still have to be changed\n")
        summary = json_lines(self.sync("--apply", "--json"))[-1]["summary"]
        self.assertEqual((summary["proved"], summary["complete"], summary["left_over"], summary["done"]),
                         (False, False, 1, 0))

    @needs_root
    def test_files_that_were_never_read_are_not_proved_equal(self):
        self.make(self.left, {"f": b"new"})
        self.make(self.right, {"f": b"old"})
        for side in (self.left, self.right):
            (side / "f").chmod(0)
        user = self.give_away()
        for arguments in ((), ("--apply",)):
            result = self.sync(*arguments, **user)
            self.assertEqual(result.returncode, 2)
            self.assertEqual(result.stdout, b"not known to be equal: not everything can be read or written\n")
            self.assertIn(f"peel: 1 entry in {self.left} or {self.right} could not be read or written; ",
                          result.stderr.decode())
            summary = json_lines(self.sync("--json", *arguments, **user))[-1]["summary"]
            self.assertEqual((summary["proved"], summary["complete"]), (False, False))
        self.assertIn(b"; all the rest was done\n", result.stderr)

    @needs_root
    def test_files_that_were_never_read_are_not_proved_equal_by_what_is_written(self):
        self.make(self.left, {"f": b"new", "g": b"g"})
        self.make(self.right, {"f": b"old"})
        for side in (self.left, self.right):
            (side / "f").chmod(0)
        result = self.sync("--apply", **self.give_away())
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stdout.decode(), "+ g\ndone: 1 entry added\n"
                         "not proved: not everything could be read or written\n")

    @needs_root
    def test_with_a_closed_folder_in_right_there_is_not_nothing_to_do(self):
        self.make(self.left, {"d/f": b"x"})
        self.make(self.right, {"d/f": b"y"})
        (self.right / "d").chmod(0)
        (self.left / "d").chmod(0)
        result = self.sync(**self.give_away())
        self.assertEqual(result.returncode, 2)
        self.assertNotIn(b"nothing to do", result.stdout)

    def test_size_and_time_are_no_proof(self):
        self.make(self.left, {"a": b"one", "b": b"new"})
        self.make(self.right, {"a": b"two"})
        lines = self.sync("--apply", "--no-checksum").stdout.decode().splitlines()
        self.assertRegex(lines[-1], "^equal by size and time: 2 files on each side, 1 file read back; digest ")
        self.assertEqual(self.sync("--no-checksum").stdout,
                         b"nothing to do: 2 files on each side, by size and time\n")
        result = self.sync("--apply", "--no-checksum", "--json")
        summary = json_lines(result)[-1]["summary"]
        self.assertEqual((result.returncode, summary["proved"], summary["equal_by"]), (0, False, "size and time"))
        (self.right / "a").write_bytes(b"one")
        summary = json_lines(self.sync("--apply", "--json"))[-1]["summary"]
        self.assertEqual((summary["proved"], summary["equal_by"], summary["complete"]), (True, "contents", True))

    @unittest.skipUnless(os.path.isdir("/dev/shm"), "needs a file system that holds all times")
    def test_times_that_the_file_system_cannot_hold_are_said_to_be_the_cause(self):
        shared = tempfile.TemporaryDirectory(dir="/dev/shm")
        self.addCleanup(shared.cleanup)
        self.left = self.make(Path(shared.name) / "left", {"a": b"x", "b": b"y", "c": b"z"})
        self.make(self.right, {"b": b"y"})
        for path in (self.left / "a", self.left / "b", self.right / "b"):
            os.utime(path, (0, -6_000_000_000))
        if os.stat(self.right / "b").st_mtime == os.stat(self.left / "b").st_mtime:
            self.skipTest("both file systems hold the time, or none")
        for _ in range(2):
            result = self.sync("--apply")
            self.assertEqual((result.returncode, result.stderr), (1, b""))
            self.assertIn(b"not equal: the file system of RIGHT cannot hold the times of 2 files; all else is equal\n",
                          result.stdout)

    def test_several_links_are_counted_as_such(self):
        self.make(self.left, {})
        for i in range(10):
            os.symlink("x", self.left / str(i))
        self.assertIn(b"proved equal: 0 files, 10 links or others on each side", self.sync("--apply").stdout)


@needs_root
class Modes(TreeSync):
    def test_a_right_that_its_owner_may_not_write_is_synced_and_stays_so(self):
        self.make(self.left, {"a": b"new"})
        self.make(self.right, {"a": b"of old", "b": b"to go"})
        self.right.chmod(0o555)
        self.assert_synced(self.sync("--apply", **self.give_away()))
        self.assertEqual(stat.S_IMODE(self.right.stat().st_mode), 0o555)

    def test_a_right_that_is_made_has_the_owner_of_left(self):
        self.make(self.left, {"a": b"x"})
        os.chown(self.left, NOBODY, NOBODY)
        self.left.chmod(0o2750)
        self.assert_synced(self.sync("--apply"))
        about = self.right.stat()
        self.assertEqual((about.st_uid, about.st_gid, stat.S_IMODE(about.st_mode)), (NOBODY, NOBODY, 0o2750))

    def test_a_folder_that_is_kept_has_its_mode_again(self):
        self.make(self.left, {})
        self.make(self.right, {"d/a": b"x", "d/b.o": b"x"})
        (self.right / "d").chmod(0o555)
        self.assertEqual(self.sync("--apply", "--exclude", "*.o", **self.give_away()).returncode, 0)
        self.assertEqual(self.contents(), {"d": None, "d/b.o": b"x"})
        self.assertEqual(stat.S_IMODE((self.right / "d").stat().st_mode), 0o555)

    def test_a_folder_in_which_a_step_fails_has_its_mode_again(self):
        self.make(self.left, {"d/a": b"new", "d/b": b"new"})
        self.make(self.right, {"d/a": b"of old", "e/f": b"to go"})
        for folder in (self.right / "d", self.right / "e", self.left / "d"):
            folder.chmod(0o555)
        (self.left / "d/a").chmod(0)
        self.assertEqual(self.sync("--apply", **self.give_away()).returncode, 2)
        self.assertEqual(self.contents(), {"d": None, "d/a": b"of old", "d/b": b"new", "e": None, "e/f": b"to go"})
        for name in ("d", "e"):
            self.assertEqual(stat.S_IMODE((self.right / name).stat().st_mode), 0o555, name)

    @needs_strace
    def test_an_interrupt_gives_folders_their_modes_again(self):
        self.make(self.left, {"d/a": b"new", "d/b": b"newer"})
        self.make(self.right, {"d/c": b"to go"})
        (self.right / "d").chmod(0o555)
        result = self.sync_with_fault("fsync:signal=SIGINT:when=1", **self.give_away())
        self.assertEqual(result.returncode, -signal.SIGINT)
        self.assertIn(b"peel: interrupted; every file is as it was or as it shall be", result.stderr)
        self.assertIn("d/c", self.contents())  # removals come last
        self.assertEqual(stat.S_IMODE((self.right / "d").stat().st_mode), 0o555)


class Limits(TreeSync):
    def test_nothing_is_made_if_the_plan_cannot_be_shown(self):
        self.make(self.left, {f"{i:0200}": b"" for i in range(2000)})
        with open("/dev/full", "wb") as full:
            self.assertEqual(self.sync("--apply", capture_output=False, stdout=full, stderr=subprocess.DEVNULL)
                             .returncode, 2)
        self.assertFalse(self.right.exists())
        subprocess.run(["bash", "-c", '"$@" | head -1', "-", PEEL, "sync", "--apply", str(self.left), str(self.right)],
                       capture_output=True)
        self.assertFalse(self.right.exists())

    @needs_strace
    def test_a_timeout_ends_the_copying(self):
        self.make(self.left, {f"{i:03}": b"x" for i in range(100)})
        self.make(self.right, {"old": b"to go"})
        result = self.sync_with_fault("fsync:delay_enter=100000", "--timeout", "2s")
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"peel: {self.right} was not finished in the time allowed; every file in it is as it was or as "
                      "it shall be, and the next sync does the rest; give it more time with --timeout\n",
                      result.stderr.decode())
        self.assertEqual(self.contents().pop("old"), b"to go")
        self.assertLess(len(self.contents()), 60)
        self.assert_synced(self.sync("--apply"))

    @needs_strace
    def test_a_timeout_ends_the_proof(self):
        self.make(self.left, {"a": b"x"})
        self.make(self.right, {})
        result = self.sync_with_fault("renameat2:delay_exit=2000000", "--timeout", "1s")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"takes longer than allowed; give it more time with --timeout\n", result.stderr)
        self.assertNotIn(b"proved", result.stdout)
        self.assertEqual(self.contents(), {"a": b"x"})

    def test_right_cannot_be_standard_input(self):
        self.make(self.left, {"a": b"x"})
        result = subprocess.run([PEEL, "sync", "--apply", str(self.left), "-"], cwd=self.folder, capture_output=True)
        self.assert_trouble(result, "RIGHT is -, standard input, which cannot be written; accepted is a folder, and ./- "
                            "for one of that name\n")
        self.assertEqual(os.listdir(self.folder), ["left"])

    def test_a_left_that_is_not_there_is_said_to_be_missing(self):
        self.make(self.right, {})
        self.assert_trouble(self.sync("--apply"), f"cannot read {self.left}: No such file or directory; accepted is a "
                            f"folder, as {self.right} is one\n")


class Done(TreeSync):
    def test_counts_what_was_done(self):
        self.make(self.left, {"a": b"new", "b": b"new", "c": b"new"})
        self.make(self.right, {"a": b"of old", "r": b"to go"})
        (self.left / "c").unlink()
        os.symlink("nowhere", self.left / "c")
        result = self.sync("--apply")
        self.assertIn(b"done: 1 entry changed, 2 added, 1 removed\nproved equal", result.stdout)

    @needs_root
    def test_names_what_was_not_done(self):
        self.make(self.left, {"a": b"new", "b": b"new", "c": b"new"})
        self.make(self.right, {"a": b"of old", "r": b"to go"})
        (self.left / "c").chmod(0)
        result = self.sync("--apply", **self.give_away())
        self.assertIn(b"done: 1 entry changed, 1 added; not done: 1 entry added, 1 removed\n"
                      b"not equal: 2 entries would still have to be changed\n", result.stdout)
        self.assertIn(f"peel: nothing was removed, since 1 entry in {self.left} or {self.right} could not be read or "
                      "written; see to that, or leave it out with --exclude, and run it again\n", result.stderr.decode())


if __name__ == "__main__":
    unittest.main()
