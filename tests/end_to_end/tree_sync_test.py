#!/usr/bin/env python3
"""peel sync of folders: RIGHT becomes like LEFT, with names, modes and times, whatever the two are.

usage: PEEL_COMMAND=path/to/peel tree_sync_test.py       (PEEL_TEST_SEED=n replays a run)
"""
import os
import shutil
import socket
import stat
import subprocess
import unittest

from command import PEEL, json_lines, peel
from diff_pairs import test_seed
from tree_model import TreeMaker, copy_tree
from tree_sync_folders import NOBODY, TreeSync, entries, needs_root

ROUNDS = 40


class Passing(TreeMaker):
    """Names that are passed on, too."""

    def exchange(self, root):
        files = [p for p in self.everything(root) if stat.S_ISREG(os.lstat(p).st_mode)]
        if len(files) < 2:
            return
        ring = self.dice.sample(files, min(len(files), self.dice.choice([2, 2, 3, 5])))
        os.rename(ring[0], root + b"/between")
        for to, source in zip(ring, ring[1:]):
            os.rename(source, to)
        if self.dice.random() < 0.5:
            os.rename(root + b"/between", ring[-1])  # a circle
        else:
            os.unlink(root + b"/between")            # a chain


class Random(TreeSync):
    def test_any_two_trees_become_equal(self):
        seed = test_seed()
        print(f"seed {seed}")
        for number in range(ROUNDS):
            with self.subTest(seed=seed, round=number):
                maker = Passing(f"{seed} {number}")
                left, right = os.fsencode(self.left), os.fsencode(self.right)
                for side in (left, right):
                    shutil.rmtree(side, ignore_errors=True)
                os.mkdir(left)
                maker.fill(left, 2)
                if number % 6 == 5:
                    os.mkdir(right)
                    maker.fill(right, 2)  # nothing to do with each other
                else:
                    copy_tree(left, right)
                for _ in range(maker.dice.randrange(12)):
                    side = maker.dice.choice([left, right])
                    maker.dice.choice([maker.mutate, maker.mutate, maker.exchange])(side)
                before = entries(self.right)
                dry = self.sync()
                self.assertEqual(dry.stderr, b"")
                self.assertEqual(before, entries(self.right), "a dry run changes nothing")
                self.assert_synced(self.sync("--apply"))
                fifos = [p for p in maker.everything(left) if stat.S_ISFIFO(os.lstat(p).st_mode)]
                if not fifos:  # diff(1) calls two of them different
                    compared = subprocess.run(["diff", "-r", "--no-dereference", left, right], capture_output=True)
                    self.assertEqual((compared.returncode, compared.stdout), (0, b""))
                after = entries(self.right)
                again = self.sync("--apply")
                self.assertIn(b"nothing to do", again.stdout)
                self.assertEqual(after, entries(self.right), "a second sync changes nothing")


class Words(TreeSync):
    def test_a_dry_run_says_what_would_happen(self):
        self.make(self.left, {"a": b"new", "k/in": b"folder now", "n": b"n", "to/m": b"moved"})
        self.make(self.right, {"a": b"of old", "k": b"file still", "r": b"r", "from/m": b"moved"})
        result = self.sync()
        self.assertEqual(result.stdout.decode(), "~ a: size 6 -> 3\n~ k/: kind file -> folder\n+ k/in\n+ n\n- r\n"
                         "> from/ -> to/  (1 file)\ndry run: 2 entries would be changed, 2 added, 1 moved, 1 removed; "
                         "nothing was written; --apply does it\n")
        self.assertEqual((result.returncode, result.stderr), (1, b""))

    def test_json_has_an_object_for_each_change_and_a_summary(self):
        self.make(self.left, {"a": b"new", "to": b"moved"})
        self.make(self.right, {"a": b"old", "from": b"moved"})
        *changes, summary = json_lines(self.sync("--apply", "--json"))
        self.assertEqual(changes, [{"op": "changed", "key": {"path": "a"}, "kind": "file", "differs": ["content"]},
                                   {"op": "moved", "key": {"path": "from"}, "to": {"path": "to"}, "kind": "file"}])
        self.assertEqual((summary["summary"]["applied"], summary["summary"]["proved"]), (True, True))
        self.assertEqual(summary["summary"]["read_back"], 2)

    def test_the_proof_counts_what_is_on_each_side(self):
        self.make(self.left, {"a": b"new", "e/": b""})
        self.make(self.right, {})
        lines = self.sync("--apply").stdout.decode().splitlines()
        self.assertEqual(lines[-2], "done: 2 entries added")
        self.assertRegex(lines[-1], "^proved equal: 1 file, 1 folder on each side, 1 file read back; digest of names, "
                         "sizes and times [0-9a-f]{32}$")


class Kept(TreeSync):
    def test_a_right_that_is_not_there_is_made_for_an_empty_left(self):
        self.make(self.left, {})
        result = self.sync()
        self.assertEqual((result.returncode, result.stdout.decode()),
                         (1, "dry run: an empty folder would be made; nothing was written; --apply does it\n"))
        self.assertFalse(self.right.exists())
        self.assert_synced(self.sync("--apply"))
        self.assertEqual(self.sync().returncode, 0)

    def test_a_dry_run_promises_nothing_that_apply_cannot_do(self):
        self.make(self.left, {"a": b"x"})
        (self.folder / "file").write_bytes(b"")
        for above, reason in (("new", "No such file or directory"), ("file", "Not a directory")):
            deep = self.folder / above / "deep"
            for options in ([], ["--apply"]):
                result = peel("sync", *options, str(self.left), str(deep))
                self.assertEqual((result.returncode, result.stdout), (2, b""))
                self.assertIn(reason, result.stderr.decode())
        self.assertEqual(peel("sync", str(self.left), str(self.folder / "new/deep")).stderr.decode(),
                         f"peel: cannot make {self.folder}/new/deep in the folder {self.folder}/new: No such file or "
                         "directory; accepted is a target in a folder that is there and can be written\n")

    def test_holes_stay_holes(self):
        self.left.mkdir()
        for name, pieces, size in (("hole", [], 1 << 29), ("edges", [(0, b"begin"), ((64 << 20) - 3, b"end")], 64 << 20),
                                   ("tail", [(10_000_000, b"middle")], (32 << 20) + 1), ("dense", [(0, b"x" * 70_000)], 70_000)):
            with open(self.left / name, "wb") as file:
                for place, piece in pieces:
                    file.seek(place)
                    file.write(piece)
                file.truncate(size)
        result = self.sync("--apply")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"proved equal: 4 files on each side, 4 files read back", result.stdout)
        for name in ("hole", "edges", "tail", "dense"):
            left, right = (self.left / name).stat(), (self.right / name).stat()
            self.assertEqual(right.st_size, left.st_size)
            self.assertLessEqual(right.st_blocks, left.st_blocks + 16, name)
            if name != "hole":
                self.assertEqual((self.right / name).read_bytes(), (self.left / name).read_bytes())

    def test_a_right_that_is_not_there_is_made(self):
        self.make(self.left, {"a/b": b"x"})
        self.left.chmod(0o750)
        self.assert_synced(self.sync("--apply"))
        self.assertEqual(stat.S_IMODE(self.right.stat().st_mode), 0o750)
        self.assertEqual(self.right.stat().st_mtime_ns, self.left.stat().st_mtime_ns)

    def test_a_dry_run_makes_nothing(self):
        self.make(self.left, {"a": b"x"})
        self.assertEqual(self.sync().returncode, 1)
        self.assertFalse(self.right.exists())

    def test_moved_files_are_renamed_and_not_copied(self):
        self.make(self.left, {"new/place": b"some bytes", "rest": b"x"})
        self.make(self.right, {"old": b"some bytes", "rest": b"x"})
        inode = self.inode("old")
        self.assert_synced(self.sync("--apply"))
        self.assertEqual(self.inode("new/place"), inode)

    def test_a_moved_folder_is_renamed_as_one(self):
        self.make(self.left, {"new/a": b"some bytes", "new/b/c": b"x"})
        self.make(self.right, {"old/a": b"some bytes", "old/b/c": b"x"})
        inode = self.inode("old")
        self.assert_synced(self.sync("--apply"))
        self.assertEqual(self.inode("new"), inode)

    def test_files_that_changed_places_are_renamed(self):
        self.make(self.left, {"a": b"one", "b": b"two", "c": b"three"})
        self.make(self.right, {"a": b"two", "b": b"three", "c": b"one"})
        one, two, three = self.inode("c"), self.inode("a"), self.inode("b")
        self.assert_synced(self.sync("--apply"))
        self.assertEqual((self.inode("a"), self.inode("b"), self.inode("c")), (one, two, three))

    def test_rotated_logs_are_renamed(self):
        self.make(self.left, {"log.1": b"newest", "log.2": b"first", "log.3": b"second"})
        self.make(self.right, {"log.1": b"first", "log.2": b"second", "log.3": b"oldest"})
        first, second = self.inode("log.1"), self.inode("log.2")
        self.assert_synced(self.sync("--apply"))
        self.assertEqual((self.inode("log.2"), self.inode("log.3")), (first, second))

    def test_a_file_of_equal_bytes_only_gets_its_time_and_mode(self):
        self.make(self.left, {"a": b"x"})
        self.make(self.right, {"a": b"x"})
        os.utime(self.left / "a", ns=(5, 1_234_567_891))
        (self.left / "a").chmod(0o640)
        inode = self.inode("a")
        self.assert_synced(self.sync("--apply"))
        self.assertEqual(self.inode("a"), inode)

    def test_no_checksum_trusts_size_and_time(self):
        self.make(self.left, {"a": b"one", "b": b"new"})
        self.make(self.right, {"a": b"two", "b": b"old!"})
        for side in (self.left, self.right):
            os.utime(side / "a", ns=(5, 10**18))
        result = self.sync("--apply", "--no-checksum")
        self.assertEqual(result.returncode, 0)
        self.assertEqual((self.right / "a").read_bytes(), b"two")
        self.assertEqual((self.right / "b").read_bytes(), b"new")

    def test_hard_links_become_files_of_their_own(self):
        self.make(self.left, {"a": b"x"})
        os.link(self.left / "a", self.left / "b")
        self.assert_synced(self.sync("--apply"))
        self.assertNotEqual(self.inode("a"), self.inode("b"))

    def test_hard_links_in_right_do_not_change_together(self):
        self.make(self.left, {"a": b"x", "b": b"x"})
        self.make(self.right, {"a": b"x"})
        os.link(self.right / "a", self.right / "b")
        outside = self.folder / "outside"
        os.link(self.right / "a", outside)
        before = outside.stat().st_mtime_ns, outside.stat().st_mode
        os.utime(self.left / "a", ns=(1, 1))
        os.utime(self.left / "b", ns=(2, 2))
        self.assert_synced(self.sync("--apply"))
        self.assertEqual((outside.stat().st_mtime_ns, outside.stat().st_mode), before)

    @needs_root
    def test_root_keeps_owners(self):
        self.make(self.left, {"a": b"x", "d/b": b"x"})
        self.make(self.right, {"a": b"x"})
        for name in ("a", "d"):
            os.chown(self.left / name, NOBODY, NOBODY)
        self.assert_synced(self.sync("--apply"))

    @needs_root
    def test_others_keep_no_owner_and_no_set_user_id_of_another(self):
        self.make(self.left, {"a": b"x"})
        (self.left / "a").chmod(0o4755)
        self.right.mkdir()
        os.chown(self.right, NOBODY, NOBODY)
        self.folder.chmod(0o755)
        result = self.sync("--apply", user=NOBODY, group=NOBODY, extra_groups=[])
        self.assertEqual(result.returncode, 0, result.stderr)
        about = (self.right / "a").stat()
        self.assertEqual((about.st_uid, stat.S_IMODE(about.st_mode)), (NOBODY, 0o755))

    @needs_root
    def test_folders_that_nobody_may_write_are_written_and_stay_so(self):
        self.make(self.left, {"d/a": b"new", "d/b": b"b"})
        self.make(self.right, {"d/a": b"old", "d/c": b"c"})
        for side in (self.left, self.right):
            (side / "d").chmod(0o555)
            for path in (side, *side.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        self.folder.chmod(0o755)
        self.assert_synced(self.sync("--apply", user=NOBODY, group=NOBODY, extra_groups=[]))

    @needs_root
    def test_a_folder_that_nobody_may_write_is_moved_and_stays_so(self):
        self.make(self.left, {"n/new/a": b"some bytes", "n/new/d/b": b"b"})
        self.make(self.right, {"old/a": b"some bytes", "old/d/b": b"b"})
        for folder in (self.left / "n/new", self.left / "n/new/d", self.right / "old", self.right / "old/d"):
            folder.chmod(0o555)
        for path in (self.left, *self.left.rglob("*"), self.right, *self.right.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        self.folder.chmod(0o755)
        result = self.sync("--apply", user=NOBODY, group=NOBODY, extra_groups=[])
        self.assertIn(b"> old/ -> n/new/  (2 files)", result.stdout)
        self.assert_synced(result)


class Limits(TreeSync):
    def test_max_delete_stops_it_before_anything_changes(self):
        self.make(self.left, {"a": b"new"})
        self.make(self.right, {"a": b"old", "b": b"", "c": b""})
        before = entries(self.right)
        result = self.sync("--apply", "--max-delete", "1")
        self.assertEqual(result.returncode, 1)
        self.assertIn("stopped: 1 entry would be changed, 2 removed; nothing was written; --max-delete 1 is 1 of 3 "
                      "entries, and --max-delete 2 would do", result.stdout.decode())
        self.assertEqual(before, entries(self.right))
        self.assert_synced(self.sync("--apply", "--max-delete", "67%"))

    def test_moves_are_no_deletions(self):
        self.make(self.left, {"b": b"some bytes"})
        self.make(self.right, {"a": b"some bytes"})
        self.assert_synced(self.sync("--apply", "--max-delete", "0"))

    def test_excluded_entries_stay_on_both_sides(self):
        self.make(self.left, {"a": b"x", "b.o": b"left"})
        self.make(self.right, {"c.o": b"right"})
        result = self.sync("--apply", "--exclude", "*.o")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(sorted(os.listdir(self.right)), ["a", "c.o"])

    def test_a_folder_with_something_excluded_in_it_is_kept_and_named(self):
        self.make(self.left, {"a": b"x"})
        self.make(self.right, {"d/b": b"x", "d/b.o": b"x"})
        result = self.sync("--apply", "--exclude", "*.o")
        self.assertEqual(result.stderr.decode(), f"note: {self.right}/d is kept, since something in it is left out\n")
        self.assertEqual(result.returncode, 0)
        self.assertNotIn(b"- d/", result.stdout)
        self.assertIn(b"proved equal: 1 file on each side", result.stdout)
        self.assertEqual(self.contents(), {"a": b"x", "d": None, "d/b.o": b"x"})

    def test_a_folder_in_the_other_is_refused(self):
        self.make(self.left, {"d/": b""})
        for pair in ((self.left, self.left / "d"), (self.left / "d", self.left), (self.left, self.left)):
            result = peel("sync", "--apply", *map(str, pair))
            self.assertEqual(result.returncode, 2)
            self.assertIn(b"are one folder, or one is in the other", result.stderr)

    def test_a_right_that_would_be_made_in_left_is_refused_unless_it_is_excluded(self):
        self.make(self.left, {"d/": b""})
        for name in ("new", "d/new", "d/new/"):
            result = peel("sync", "--apply", str(self.left), f"{self.left}/{name}")
            self.assertEqual(result.returncode, 2)
            self.assertIn(b"are one folder, or one is in the other", result.stderr)
        self.assertEqual(os.listdir(self.left / "d"), [])
        result = peel("sync", "--apply", "--exclude", "new", str(self.left), f"{self.left}/d/new")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(os.listdir(self.left / "d/new"), ["d"])

    def test_a_file_and_a_folder_are_refused(self):
        self.make(self.left, {"a": b"x"})
        for pair in ((self.left / "a", self.left), (self.left, self.left / "a")):
            result = peel("sync", "--apply", *map(str, pair))
            self.assertEqual(result.returncode, 2)
            self.assertIn(b"accepted are two folders", result.stderr)


class Trouble(TreeSync):
    def test_no_link_in_right_leads_outside(self):
        outside = self.make(self.folder / "outside", {"victim": b"untouched"})
        before = entries(outside)
        self.make(self.left, {"d/victim": b"new", "victim": b"new", "e/f/victim": b"x"})
        self.make(self.right, {})
        os.symlink(outside, self.right / "d")
        os.symlink(outside / "victim", self.right / "victim")
        os.symlink("../outside", self.right / "e")
        self.assert_synced(self.sync("--apply"))
        self.assertEqual(entries(outside), before)

    def test_a_link_to_a_folder_that_goes_is_removed_and_not_what_it_names(self):
        outside = self.make(self.folder / "outside", {"victim": b"untouched"})
        self.make(self.left, {})
        self.make(self.right, {})
        os.symlink(outside, self.right / "d")
        self.assert_synced(self.sync("--apply"))
        self.assertEqual(os.listdir(outside), ["victim"])

    def test_a_source_that_vanishes_is_named_and_the_rest_is_done(self):
        self.make(self.left, {"a": b"new", "b": b"new"})
        self.make(self.right, {"a": b"of old"})
        status, said = self.sync_while((self.left / "a").unlink)
        self.assertEqual(status, 2)
        self.assertIn(f"peel: cannot read {self.left}/a: No such file or directory\n", said)
        self.assertEqual(self.few_contents(), {"a": b"of old", "b": b"new"})

    def test_what_changes_in_right_meanwhile_stays_as_it_is(self):
        self.make(self.left, {"a": b"new", "b": b"new", "to": b"moved"})
        self.make(self.right, {"a": b"of old", "from": b"moved"})

        def meanwhile():
            (self.right / "a").write_bytes(b"theirs")
            (self.right / "b").write_bytes(b"theirs")
            (self.right / "from").write_bytes(b"their")

        status, said = self.sync_while(meanwhile)
        self.assertEqual(status, 2)
        for name in ("a", "b", "from"):
            self.assertIn(f"peel: {self.right}/{name} changed after it was compared; it was left as it is\n", said)
        self.assertEqual(self.few_contents(), {"a": b"theirs", "b": b"theirs", "from": b"their", "to": b"moved"})

    def test_what_should_go_and_changes_meanwhile_stays(self):
        self.make(self.left, {})
        self.make(self.right, {"c": b"to go", "d/e": b"to go"})

        def meanwhile():
            (self.right / "c").write_bytes(b"theirs")
            (self.right / "d/f").write_bytes(b"theirs")

        status, said = self.sync_while(meanwhile)
        self.assertEqual(status, 2)
        self.assertIn(f"peel: {self.right}/c changed after it was compared; it was left as it is\n", said)
        self.assertIn(f"peel: {self.right}/d is not empty: something came into it after it was compared; it was kept\n",
                      said)
        self.assertEqual(self.contents(), {"c": b"theirs", "d": None, "d/f": b"theirs"})

    def test_a_link_that_takes_the_place_of_a_folder_meanwhile_leads_nowhere(self):
        outside = self.make(self.folder / "outside", {"a": b"untouched", "b": b"untouched"})
        before = entries(outside)
        self.make(self.left, {"d/a": b"new", "d/n": b"new"})
        self.make(self.right, {"d/a": b"of old", "d/b": b"to go"})

        def meanwhile():
            (self.right / "d").rename(self.folder / "away")
            (self.right / "d").symlink_to(outside)

        status, said = self.sync_while(meanwhile)
        self.assertEqual(status, 2)
        self.assertIn(f"peel: cannot open the folder of {self.right}/d/a: ", said)
        self.assertEqual(entries(outside), before)

    def test_sockets_are_named_and_not_copied(self):
        self.make(self.left, {"a": b"x"})
        self.make(self.right, {})
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.left / "s"))
            result = self.sync("--apply")
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"peel: {self.left}/s is a socket, which is not copied; accepted are files, folders, links and "
                      "fifos, and --exclude leaves it out\n", result.stderr.decode())
        self.assertEqual((self.right / "a").read_bytes(), b"x")

    @needs_root
    def test_a_file_that_cannot_be_read_is_named_and_the_rest_is_done(self):
        self.make(self.left, {"a": b"new", "b": b"secret", "c": b"new", "d/e": b"x"})
        self.make(self.right, {"b": b"of old", "d/e": b"of old"})
        (self.left / "b").chmod(0)
        (self.left / "d").chmod(0)
        self.folder.chmod(0o755)
        for path in (self.right, *self.right.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        result = self.sync("--apply", user=NOBODY, group=NOBODY, extra_groups=[])
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"peel: cannot read {self.left}/b: Permission denied\n", result.stderr.decode())
        self.assertIn(f"peel: cannot read {self.left}/d: Permission denied\n", result.stderr.decode())
        self.assertEqual((self.right / "b").read_bytes(), b"of old")
        self.assertEqual((self.right / "d/e").read_bytes(), b"of old")
        self.assertEqual((self.right / "c").read_bytes(), b"new")

    def test_a_leftover_of_a_killed_sync_is_removed(self):
        self.make(self.left, {"a": b"x", ".peel-1-1.tmp": b"no leftover"})
        self.make(self.right, {"a": b"x", ".peel-1-1.tmp": b"no leftover", ".peel-sync-2147483646-7.tmp": b"half"})
        result = self.sync("--apply")
        self.assertEqual(result.returncode, 0)
        self.assertIn(f"note: {self.right}/.peel-sync-2147483646-7.tmp was left by a peel that was killed; it was "
                      "removed\n", result.stderr.decode())
        self.assertEqual(self.contents(), {"a": b"x", ".peel-1-1.tmp": b"no leftover"})

    def test_what_a_running_process_writes_is_left_alone_and_nothing_is_proved(self):
        name = f".peel-sync-{os.getpid()}-0.tmp"
        self.make(self.left, {"a": b"x", "b": b"y"})
        self.make(self.right, {"a": b"x", name: b"here too"})
        result = self.sync("--apply")
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"peel: {self.right}/{name} is left alone, since process {os.getpid()} may be writing it; run it "
                      "again when that has ended\n", result.stderr.decode())
        self.assertNotIn(b"proved equal", result.stdout)
        self.assertEqual((self.right / name).read_bytes(), b"here too")
        self.assertEqual((self.right / "b").read_bytes(), b"y")

    def test_a_file_of_left_with_the_name_of_a_temporary_one_is_not_passed_over_in_silence(self):
        name = ".peel-sync-2147483646-7.tmp"
        self.make(self.left, {"a": b"x", name: b"somebody's"})
        self.make(self.right, {"a": b"y"})
        for _ in range(2):
            result = self.sync("--apply")
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"peel: {self.left}/{name} is not copied, since temporary files of a sync have such names; "
                          "accepted is another name, and --exclude leaves it out\n", result.stderr.decode())
            self.assertNotIn(b"proved equal", result.stdout)
        self.assertEqual(self.contents(), {"a": b"x"})
        self.assertEqual(self.sync("--apply", "--exclude", name).returncode, 0)

    def test_a_full_disk_ends_it_with_nothing_half_written(self):
        self.make(self.left, {"a": b"x" * 1_000_000, "z": b"new"})
        self.make(self.right, {"a": b"old", "y": b"to be removed"})
        result = subprocess.run(["bash", "-c", 'trap "" XFSZ; ulimit -f 100; exec "$@"', "-", PEEL,
                                 "sync", "--apply", str(self.left), str(self.right)], capture_output=True)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn(f"peel: cannot write {self.right}/a: File too large\n", result.stderr.decode())
        self.assertEqual({p.name: p.read_bytes() for p in self.right.iterdir()}, {"a": b"old", "y": b"to be removed"})


if __name__ == "__main__":
    unittest.main()
