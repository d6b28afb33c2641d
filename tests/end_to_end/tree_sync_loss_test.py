#!/usr/bin/env python3
"""peel sync of folders loses nothing: what is excluded stays where it is, and nothing goes until all has come.

usage: PEEL_COMMAND=path/to/peel tree_sync_loss_test.py       (PEEL_TEST_SEED=n replays a run)
"""
import os
import shutil
import signal
import socket
import stat
import subprocess
import unittest

from command import PEEL
from diff_pairs import test_seed
from tree_model import PLAIN, TreeMaker, copy_tree
from tree_sync_folders import TreeSync, needs_root, needs_strace, walk

ROUNDS = 60
NOT_REMOVED = "nothing was removed, since "


class Excluded(TreeSync):
    def test_a_folder_with_something_excluded_in_it_is_not_moved_as_one(self):
        self.make(self.left, {"new/f": b"A", "new/g/h": b"B"})
        self.make(self.right, {"old/f": b"A", "old/g/h": b"B", "old/local.conf": b"secret"})
        inode = self.inode("old/f")
        for _ in range(2):
            result = self.sync("--apply", "--exclude", "/old/local.conf")
            self.assertEqual((result.returncode, result.stderr.decode()),
                             (0, f"note: {self.right}/old is kept, since something in it is left out\n"))
            self.assertEqual(self.contents(), {"new": None, "new/f": b"A", "new/g": None, "new/g/h": b"B",
                                               "old": None, "old/local.conf": b"secret"})
        self.assertEqual(self.inode("new/f"), inode, "the files are moved all the same")

    def test_of_kept_folders_in_each_other_the_uppermost_is_named(self):
        self.make(self.left, {})
        self.make(self.right, {"a/b/c/x.o": b"", "a/b/f": b"", "a-b": b"", "d/e": b""})
        result = self.sync("--apply", "--exclude", "*.o")
        self.assertEqual(result.stderr.decode(), f"note: {self.right}/a is kept, since something in it is left out\n")
        self.assertEqual(self.contents(), {"a": None, "a/b": None, "a/b/c": None, "a/b/c/x.o": b""})

    def test_a_folder_with_something_excluded_in_it_does_not_become_a_file(self):
        self.make(self.left, {"p": b"file", "q": b"new"})
        self.make(self.right, {"p/x.o": b"o", "p/f": b"f", "r": b"to go"})
        for arguments in ((), ("--apply",)):
            result = self.sync("--exclude", "*.o", *arguments)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"peel: {self.left}/p is not copied, since {self.right}/p is a folder with something in it "
                          "that is excluded; remove that folder, or exclude both\n", result.stderr.decode())
            self.assertNotRegex(result.stdout, rb"(?m)^[-+~>] p")
            self.assertNotIn(b"changed after", result.stderr)
        self.assertEqual(self.contents(), {"p": None, "p/x.o": b"o", "p/f": b"f", "q": b"new"})

    def test_nothing_takes_the_place_of_something_excluded(self):
        self.make(self.left, {"build": b"file"})
        self.make(self.right, {"build/f": b"f"})
        for arguments in ((), ("--apply",)):
            result = self.sync("--exclude", "build/", *arguments)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"peel: {self.left}/build is not copied, since {self.right}/build is excluded; ",
                          result.stderr.decode())
            self.assertNotIn(b"+ build", result.stdout)
        self.assertEqual(self.contents(), {"build": None, "build/f": b"f"})


class ExcludedAtRandom(TreeSync):
    """With --exclude '*.o' --exclude build/, whatever the two folders are."""

    def split(self, side):
        """What is compared, and what is left out: {path: what is kept of it} of both."""
        seen, left_out = {}, {}
        for path, values in walk(side).items():
            parts = path.split(b"/")
            folders = parts if stat.S_ISDIR(values[0]) else parts[:-1]
            is_left_out = any(part.endswith(b".o") for part in parts) or b"build" in folders
            (left_out if is_left_out else seen)[path] = values
        return seen, left_out

    @staticmethod
    def has_in(folder, paths):
        return any(path.startswith(folder + b"/") for path in paths)

    def is_something_refused(self):
        left, _ = self.split(self.left)
        right, left_out = self.split(self.right)
        return any(path in left_out or (path in right and stat.S_ISDIR(right[path][0]) and
                                        not stat.S_ISDIR(values[0]) and self.has_in(path, left_out))
                   for path, values in left.items())

    def check(self, was_left_out, is_refused):
        result = self.sync("--apply", "--exclude", "*.o", "--exclude", "build/")
        self.assertEqual(result.returncode, 2 if is_refused else 0, result.stderr)
        left, _ = self.split(self.left)
        right, left_out = self.split(self.right)
        self.assertEqual(left_out, was_left_out)
        if not is_refused:
            kept = {path for path, values in right.items()
                    if path not in left and stat.S_ISDIR(values[0]) and self.has_in(path, left_out)}
            self.assertEqual({path: values for path, values in right.items() if path not in kept}, left)
        return result

    def test_what_is_excluded_stays_and_the_rest_becomes_equal(self):
        seed = test_seed()
        print(f"seed {seed}")
        refused = 0
        for number in range(ROUNDS):
            with self.subTest(seed=seed, round=number):
                maker = TreeMaker(f"{seed} {number}", names=PLAIN)
                left, right = os.fsencode(self.left), os.fsencode(self.right)
                for side in (left, right):
                    shutil.rmtree(side, ignore_errors=True)
                os.mkdir(left)
                maker.fill(left, 2)
                copy_tree(left, right)
                for _ in range(maker.dice.randrange(16)):
                    maker.mutate(maker.dice.choice([left, right]))
                is_refused = self.is_something_refused()
                refused += is_refused
                _, was_left_out = self.split(self.right)
                self.check(was_left_out, is_refused)
                again = self.check(was_left_out, is_refused)
                self.assertIn(b"not known to be equal" if is_refused else b"nothing to do", again.stdout)
        print(f"{refused} of {ROUNDS} with something refused")


@needs_root
class Unread(TreeSync):
    """Once something could not be read or written, nothing is removed."""

    def assert_nothing_removed(self, result, there):
        self.assertEqual(result.returncode, 2)
        self.assertIn(NOT_REMOVED, result.stderr.decode())
        self.assertNotIn(b"proved", result.stdout)
        self.assertIn(b"not equal", result.stdout)
        self.assertEqual(self.contents(), there)

    def test_a_folder_of_left(self):
        self.make(self.left, {"new/f": b"x"})
        self.make(self.right, {"old/f": b"x"})
        (self.left / "new").chmod(0)
        result = self.sync("--apply", **self.give_away())
        self.assert_nothing_removed(result, {"old": None, "old/f": b"x"})

    def test_a_file_of_left(self):
        self.make(self.left, {"report-new": b"v2"})
        self.make(self.right, {"report": b"v1"})
        (self.left / "report-new").chmod(0)
        self.assert_nothing_removed(self.sync("--apply", **self.give_away()), {"report": b"v1"})

    @unittest.skipIf(os.environ.get("PEEL_SANITIZE"), "sanitizers need descriptors of their own")
    def test_a_folder_that_is_too_deep_for_the_descriptors(self):
        self.make(self.left, {"new/" + "d/" * 30 + "f": b"x"})
        self.make(self.right, {"old/f": b"x"})
        result = subprocess.run(["bash", "-c", 'ulimit -n 14; exec "$@"', "-", PEEL, "sync", "--apply", str(self.left),
                                 str(self.right)], capture_output=True)
        self.assertEqual(result.returncode, 2)
        self.assertIn(NOT_REMOVED, result.stderr.decode())
        self.assertEqual(self.contents()["old/f"], b"x")

    def test_a_folder_of_right(self):
        self.make(self.left, {"a": b"x"})
        self.make(self.right, {"closed/f": b"x", "r": b"to go"})
        (self.right / "closed").chmod(0)
        result = self.sync("--apply", **self.give_away())
        self.assertNotIn(b"is not empty", result.stderr)
        self.assert_nothing_removed(result, {"a": b"x", "closed": None, "closed/f": b"x", "r": b"to go"})

    def test_a_file_that_comes_where_a_folder_is(self):
        self.make(self.left, {"a": b"file"})
        self.make(self.right, {"a/f": b"f"})
        (self.left / "a").chmod(0)
        self.assert_nothing_removed(self.sync("--apply", **self.give_away()), {"a": None, "a/f": b"f"})

    def test_a_folder_of_left_does_not_come_where_a_file_is(self):
        self.make(self.left, {"d/f": b"f"})
        self.make(self.right, {"d": b"file", "r": b"to go"})
        (self.left / "d").chmod(0)
        self.assert_nothing_removed(self.sync("--apply", **self.give_away()), {"d": b"file", "r": b"to go"})

    def test_a_folder_of_right_in_one_that_moved(self):
        self.make(self.left, {"new/f": b"some bytes", "new/closed/": b""})
        self.make(self.right, {"old/f": b"some bytes", "old/closed/local.conf": b"secret"})
        (self.right / "old/closed").chmod(0)
        result = self.sync("--apply", "--exclude", "/old/closed/local.conf", **self.give_away())
        self.assertEqual(result.returncode, 2)
        self.assertEqual(self.contents(), {"new": None, "new/closed": None, "new/f": b"some bytes", "old": None,
                                           "old/closed": None, "old/closed/local.conf": b"secret"})

    def test_a_dry_run_says_that_nothing_would_be_removed(self):
        self.make(self.left, {"new/f": b"x"})
        self.make(self.right, {"old/f": b"x"})
        (self.left / "new").chmod(0)
        result = self.sync(**self.give_away())
        self.assertIn(f"peel: 1 entry in {self.left} or {self.right} could not be read or written; --apply does what it "
                      "can without, and removes nothing unless everything can be read and written\n",
                      result.stderr.decode())


class Sockets(TreeSync):
    def test_where_left_has_a_socket_right_keeps_what_it_has_and_others_go(self):
        self.make(self.left, {"b": b"new"})
        self.make(self.right, {"a/i": b"i", "c": b"to go"})
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.left / "a"))
            result = self.sync("--apply")
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"peel: {self.left}/a is a socket, which is not copied; ", result.stderr.decode())
        self.assertIn(f"peel: 1 entry in {self.left} or {self.right} could not be read or written; all the rest was "
                      "done\n", result.stderr.decode())
        self.assertNotIn(b"run it again", result.stdout + result.stderr)
        self.assertNotIn(b"proved equal", result.stdout)
        self.assertEqual(self.contents(), {"a": None, "a/i": b"i", "b": b"new"})


class Placed(TreeSync):
    def test_a_link_comes_where_a_folder_was(self):
        self.make(self.left, {"x": b"x"})
        self.make(self.right, {"a/b/c": b"c", "x": b"x"})
        os.symlink("x", self.left / "a")
        self.assert_synced(self.sync("--apply"))

    def test_a_folder_into_which_something_comes_meanwhile_stays(self):
        self.make(self.left, {"a": b"file"})
        self.make(self.right, {"a/f": b"f"})
        status, said = self.sync_while(lambda: (self.right / "a/mine").write_bytes(b"mine"))
        self.assertEqual(status, 2)
        self.assertIn(f"peel: {self.right}/a is not empty: something came into it after it was compared; it was kept\n",
                      said)
        self.assertEqual(self.contents(), {"a": None, "a/mine": b"mine"})


@needs_root
class Full(TreeSync):
    """A file system with so many entries and no more."""

    def setUp(self):
        super().setUp()
        self.right.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "nr_inodes=20", "none", str(self.right)],
                                 capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("cannot mount")
        self.addCleanup(subprocess.run, ["umount", str(self.right)], check=True)

    def assert_stopped(self):
        self.make(self.right, {"old": b"to go"})
        result = self.sync("--apply")
        self.assertEqual(result.returncode, 2)
        said = result.stderr.decode()
        self.assertEqual(said.count("No space left on device"), 1, said)
        self.assertIn(f"peel: {self.right} was not finished; every file in it is as it was or as it shall be", said)
        self.assertEqual((self.right / "old").read_bytes(), b"to go")

    def test_of_files_ends_it(self):
        self.make(self.left, {f"f{i:02}": b"x" for i in range(40)})
        self.assert_stopped()

    def test_of_folders_ends_it(self):
        self.make(self.left, {f"d{i:02}/": b"" for i in range(40)})
        self.assert_stopped()

    def test_of_links_ends_it(self):
        self.make(self.left, {})
        for i in range(40):
            os.symlink("x" * 200, self.left / f"l{i}")
        self.assert_stopped()

    def test_of_fifos_ends_it(self):
        self.make(self.left, {})
        for i in range(40):
            os.mkfifo(self.left / f"p{i}")
        self.assert_stopped()


@needs_strace
class Unforced(TreeSync):
    def test_nothing_goes_until_what_came_is_on_the_disk(self):
        self.make(self.left, {"a": b"new"})
        self.make(self.right, {"b": b"to go"})
        result = self.sync_with_fault("fsync:error=ENOSPC:when=2")  # the first is that of the file
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"peel: cannot write {self.right}: No space left on device\n", result.stderr.decode())
        self.assertEqual(self.contents(), {"a": b"new", "b": b"to go"})


@needs_strace
class Exchanged(TreeSync):
    """That a file system cannot exchange two names is no trouble, nor that it may overwrite; other errors are."""

    def setUp(self):
        super().setUp()
        self.make(self.left, {"d/f": b"f"})
        self.make(self.right, {"d": b"file"})

    def test_without_exchange_a_folder_comes_where_a_file_was_all_the_same(self):
        self.assert_synced(self.sync_with_fault("renameat2:error=EINVAL:when=1"))

    def test_without_any_renaming_of_that_kind_it_comes_too(self):
        self.assert_synced(self.sync_with_fault("renameat2:error=EINVAL"))

    def test_another_error_is_reported_and_the_file_is_kept(self):
        for error, reason in (("EIO", "Input/output error"), ("EPERM", "Operation not permitted")):
            result = self.sync_with_fault(f"renameat2:error={error}:when=1")
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"peel: cannot make {self.right}/d: {reason}\n", result.stderr.decode())
            self.assertNotIn(b"proved", result.stdout)
            self.assertEqual(self.contents(), {"d": b"file"})
        self.assert_synced(self.sync("--apply"))

    def test_another_error_is_reported_where_a_new_file_comes(self):
        self.make(self.left, {"new": b"new"})
        shutil.rmtree(self.left / "d")
        result = self.sync_with_fault("renameat2:error=EIO:when=1")
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"peel: cannot write {self.right}/new: Input/output error\n", result.stderr.decode())
        self.assertEqual(self.contents(), {"d": b"file"})


class Leftovers(TreeSync):
    NAME = ".peel-sync-2147483646-7.tmp"

    def test_stay_while_something_cannot_be_done(self):
        self.make(self.left, {"a": b"new"})
        self.make(self.right, {"a": b"of old", self.NAME: b"the only copy"})
        status, _ = self.sync_while((self.left / "a").unlink)
        self.assertEqual(status, 2)
        self.assertEqual(self.few_contents(), {"a": b"of old", self.NAME: b"the only copy"})

    def test_do_not_keep_the_folder_that_they_are_in(self):
        self.make(self.left, {})
        self.make(self.right, {f"d/{self.NAME}": b"half"})
        self.assertEqual(self.sync("--apply").returncode, 0)
        self.assertEqual(self.contents(), {})


@needs_strace
class Interrupted(TreeSync):
    def test_between_two_moves_the_moves_are_ended_first(self):
        self.make(self.left, {"a": b"one", "b": b"two", "z": b"written after the moves"})
        self.make(self.right, {"a": b"two", "b": b"one"})
        result = self.sync_with_fault("linkat:signal=SIGINT:when=1")
        self.assertIn(b"peel: interrupted; ", result.stderr)
        self.assertEqual(self.contents(), {"a": b"one", "b": b"two"})

    def test_in_the_middle_of_a_file_nothing_is_left_half_written(self):
        self.make(self.left, {"large": b"no hole " * (1 << 20), "small": b"new"})
        self.make(self.right, {"large": b"as it was", "to go": b"later"})
        result = self.sync_with_fault("pwrite64:signal=SIGINT:when=3")
        self.assertEqual(result.returncode, -signal.SIGINT)
        self.assertIn(b"peel: interrupted; every file is as it was or as it shall be", result.stderr)
        left = {name: data for name, data in self.contents().items() if name != "small"}  # it may be there already
        self.assertEqual(left, {"large": b"as it was", "to go": b"later"})

    def test_a_saved_file_whose_move_fails_is_kept(self):
        # Second names can be made, but neither they nor anything else gets into its place.
        self.make(self.left, {"a": b"one", "b": b"two"})
        self.make(self.right, {"a": b"two", "b": b"one"})
        result = self.sync_with_fault("renameat:error=EIO:when=2+")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(set(self.contents().values()), {b"one", b"two"})
        self.assertRegex(result.stderr.decode(), r"note: .*right/[ab] could not be moved, and is kept as "
                         r".*right/\.peel-sync-\d+-\d+\.tmp; the next sync that can do everything removes that")
        result = self.sync("--apply")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.contents(), {"a": b"one", "b": b"two"})


if __name__ == "__main__":
    unittest.main()
