#!/usr/bin/python3
"""Sketches of folders: peel sketch DIR, and sketches as sides of peel diff, from outside.

usage: PEEL_COMMAND=path/to/peel tree_sketch_test.py       (PEEL_TEST_SEED replays a run)
"""
import os
import random
import unittest

from command import TESTS, json_lines, rounds
from tree_folders import ClosedFolders, TreeTest, unprivileged
from tree_model import Expected, TreeMaker, copy_tree, snapshot

SEED = int(os.environ.get("PEEL_TEST_SEED", random.SystemRandom().randrange(2**32)))
ROUNDS = rounds(20, 6)


class SketchTest(TreeTest):
    def sketch(self, *arguments):
        self.assert_result(self.peel("sketch", *arguments), "")


class OfAFolder(SketchTest):
    def setUp(self):
        super().setUp()
        for side in ("left", "right"):
            self.put(f"{side}/same", "x")
        self.put("left/docs/deep/gone", "1")
        self.put("left/edited", "hello")
        self.put("right/edited", "hallo")
        self.put("right/new/file", "22")
        self.put("left/photos/2024/a", "a picture")
        self.put("right/pictures/2024/a", "a picture")
        self.put("left/before", "some bytes")
        self.put("right/after", "some bytes")
        self.sketch("left", "-o", "left.peel")
        self.sketch("right", "-o", "right.peel")

    def test_stands_for_it_on_the_left(self):
        self.assert_diff(self.peel("diff", "left.peel", "right"),
                         "> before -> after\n- docs\n- docs/deep\n- docs/deep/gone\n~ edited\n"
                         "> photos/ -> pictures/  (1 file)\n+ new/\n+ new/file\n")

    def test_stands_for_it_on_the_right(self):
        self.assert_diff(self.peel("diff", "right", "left.peel"),
                         "> after -> before\n~ edited\n- new/\n- new/file\n> pictures/ -> photos/  (1 file)\n"
                         "+ docs\n+ docs/deep\n+ docs/deep/gone\n")

    def test_finds_paths_in_folders_that_both_sketches_list(self):
        result = self.peel("diff", "left.peel", "right.peel")
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        self.assertIn("- docs/deep/gone\n", result.stdout.decode())

    def test_says_in_json_what_it_knows(self):
        changes = json_lines(self.peel("diff", "--json", "left.peel", "right"))
        self.assertIn({"op": "moved", "key": {"path": "photos"}, "to": {"path": "pictures"}, "count": 1}, changes)
        self.assertIn({"op": "removed", "key": {"path": "docs/deep/gone"}, "old": None, "count": 1}, changes)
        edited = next(change for change in changes if change.get("op") == "changed")
        self.assertEqual((edited["old"], edited["new"]["size"]), (None, 5))
        self.assertEqual(len(edited["new"]["content"]), 32)

    def test_of_the_same_folder_differs_in_nothing(self):
        self.assert_diff(self.peel("diff", "left.peel", "left"), "", 0)
        self.sketch("--like", "left.peel", "left", "-o", "again.peel")
        self.assertEqual((self.folder / "left.peel").read_bytes(), (self.folder / "again.peel").read_bytes())

    def test_shows_its_columns(self):
        seen = self.peel("inspect", "left.peel").stdout.decode()
        for words in ("'folder' place", "'name' text", "'content' text"):
            self.assertIn(words, seen)

    def test_is_compared_with_folders_only(self):
        self.put("rows.csv", "a,b\n1,2\n")
        self.assert_trouble(self.peel("diff", "left.peel", "rows.csv"),
                            "left.peel is a folder in a sketch and rows.csv is not; accepted are two folders, or a "
                            "folder and a sketch of one\n")
        self.sketch("--key", "a", "rows.csv", "-o", "rows.peel")
        self.assert_trouble(self.peel("diff", "rows.peel", "left"),
                            "left is a folder and rows.peel is not; accepted are two folders, or a folder and a "
                            "sketch of one\n")
        self.assert_trouble(self.peel("sketch", "--like", "rows.peel", "left", "-o", "x.peel"),
                            "left is a folder and rows.peel is a sketch of rows; accepted is what the other sketch is of\n")

    def test_is_a_few_kilobytes_however_large_the_folder(self):
        for i in range(3000):
            self.put(f"many/{i % 50}/{i}", f"{i}")
        self.sketch("many", "-o", "many.peel")
        self.assertLess((self.folder / "many.peel").stat().st_size, 13_000)
        for i in range(40):
            self.put(f"many/{i % 50}/{i}", f"{i}!")
        result = self.peel("diff", "many.peel", "many")
        self.assertEqual((result.returncode, len(result.stdout.splitlines())), (1, 40))

    def test_that_is_too_small_says_which_size_would_do(self):
        for i in range(1000):
            self.put(f"left/many/{i}", f"{i}")
        result = self.peel("diff", "left.peel", "left")
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr.decode(), "more than the sketch can list; make it again with --capacity [0-9]+\n")

    def test_keeps_the_beginning_of_a_long_name(self):
        name = "a name that is too long for a sketch.txt"
        self.put(f"left/{name}", "1")
        self.put(f"left/folder {name}/inside", "2")
        self.sketch("left", "-o", "long.peel")
        self.assert_diff(self.peel("diff", "long.peel", "left"), "", 0)
        (self.left / name).unlink()
        (self.left / f"folder {name}" / "inside").unlink()
        (self.left / f"folder {name}").rmdir()
        lines = self.peel("diff", "long.peel", "left").stdout.decode().splitlines()
        self.assertEqual(len(lines), 3)
        self.assertRegex(lines[0], r"^- \[a name that\.\.\.#[0-9a-f]{12}\]$")
        self.assertRegex(lines[2], r"^- \[folder a na\.\.\.#[0-9a-f]{12}/inside\]$")
        self.sketch("--key-bytes", "48", "left", "-o", "long.peel")


class GoldenFile(SketchTest):
    def test_is_made_again_byte_for_byte(self):
        self.put("left/a.txt", "hello\n")
        self.put("left/docs/a name that is too long.txt", "x", 0o600)
        self.put("left/x.o", "1")
        (self.left / "docs").chmod(0o755)
        (self.left / "link").symlink_to("a.txt")
        self.sketch("--exclude", "*.o", "--capacity", "10", "left", "-o", "made.peel")
        golden = TESTS / "golden/tree-sketch.peel"
        self.assertEqual((self.folder / "made.peel").read_bytes(), golden.read_bytes())
        self.assert_diff(self.peel("diff", golden, "left"), "", 0)

    def test_whose_columns_are_not_those_of_a_folder_is_refused(self):
        forged = TESTS / "forged/tree-columns.peel"
        self.assert_trouble(self.peel("diff", forged, "left"),
                            f"{forged}: the columns are not those of a folder; the sketch is damaged or forged, or made by "
                            "another version of peel\n")


class Rules(SketchTest):
    def setUp(self):
        super().setUp()
        self.put("left/a", "hello")
        self.put("left/x.o", "1")
        os.utime(self.left / "a", ns=(0, 5_000))

    def test_of_what_is_left_out_are_kept(self):
        self.sketch("--exclude", "*.o", "left", "-o", "s.peel")
        self.put("left/y.o", "2")
        self.assert_diff(self.peel("diff", "s.peel", "left"), "", 0)
        self.assert_diff(self.peel("diff", "--exclude", "*.o", "s.peel", "left"), "", 0)
        self.assert_trouble(self.peel("diff", "--exclude", "*.c", "s.peel", "left"),
                            "--exclude: the sketch s.peel was made with --exclude *.o; leave the option out\n")

    def test_must_agree_between_sketches(self):
        self.sketch("--exclude", "*.o", "left", "-o", "s.peel")
        self.sketch("left", "-o", "t.peel")
        result = self.peel("diff", "s.peel", "t.peel")
        self.assertEqual(result.returncode, 2)
        self.assertIn("column", result.stderr.decode())

    def test_of_what_counts_are_kept(self):
        self.sketch("--no-checksum", "left", "-o", "s.peel")
        (self.left / "a").write_text("hallo")
        os.utime(self.left / "a", ns=(0, 5_000))
        self.assert_diff(self.peel("diff", "s.peel", "left"), "", 0)
        os.utime(self.left / "a", ns=(0, 6_000))
        self.assert_diff(self.peel("diff", "s.peel", "left"), "~ a\n")
        self.assert_trouble(self.peel("diff", "--checksum", "s.peel", "left"),
                            "--checksum: the sketch s.peel has no contents of files; leave the option out\n")

    def test_of_columns_are_kept(self):
        self.sketch("--columns", "size", "left", "-o", "s.peel")
        (self.left / "a").chmod(0o700)
        (self.left / "a").write_text("hallo")
        self.assert_diff(self.peel("diff", "s.peel", "left"), "", 0)
        (self.left / "a").write_text("longer")
        self.assert_diff(self.peel("diff", "s.peel", "left"), "~ a\n")
        self.assert_trouble(self.peel("diff", "--columns", "mode", "s.peel", "left"),
                            "--columns: the sketch s.peel says what counts; leave the option out\n")


class SketchTrouble(ClosedFolders, SketchTest):
    def test_no_sketch_is_made_of_what_cannot_be_read(self):
        self.put("left/a", "1", 0)
        self.folder.chmod(0o777)
        result = self.peel("sketch", "left", "-o", "s.peel", preexec_fn=unprivileged)
        self.assertEqual(result.stderr.decode(), "peel: cannot read left/a: Permission denied\n"
                                                 "peel: no sketch was made of left: 1 file or folder could not be read; "
                                                 "--exclude leaves them out\n")
        self.assertEqual(result.returncode, 2)
        self.assertFalse((self.folder / "s.peel").exists())

    def test_what_cannot_be_read_is_not_said_to_be_gone(self):
        self.put("left/a", "1")
        self.put("left/closed/b", "1")
        self.put("left/gone", "1")
        self.sketch("--ignore", "mode", "left", "-o", "s.peel")
        (self.left / "gone").unlink()
        (self.left / "a").chmod(0)
        (self.left / "closed").chmod(0)
        result = self.peel("diff", "s.peel", "left", preexec_fn=unprivileged)
        self.assertEqual(result.stdout.decode(), "- gone\n")
        self.assertIn("2 files or folders could not be read", result.stderr.decode())
        self.assertEqual(result.returncode, 2)


class RandomSketches(SketchTest):
    def test_give_what_an_oracle_says(self):
        for round_number in range(ROUNDS):
            seed = SEED + round_number
            with self.subTest(PEEL_TEST_SEED=seed):
                maker = TreeMaker(seed)
                left, right = (os.fsencode(self.folder) + b"/%d%s" % (round_number, side) for side in (b"l", b"r"))
                os.mkdir(left, 0o755)
                maker.fill(left, 3)
                copy_tree(left, right)
                for _ in range(maker.dice.choice([0, 1, 5, 20])):
                    maker.mutate(right)
                sketch = os.fsencode(self.folder) + b"/s.peel"
                self.sketch("--capacity", "4000", "--key-bytes", "48", left, "-o", sketch)
                result = self.peel("diff", "--json", sketch, right)
                self.assertEqual(result.stderr, b"")
                Expected(snapshot(left), snapshot(right)).check(self, json_lines(result))
                turned = self.peel("diff", "--json", right, sketch)
                Expected(snapshot(right), snapshot(left)).check(self, json_lines(turned))


if __name__ == "__main__":
    print(f"PEEL_TEST_SEED={SEED}")
    unittest.main()
