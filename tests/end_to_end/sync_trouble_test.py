#!/usr/bin/env python3
"""peel sync in trouble: whatever happens, RIGHT is what it was or what it should be, and keeps its place and owner.

usage: PEEL_COMMAND=path/to/peel sync_trouble_test.py       (PEEL_TEST_SEED=n replays a run)
"""
import os
import random
import resource
import signal
import stat
import struct
import subprocess
import time
import unittest
from pathlib import Path

from command import PEEL, FolderTest, peel
from diff_pairs import test_seed

NOBODY = 65534
KILLS = 50


class SyncTrouble(FolderTest):
    def file(self, name, contents):
        return Path(super().file(name, contents))

    def small_pair(self):
        return self.file("left", b"a\nb\n"), self.file("right", b"b\nc\n")

    def temporaries(self):
        return [path for path in self.folder.iterdir() if path.name.startswith(".peel-")]

    def assert_refused(self, arguments, sentence, **options):
        self.assert_trouble(peel("sync", "--apply", *map(str, arguments), **options), sentence + "\n")


class Kills(SyncTrouble):
    def setUp(self):
        super().setUp()
        lines = [b"%d of many lines\n" % i for i in range(200_000)]
        self.old = b"".join(lines[:-300])
        self.new = b"".join(lines[200:])  # the first ones go, the last ones come
        self.right = self.file("right", self.old)
        self.left = self.file("left", self.new)

    def kill_after(self, is_time):
        """Kills it by SIGKILL once is_time(seconds since it started) holds; whether it was still running."""
        started = time.monotonic()
        with subprocess.Popen([PEEL, "sync", "--apply", "--quiet", str(self.left), str(self.right)]) as running:
            while running.poll() is None and not is_time(time.monotonic() - started):
                time.sleep(0.0005)
            running.kill()
        return running.returncode == -signal.SIGKILL

    def while_writing(self, delay):
        """Whether the new file was there so many seconds ago."""
        begun = []

        def is_time(passed):
            if not begun and self.temporaries():
                begun.append(passed)
            return bool(begun) and passed > begun[0] + delay

        return is_time

    def test_at_any_moment_leave_right_old_or_new(self):
        seed = test_seed()
        print(f"PEEL_TEST_SEED={seed}", flush=True)
        r = random.Random(seed)
        started = time.monotonic()
        self.assertFalse(self.kill_after(lambda _: False))
        whole = time.monotonic() - started
        self.assertEqual(self.right.read_bytes(), self.new)
        for number in range(KILLS):
            if self.right.read_bytes() != self.old:
                self.right.write_bytes(self.old)
            for left_behind in self.temporaries():
                left_behind.unlink()
            moment = r.uniform(0, whole)
            if number % 2:
                self.kill_after(lambda passed: passed > moment)
            else:
                self.kill_after(self.while_writing(moment / 3))
            with self.subTest(seed=seed, number=number):
                self.assertIn(self.right.read_bytes(), (self.old, self.new))
                self.assertLessEqual(len(self.temporaries()), 1)
        self.assertEqual(peel("sync", "--apply", "--quiet", str(self.left), str(self.right)).returncode, 0)
        self.assertEqual(self.right.read_bytes(), self.new)


class FullDisk(SyncTrouble):
    def test_leaves_right_as_it_was(self):
        # A limit on the size of files fails as a full disk does, where its signal is ignored.
        left, right = self.file("left", b"x\n" * 100_000), self.file("right", b"y\n" * 100)

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        self.assert_refused(["--quiet", left, right], f"cannot write {right}: File too large", preexec_fn=limit,
                            restore_signals=False)
        self.assertEqual(right.read_bytes(), b"y\n" * 100)
        self.assertEqual(self.temporaries(), [])

    def test_that_is_real_leaves_right_as_it_was(self):
        left = self.file("left", b"x\n" * 400_000)
        folder = self.folder / "disk"
        folder.mkdir()
        script = ('mount -t tmpfs -o size=256k none "$1" || exit 77; echo y > "$1/right"; '
                  '"$2" sync --apply --quiet "$3" "$1/right"; echo "status $?"; cat "$1/right"; ls -A "$1"')
        result = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", str(folder), os.path.abspath(PEEL), str(left)],
                                capture_output=True)
        if b"status" not in result.stdout:
            self.skipTest("no file system may be mounted here")
        self.assertEqual(result.stdout.decode(), "status 2\ny\nright\n")
        self.assertEqual(result.stderr.decode(), f"peel: cannot write {folder}/right: No space left on device\n")

    def test_behind_standard_output_leaves_right_as_it_was(self):
        left, right = self.small_pair()
        for arguments in ([], ["--json"]):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                result = peel("sync", "--apply", *arguments, str(left), str(right), capture_output=False, stdout=full,
                              stderr=subprocess.PIPE)
                self.assertEqual(result.stderr.decode(),
                                 "peel: cannot write to standard output: No space left on device\n")
                self.assertEqual(result.returncode, 2)
                self.assertEqual(right.read_bytes(), b"b\nc\n")


class Permissions(SyncTrouble):
    def sync_as_nobody(self, *arguments):
        """As a user who is not root; where the tests are not run by root, as whoever runs them."""
        if os.getuid() != 0:
            return peel("sync", *map(str, arguments))

        def become_nobody():
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)

        self.folder.chmod(0o755)
        probe = subprocess.run(["test", "-x", os.path.abspath(PEEL)], preexec_fn=become_nobody)
        if probe.returncode:
            self.skipTest("peel is in a folder that only root can read")
        return peel("sync", *map(str, arguments), preexec_fn=become_nobody)

    def test_are_those_of_the_file_that_is_replaced(self):
        for mode in (0o600, 0o640, 0o666, 0o755):
            with self.subTest(oct(mode)):
                left, right = self.small_pair()
                right.chmod(mode)
                self.assertEqual(peel("sync", "--apply", str(left), str(right)).returncode, 0)
                self.assertEqual(stat.S_IMODE(right.stat().st_mode), mode)

    @unittest.skipUnless(os.getuid() == 0, "only root may give files away")
    def test_owner_and_group_are_kept_where_that_is_allowed(self):
        left, right = self.small_pair()
        os.chown(right, 1234, 2345)
        self.assertEqual(peel("sync", "--apply", str(left), str(right)).returncode, 0)
        self.assertEqual((right.stat().st_uid, right.stat().st_gid), (1234, 2345))

    @unittest.skipUnless(os.getuid() == 0, "only root may give files away")
    def test_of_a_group_that_cannot_be_kept_do_not_go_to_another_group(self):
        folder = self.folder / "of_nobody"
        folder.mkdir()
        left, right = self.file("of_nobody/left", b"a\n"), self.file("of_nobody/right", b"b\n")
        os.chown(folder, NOBODY, NOBODY)
        for mode, expected in ((0o660, 0o600), (0o664, 0o644), (0o640, 0o600)):
            with self.subTest(oct(mode)):
                right.write_bytes(b"b\n")
                os.chown(right, NOBODY, 2345)
                right.chmod(mode)
                self.assertEqual(self.sync_as_nobody("--apply", "--quiet", left, right).returncode, 0)
                self.assertEqual((right.stat().st_gid, stat.S_IMODE(right.stat().st_mode)), (NOBODY, expected))

    def test_of_an_access_list_are_kept(self):
        left, right = self.small_pair()
        # Version 2; owner rw, user 1234 r, group none, mask r, others none.
        entries = [(0x01, 6, 0xffffffff), (0x02, 4, 1234), (0x04, 0, 0xffffffff), (0x10, 4, 0xffffffff),
                   (0x20, 0, 0xffffffff)]
        wanted = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)
        try:
            os.setxattr(right, "system.posix_acl_access", wanted)
        except OSError:
            self.skipTest("the file system has no access lists")
        self.assertEqual(peel("sync", "--apply", str(left), str(right)).returncode, 0)
        self.assertEqual(os.getxattr(right, "system.posix_acl_access"), wanted)

    def test_of_a_read_only_folder_are_respected(self):
        left, right = self.small_pair()
        right.chmod(0o666)
        self.folder.chmod(0o555)
        try:
            if os.getuid() == 0:
                self.folder.chmod(0o755)  # of root, so that nobody may not write there
            result = self.sync_as_nobody("--apply", "--quiet", left, right)
        finally:
            self.folder.chmod(0o755)
        self.assert_trouble(result, f"cannot write {right}: the file that is to replace it cannot be made in its "
                                    "folder: Permission denied\n")
        self.assertEqual(right.read_bytes(), b"b\nc\n")

    def test_of_a_read_only_file_are_respected(self):
        left, right = self.small_pair()
        right.chmod(0o444)
        result = self.sync_as_nobody("--apply", "--quiet", left, right)
        self.assert_trouble(result, f"cannot write {right}: Permission denied\n")


class Names(SyncTrouble):
    def test_that_are_symbolic_links_stay_and_their_file_is_replaced(self):
        left, right = self.small_pair()
        (self.folder / "elsewhere").mkdir()
        link = self.folder / "elsewhere" / "link"
        link.symlink_to("../right")
        self.assertEqual(peel("sync", "--apply", str(left), str(link)).returncode, 0)
        self.assertTrue(link.is_symlink())
        self.assertFalse(right.is_symlink())
        self.assertEqual(right.read_bytes(), b"b\na\n")

    def test_that_are_hard_links_keep_the_old_content_and_a_note_says_so(self):
        left, right = self.small_pair()
        os.link(right, self.folder / "other")
        result = peel("sync", "--apply", "--quiet", str(left), str(right))
        self.assertEqual(result.stderr.decode(), f"note: {right} has other names (hard links), which keep the old content\n")
        self.assertEqual((self.folder / "other").read_bytes(), b"b\nc\n")
        self.assertEqual((result.returncode, right.read_bytes()), (0, b"b\na\n"))

    def test_that_cannot_be_synced_are_refused(self):
        left, right = self.small_pair()
        os.mkfifo(self.folder / "pipe")
        sketch = self.folder / "some.peel"
        peel("sketch", str(left), "-o", str(sketch))
        renamed = self.file("renamed", sketch.read_bytes())
        rows = "; accepted are files of lines, CSV and TSV, and databases"
        self.assert_refused([left, "-"], "RIGHT is -, standard input, which cannot be written; accepted is the name of a "
                                         "file")
        self.assert_refused([left, self.folder / "none"],
                            f"cannot read {self.folder}/none: No such file or directory; a target must be there already, and "
                            "cp makes a first copy")
        self.assert_refused([left, self.folder], f"{self.folder} is a folder and {left} is not; accepted are two folders")
        self.assert_refused([left, self.folder / "pipe"], f"{self.folder}/pipe is no ordinary file; accepted as a target is a "
                                                          "file that can be replaced")
        for sides, named in (([sketch, right], sketch), ([left, renamed], renamed)):
            self.assert_refused(sides, f"{named} is a file that peel wrote, and such have no rows{rows}")
        self.assertEqual((right.read_bytes(), left.read_bytes()), (b"b\nc\n", b"a\nb\n"))

    def test_and_numbers_that_cannot_be_limits_are_refused(self):
        left, right = self.small_pair()
        for limit in ("%", "-1", "x", "101%", "1.5", "10 %", "10%%"):
            with self.subTest(limit):
                self.assert_refused([f"--max-delete={limit}", left, right],
                                    f"--max-delete {limit}: accepted are whole numbers, such as 100, and percentages from "
                                    "0% to 100%, such as 10%")


class ChangesMeanwhile(SyncTrouble):
    """The plan is longer than a pipe holds. So when its first line is there, both sides were compared, and nothing is
    written before the rest is read."""

    def setUp(self):
        super().setUp()
        self.left = self.file("left", b"".join(b"%d on the left\n" % i for i in range(10_000)))
        self.right = self.file("right", b"".join(b"%d on the right\n" % i for i in range(10_000)))

    def sync_while(self, change):
        with subprocess.Popen([PEEL, "sync", "--apply", str(self.left), str(self.right)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as running:
            first = running.stdout.readline()
            self.assertEqual(first, b"- 0 on the right\n")
            change()
            stdout, stderr = running.communicate()
        return subprocess.CompletedProcess([], running.returncode, stdout, stderr)

    def assert_noticed(self, change, sentence=" changed after it was compared; nothing was written"):
        result = self.sync_while(change)
        self.assertEqual(result.stderr.decode(), f"peel: {self.right}{sentence}\n")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(self.temporaries(), [])

    def test_of_the_size_of_right_are_noticed(self):
        with open(self.right, "ab") as file:
            self.assert_noticed(lambda: (file.write(b"more\n"), file.flush()))
        self.assertTrue(self.right.read_bytes().endswith(b"\nmore\n"))

    def test_within_right_are_noticed_even_if_its_time_is_set_back(self):
        before = self.right.stat()

        def change():
            with open(self.right, "r+b") as file:
                file.write(b"#")
            os.utime(self.right, ns=(before.st_atime_ns, before.st_mtime_ns))

        self.assert_noticed(change)
        self.assertTrue(self.right.read_bytes().startswith(b"# on the right\n"))

    def test_of_rows_that_stay_are_noticed_even_if_the_time_is_set_back(self):
        with open(self.left, "ab") as file:
            file.write(b"stays\n")
        with open(self.right, "ab") as file:
            file.write(b"stays\n")
        before = self.right.stat()

        def change():
            with open(self.right, "r+b") as file:
                file.seek(-6, os.SEEK_END)
                file.write(b"STAYS\n")
            os.utime(self.right, ns=(before.st_atime_ns, before.st_mtime_ns))

        self.assert_noticed(change)
        self.assertTrue(self.right.read_bytes().endswith(b"\nSTAYS\n"))

    def test_of_the_file_that_right_names_are_noticed(self):
        other = self.file("other", b"of somebody else\n")
        self.assert_noticed(lambda: os.replace(other, self.right))
        self.assertEqual(self.right.read_bytes(), b"of somebody else\n")

    def test_that_remove_right_are_noticed(self):
        self.assert_noticed(self.right.unlink)
        self.assertFalse(self.right.exists())

    def test_of_left_are_said_to_be_left_over(self):
        def change():
            with open(self.left, "ab") as file:
                file.write(b"more\nand more\n")

        result = self.sync_while(change)
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        self.assertTrue(result.stdout.endswith(
            b"done: 10,000 rows added, 10,000 removed\n"
            b"not equal: a side changed meanwhile, and 2 rows would have to be added; run it again\n"), result.stdout[-300:])

    def test_that_make_left_unreadable_are_said_after_right_was_written(self):
        result = self.sync_while(self.left.unlink)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.decode(), f"peel: {self.right} was written, but comparing it again failed: cannot read "
                                                 f"{self.left}: No such file or directory; accepted is a file of lines, CSV "
                                                 "or TSV, or - for standard input\n")
        self.assertTrue(self.right.read_bytes().startswith(b"0 on the left\n"))


if __name__ == "__main__":
    unittest.main()
