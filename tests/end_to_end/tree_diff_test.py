#!/usr/bin/python3
"""peel diff of two folders, from outside: against an oracle that reads everything, and against diff -rq.

usage: PEEL_COMMAND=path/to/peel tree_diff_test.py       (PEEL_TEST_SEED replays a run)
"""
import os
import random
import re
import socket
import subprocess
import sys
import unittest

from command import PEEL, json_lines, rounds
from tree_folders import ClosedFolders, TreeTest, unprivileged
from tree_model import PLAIN, Expected, TreeMaker, copy_tree, snapshot

SEED = int(os.environ.get("PEEL_TEST_SEED", random.SystemRandom().randrange(2**32)))
ROUNDS = rounds(25, 8)


class Text(TreeTest):
    def test_of_equal_folders_is_nothing(self):
        self.both("a/b", "hello")
        self.assert_diff(self.diff(), "", 0)

    def test_says_what_happened_to_each_path(self):
        self.both("same", "x")
        self.put("left/docs/gone", "1")
        self.put("left/edited", "hello")
        self.put("right/edited", "hallo")
        self.put("left/longer", "hello")
        self.put("right/longer", "hello world")
        self.both("run", "#!")
        (self.right / "run").chmod(0o755)
        (self.left / "link").symlink_to("a")
        (self.right / "link").symlink_to("b")
        self.put("left/kind")
        (self.right / "kind").mkdir()
        self.put("right/new/file", "22")
        self.assert_diff(self.diff(), "- docs/\n- docs/gone\n~ edited: content differs\n~ kind: kind file -> folder\n"
                                      "~ link: target a -> b\n~ longer: size 5 -> 11\n"
                                      "~ run: mode rw-r--r-- -> rwxr-xr-x\n+ new/\n+ new/file\n")

    def test_shows_moves(self):
        self.put("left/old/a", "first")
        self.put("left/old/deep/b", "second")
        self.put("right/new/a", "first")
        self.put("right/new/deep/b", "second")
        self.put("left/x", "a file of its own")
        self.put("right/y", "a file of its own")
        self.assert_diff(self.diff(), "> old/ -> new/  (2 files)\n> x -> y\n")

    def test_is_coloured_on_demand(self):
        self.put("left/x", "12")
        self.put("right/y", "12")
        self.assertEqual(self.diff("--color", "always").stdout,
                         b"\x1b[36m> x -> y\x1b[0m\n\x1b[1m1 moved; 1 entry on each side\x1b[0m\n")

    def test_shows_old_and_new_in_colours_of_their_own(self):
        self.put("left/x", "one")
        self.put("right/x", "longer")
        self.assertEqual(self.diff("--color", "always").stdout.splitlines()[0],
                         b"\x1b[33m~ x\x1b[0m: size \x1b[31m3\x1b[0m -> \x1b[32m6\x1b[0m")

    def test_escapes_names_between_colours(self):
        self.put("right/\udcff\x1b[31m", "1")
        self.assertIn(b'+ "\\377\\033[31m"\x1b[0m\n', self.diff("--color", "always").stdout)

    def test_escapes_names_on_a_terminal(self):
        self.put("right/\udcff\x1b[31m", "1")
        script = f"script -qec '{PEEL} diff left right' /dev/null"
        seen = subprocess.run(["bash", "-c", script], cwd=self.folder, capture_output=True, timeout=60,
                              env=os.environ | {"NO_COLOR": "1"}).stdout
        self.assertIn(b'+ "\\377\\033[31m"', seen)

    def test_takes_paths_with_a_slash_at_their_end(self):
        self.put("left/x", "12")
        self.assert_diff(self.peel("diff", "left/", "right///"), "- x\n")

    def test_says_how_it_was_done(self):
        self.both("a", "hello")
        self.both("b", "")
        self.assert_diff(self.diff("--stat"), """\
removed      0
added        0
changed      0
moved        0
entries      2 left, 2 right
read         10 bytes in 1 pass
method       tree: entries by path, files of one size byte by byte
error bound  0
""", 0)

    def test_is_silent_if_asked_to_be(self):
        self.put("left/x", "12")
        self.assert_diff(self.diff("-q"), "")
        self.assert_diff(self.diff("--limit", "0"), "... and 1 more\n")


class ProgressLines(TreeTest):
    def test_say_how_many_bytes_were_read(self):
        self.both("a", "x" * 1000)
        result = self.diff("--progress", "always")
        self.assertEqual((result.returncode, result.stdout), (0, b""))
        self.assertRegex(result.stderr.decode(), r"(?m)^reading .*100 %")
        self.peel("sketch", "left", "-o", "left.peel")
        self.assertRegex(self.peel("diff", "left.peel", "right", "--progress", "always").stderr.decode(),
                         r"(?m)^reading .*100 %")


class Formats(TreeTest):
    def setUp(self):
        super().setUp()
        self.put("left/a", "hello")
        self.put("right/a", "hallo")
        self.put("left/\udcff", "one")
        self.put("left/m/x", "some bytes")
        self.put("right/n/x", "some bytes")

    def test_json_has_one_object_for_each_change(self):
        lines = json_lines(self.diff("--json"))
        same = {"kind": "file", "size": 5, "mode": "rw-r--r--", "content": None}
        self.assertEqual(lines[:-1], [
            {"op": "changed", "key": {"path": "a"}, "old": same, "new": same, "differs": ["content"], "count": 1},
            {"op": "moved", "key": {"path": "m"}, "to": {"path": "n"}, "count": 1},
            {"op": "removed", "key": {"path": {"base64": "/w=="}},
             "old": {"kind": "file", "size": 3, "mode": "rw-r--r--", "content": None}, "count": 1}])
        summary = lines[-1]["summary"]
        self.assertEqual([summary[name] for name in ("schema", "removed", "added", "changed", "moved", "complete",
                                                     "method", "rows_left", "rows_right", "error_bound")],
                         [1, 1, 0, 1, 1, True, "tree", 4, 3, 0])

    def test_csv_has_two_records_for_a_move(self):
        self.assertEqual(self.diff("--format", "csv").stdout.decode("utf-8", "surrogateescape"), """\
op,count,digest,path,kind,size,mode,content
changed_from,1,,a,file,5,rw-r--r--,
changed_to,1,,a,file,5,rw-r--r--,
moved_from,1,,m,folder,,rwxr-xr-x,
moved_to,1,,n,folder,,rwxr-xr-x,
removed,1,,\udcff,file,3,rw-r--r--,
""")

    def test_a_patch_is_refused(self):
        self.assert_trouble(self.diff("--format", "sql"),
                            "a patch is for tables of a database; peel sync makes one folder like another\n")


class WhatCounts(TreeTest):
    def setUp(self):
        super().setUp()
        self.put("left/a", "hello")
        self.put("right/a", "hallo", 0o600)
        for side in (self.left, self.right):
            os.utime(side / "a", ns=(0, 5_000))

    def test_is_chosen_by_columns(self):
        self.assert_diff(self.diff("--columns", "size"), "", 0)
        self.assert_diff(self.diff("--columns", "mode"), "~ a: mode rw-r--r-- -> rw-------\n")
        self.assert_diff(self.diff("--columns", "kind,content"), "~ a: content differs\n")
        self.assert_diff(self.diff("--ignore", "mode"), "~ a: content differs\n")
        self.assert_diff(self.diff("--ignore", "mode,content"), "", 0)

    def test_without_checksums_is_size_and_time(self):
        self.assert_diff(self.diff("--no-checksum", "--ignore", "mode"), "", 0)
        os.utime(self.right / "a", ns=(0, 7_000))
        self.assert_diff(self.diff("--no-checksum", "--ignore", "mode"),
                         "~ a: mtime 1970-01-01 00:00:00.000005Z -> 1970-01-01 00:00:00.000007Z\n")

    def test_is_not_the_time_of_a_folder(self):
        os.utime(self.left, ns=(0, 1))
        (self.left / "d").mkdir()
        (self.right / "d").mkdir()
        os.utime(self.left / "d", ns=(0, 1))
        self.assert_diff(self.diff("--columns", "mtime"), "", 0)

    def test_must_be_a_column_of_folders(self):
        for options, sentence in [
                (["--columns", "owner"], "--columns owner: folders have no such column; accepted are size, mode, mtime and content\n"),
                (["--ignore", "kind"], "--ignore kind: it always counts; accepted are size, mode, mtime and content\n"),
                (["--key", "path"], "--key is not for folders, whose entries are known by their paths; leave it out\n"),
                (["--checksum", "--no-checksum"], "--checksum and --no-checksum exclude each other; give one of them\n"),
                (["--method", "exact"], "--method and --memory are not for folders; leave them out\n")]:
            with self.subTest(options=options):
                self.assert_trouble(self.diff(*options), sentence)

    def test_is_not_what_is_excluded(self):
        self.put("left/build/x", "1")
        self.put("right/src/x.o", "2")
        self.put("right/src/x.c", "2")
        self.put("left/src/x.c", "2")
        self.assert_diff(self.diff("--ignore", "mode,content", "--exclude", "build/", "--exclude", "*.o"), "", 0)

    def test_patterns_that_are_none_are_refused(self):
        self.assert_trouble(self.diff("--exclude", "a["),
                            "--exclude a[: a [ is not closed; accepted is [abc], or \\[ for itself\n")


class Sides(TreeTest):
    def test_of_which_one_is_a_file_are_refused(self):
        self.put("file", "x\n")
        accepted = "accepted are two folders, or a folder and a sketch of one\n"
        self.assert_trouble(self.peel("diff", "left", "file"), f"left is a folder and file is not; {accepted}")
        self.assert_trouble(self.peel("diff", "file", "left"), f"left is a folder and file is not; {accepted}")
        self.assert_trouble(self.peel("diff", "left", "missing"),
                            "cannot read missing: No such file or directory; accepted is a folder, or a sketch of one\n")

    def test_options_of_folders_are_for_folders(self):
        self.put("file", "x\n")
        self.assert_trouble(self.peel("diff", "file", "file", "--exclude", "x"),
                            "--exclude is for folders, and file is none; leave it out\n")

    def test_may_be_links_to_folders(self):
        self.put("left/a", "1")
        (self.folder / "link").symlink_to("left")
        self.assert_diff(self.peel("diff", "link", "right"), "- a\n")

    def test_special_files_are_compared_by_kind_and_never_opened(self):
        os.mkfifo(self.left / "p")
        os.mkfifo(self.right / "p")
        os.mkfifo(self.left / "q")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(self.right / "q"))
            self.assert_diff(self.diff("--ignore", "mode"), "~ q: kind fifo -> socket\n")

    @unittest.skipUnless(os.geteuid() == 0, "only root makes devices")
    def test_devices_are_compared_by_number(self):
        try:
            for side, number in ((self.left, os.makedev(1, 3)), (self.right, os.makedev(1, 5))):
                os.mknod(side / "d", 0o020644, number)
        except PermissionError:
            self.skipTest("not even root makes devices here")
        self.assert_diff(self.diff(), "~ d: content 1:3 -> 1:5\n")


class Trouble(ClosedFolders):
    def run_as_somebody(self, *options):
        return self.peel("diff", "left", "right", *options, preexec_fn=unprivileged)

    def test_a_file_that_cannot_be_read_is_named_and_the_rest_compared(self):
        self.both("a", "hello", 0o600)
        self.both("b", "x")
        self.put("right/c", "new")
        (self.left / "a").chmod(0)
        (self.right / "a").chmod(0)
        result = self.run_as_somebody("--json")
        self.assertEqual(result.stderr.decode(), "peel: cannot read left/a: Permission denied\n"
                                                 "peel: the comparison is not complete: 1 file or folder could not be read\n")
        lines = json_lines(result)
        self.assertEqual([(line["op"], line["key"]["path"]) for line in lines[:-1]], [("added", "c")])
        self.assertFalse(lines[-1]["summary"]["complete"])
        self.assertEqual(result.returncode, 2)

    def test_what_is_in_a_folder_that_cannot_be_read_is_not_said_to_be_missing(self):
        self.both("closed/a", "hello")
        self.put("right/closed/b", "new")
        self.put("right/open", "new")
        (self.left / "closed").chmod(0)
        (self.right / "closed").chmod(0o755)
        result = self.run_as_somebody("--ignore", "mode")
        self.assertEqual(result.stdout.decode(), "+ open\n")
        self.assertIn("cannot read left/closed: Permission denied", result.stderr.decode())
        self.assertEqual(result.returncode, 2)

    def test_the_output_file_is_not_made_of_half_a_result(self):
        self.both("a", "hello", 0)
        self.folder.chmod(0o777)
        self.assertEqual(self.run_as_somebody("-o", "out").returncode, 2)
        self.assertFalse((self.folder / "out").exists())

    def test_a_folder_that_cannot_be_entered_is_trouble(self):
        self.left.chmod(0)
        result = self.run_as_somebody()
        self.assertEqual(result.stderr.decode(), "peel: cannot read left: Permission denied\n")
        self.assertEqual((result.stdout, result.returncode), (b"", 2))

    def test_a_file_that_keeps_changing_is_named(self):
        self.both("log", "x" * 4_000_000)
        writer = subprocess.Popen([sys.executable, "-c", "import sys\nf = open('left/log', 'r+b', buffering=0)\n"
                                                    "while True: f.seek(0); f.write(b'x')"], cwd=self.folder)
        try:
            # Times have a granularity, so that a change now and then goes unseen: what matters is that none is
            # said to be a difference.
            result = self.diff("--ignore", "mode")
            self.assertEqual(result.stdout, b"")
            if result.returncode != 0:
                self.assertIn(b"left/log changes while it is read", result.stderr)
                self.assertEqual(result.returncode, 2)
        finally:
            writer.kill()
            writer.wait()


class RandomTrees(TreeTest):
    def make(self, maker, mutations):
        left, right = os.fsencode(self.folder) + b"/l", os.fsencode(self.folder) + b"/r"
        for side in (left, right):
            if os.path.exists(side):
                maker.remove(side)
        os.mkdir(left, 0o755)
        maker.fill(left, 3)
        copy_tree(left, right)
        for _ in range(mutations):
            maker.mutate(right)
        return left, right

    def test_give_what_an_oracle_says(self):
        for round_number in range(ROUNDS):
            seed = SEED + round_number
            with self.subTest(PEEL_TEST_SEED=seed):
                maker = TreeMaker(seed)
                left, right = self.make(maker, maker.dice.choice([0, 1, 3, 10, 40]))
                expected = Expected(snapshot(left), snapshot(right))
                result = self.peel("diff", "--json", left, right)
                self.assertEqual(result.stderr, b"")
                expected.check(self, json_lines(result))
                self.assertEqual(result.returncode, 1 if len(json_lines(result)) > 1 else 0)
                turned = self.peel("diff", "--json", right, left)
                Expected(expected.right, expected.left).check(self, json_lines(turned))
                self.assertEqual(result.stdout, self.peel("diff", "--json", left, right).stdout)

    def test_give_what_diff_says(self):
        for round_number in range(ROUNDS):
            seed = SEED + round_number
            with self.subTest(PEEL_TEST_SEED=seed):
                maker = TreeMaker(seed, PLAIN)
                left, right = self.make(maker, maker.dice.choice([0, 1, 5, 20]))
                said = subprocess.run(["diff", "-rq", "--no-dereference", left, right], capture_output=True,
                                      env=os.environ | {"LC_ALL": "C"}).stdout.decode()
                self.assertEqual(self.paths_of_peel(left, right), self.paths_of_diff(said, left.decode(), right.decode()))

    def paths_of_peel(self, left, right):
        """Paths that differ but for their mode, and the topmost of those that one side has."""
        paths = set()
        for line in json_lines(self.peel("diff", "--json", "--ignore", "mode", left, right))[:-1]:
            for op, key in [("left" if line["op"] != "added" else "right", "key"), ("right", "to")]:
                if key in line:
                    paths.add((line["op"] if line["op"] == "changed" else op, line[key]["path"]))
        above = lambda path: [path[:i] for i, letter in enumerate(path) if letter == "/"]
        return {(side, path) for side, path in paths
                if not any((side, folder) in paths or ("changed", folder) in paths for folder in above(path))}

    def paths_of_diff(self, text, left, right):
        paths = set()
        for line in text.splitlines():
            if only := re.fullmatch(r"Only in (.*): (.*)", line):
                path = os.path.join(*only.groups())
                side = "left" if path.startswith(left + "/") else "right"
                paths.add((side, os.path.relpath(path, left if side == "left" else right)))
            else:  # Files A and B differ; File A is a fifo while file B is a ...; Symbolic links A and B differ
                self.assertIn("differ" if " is a" not in line else "while", line)
                if " while file " in line and line.count("fifo") == 2:
                    continue
                paths.add(("changed", re.search(re.escape(left) + r"/(.*?)(?: and /| is a)", line).group(1)))
        return paths


if __name__ == "__main__":
    print(f"PEEL_TEST_SEED={SEED}")
    unittest.main()
