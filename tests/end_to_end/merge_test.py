#!/usr/bin/python3
"""peel merge, peel subtract and peel inspect of sketches from outside: exit status, exact output, and files.

usage: PEEL_COMMAND=path/to/peel merge_test.py
"""
import json
import os
import pty
import shutil
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

import xxhash

TESTS = Path(__file__).resolve().parent.parent
GOLDEN = TESTS / "golden"
PEEL = os.environ.get("PEEL_COMMAND", "peel")
LIKE = "; make one of them again with peel sketch --like the other\n"


def with_seed(data, seed):
    """The same file with another seed and a right checksum."""
    data = data[:8] + struct.pack("<QQ", seed, 0) + data[24:]
    return data[:40] + struct.pack("<Q", xxhash.xxh3_64_intdigest(data[:40] + data[48:])) + data[48:]


class InAFolder(unittest.TestCase):
    """Each test runs in a folder of its own with copies of the golden files."""
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for path in GOLDEN.glob("*.peel"):
            shutil.copy(path, self.folder)
        self.before = set(os.listdir(self.folder))

    def peel(self, *arguments, **options):
        options.setdefault("capture_output", True)
        return subprocess.run([PEEL, *arguments], cwd=self.folder, timeout=300, **options)

    def new_files(self):
        return set(os.listdir(self.folder)) - self.before

    def inspected(self, name):
        result = self.peel("inspect", "--json", name)
        self.assertEqual(result.stderr, b"")
        found, summary = (json.loads(line) for line in result.stdout.splitlines())
        return found, summary["summary"]

    def assert_done(self, result):
        self.assertEqual((result.stderr, result.stdout, result.returncode), (b"", b"", 0))

    def assert_trouble(self, result, sentence):
        self.assertEqual(result.stderr.decode(), f"peel: {sentence}")
        self.assertEqual((result.stdout, result.returncode), (b"", 2))
        self.assertEqual(self.new_files(), set())


class Merge(InAFolder):
    def test_adds_what_the_files_hold(self):
        self.assert_done(self.peel("merge", *["sketch-rows.peel"] * 3, "-o", "out.peel"))
        found, summary = self.inspected("out.peel")
        self.assertEqual((found["description"]["rows"], found["gross_total"]), (12, 12))
        self.assertEqual((summary["complete"], summary["inserted"], summary["estimate"]),
                         (True, 4, {"items": 4, "least": 4, "most": 4, "basis": "exact"}))
        self.assertEqual(self.new_files(), {"out.peel"})

    def test_of_one_file_is_that_file(self):
        for name in ("sketch-lines.peel", "iblt-compact-full.peel"):
            self.assert_done(self.peel("merge", name, "-o", "out.peel"))
            self.assertEqual((self.folder / "out.peel").read_bytes(), (self.folder / name).read_bytes())

    def test_adds_tables(self):
        self.assert_done(self.peel("merge", "iblt-prime-field.peel", "iblt-prime-field.peel", "-o", "out.peel"))
        found, summary = self.inspected("out.peel")
        self.assertEqual((found["kind"], summary["complete"]), ("iblt", True))

    def test_writes_to_standard_output_if_it_is_no_terminal(self):
        for arguments in ([], ["-o", "-"], ["--output", "-"]):
            result = self.peel("merge", "sketch-lines.peel", *arguments)
            self.assertEqual(result.stdout, (self.folder / "sketch-lines.peel").read_bytes())
            self.assertEqual((result.stderr, result.returncode), (b"", 0))

    def test_reads_standard_input(self):
        data = (self.folder / "sketch-lines.peel").read_bytes()
        self.assert_done(self.peel("merge", "-", "sketch-lines.peel", "-o", "out.peel", input=data))
        self.assertEqual(self.inspected("out.peel")[0]["description"]["rows"], 6)

    def test_reads_standard_input_only_once(self):
        self.assert_trouble(self.peel("merge", "-", "sketch-rows.peel", "-"), "only one FILE can be -, standard input\n")
        self.assert_trouble(self.peel("subtract", "-", "-"), "only one of A and B can be -, standard input\n")

    def test_refuses_a_terminal(self):
        controller, terminal = pty.openpty()
        try:
            result = self.peel("merge", "sketch-lines.peel", capture_output=False, stdout=terminal,
                               stderr=subprocess.PIPE)
        finally:
            os.close(controller)
            os.close(terminal)
        self.assertEqual(result.stderr.decode(), "peel: the result is no text and standard output is a terminal; "
                                                 "accepted is -o FILE, or -o - if that is meant\n")
        self.assertEqual(result.returncode, 2)

    def test_may_replace_one_of_its_inputs(self):
        self.assert_done(self.peel("merge", "sketch-lines.peel", "sketch-lines.peel", "-o", "sketch-lines.peel"))
        self.assertEqual(self.inspected("sketch-lines.peel")[0]["description"]["rows"], 6)
        self.assertEqual(self.new_files(), set())


class Subtract(InAFolder):
    def test_of_equal_sketches_leaves_nothing(self):
        self.assert_done(self.peel("subtract", "sketch-rows.peel", "sketch-rows.peel", "-o", "out.peel"))
        found, summary = self.inspected("out.peel")
        self.assertEqual((found["cells_in_use"], found["strata"]["cells_in_use"], found["description"]["rows"]),
                         (0, 0, 0))
        self.assertEqual((summary["complete"], summary["inserted"], summary["estimate"]["items"]), (True, 0, 0))

    def test_undoes_a_merge(self):
        self.assert_done(self.peel("merge", "sketch-rows.peel", "sketch-rows.peel", "-o", "two.peel"))
        self.assert_done(self.peel("subtract", "sketch-rows.peel", "two.peel", "-o", "out.peel"))
        found, summary = self.inspected("out.peel")
        self.assertEqual((found["description"]["rows"], summary["inserted"], summary["deleted"]), (-4, 0, 4))

    def test_of_tables(self):
        self.assert_done(self.peel("subtract", "iblt-xor.peel", "iblt-xor.peel", "-o", "out.peel"))
        self.assertEqual(self.inspected("out.peel")[0]["cells_in_use"], 0)

    def test_refuses_tables_whose_difference_would_not_list(self):
        self.assert_trouble(
            self.peel("subtract", "iblt-simple.peel", "iblt-simple.peel", "-o", "out.peel"),
            "iblt-simple.peel and iblt-simple.peel: only cells that check keys, and values if there are any, can be "
            "subtracted: make both tables with CellChecks::keys_and_values\n")

    def test_needs_two_files(self):
        self.assert_trouble(self.peel("subtract", "sketch-rows.peel"),
                            "B is required; peel subtract --help shows what is accepted\n")


class Mismatch(InAFolder):
    def test_of_kinds(self):
        for verb in ("merge", "subtract"):
            self.assert_trouble(self.peel(verb, "iblt-xor.peel", "sketch-lines.peel", "-o", "out.peel"),
                                "iblt-xor.peel and sketch-lines.peel: one holds an iblt, the other a sketch; "
                                "accepted are files of one kind\n")

    def test_of_descriptions(self):
        self.assert_trouble(self.peel("subtract", "sketch-lines.peel", "sketch-rows.peel", "-o", "out.peel"),
                            "sketch-lines.peel and sketch-rows.peel: these sketches cannot be combined: they have "
                            "items that are lines and rows" + LIKE)

    def test_of_columns_whose_names_are_escaped(self):
        self.assert_trouble(self.peel("merge", "sketch-rows.peel", "sketch-difference.peel", "-o", "out.peel"),
                            "sketch-rows.peel and sketch-difference.peel: these sketches cannot be combined: they have "
                            r"4 and 2 columns, 'city,,na,me,\xFF\x00\x0A' and '3,1'" + LIKE)

    def test_of_shapes(self):
        self.assert_trouble(self.peel("merge", "iblt-xor.peel", "iblt-coupled.peel", "-o", "out.peel"),
                            "iblt-xor.peel and iblt-coupled.peel: these tables cannot be combined: they have "
                            "partitioned and coupled placement; accepted are tables of one shape, hash family and "
                            "seed\n")

    def test_of_seeds(self):
        other = self.folder / "sketch-rows.peel"
        other.write_bytes(with_seed((self.folder / "sketch-lines.peel").read_bytes(), 5))
        result = self.peel("merge", "sketch-lines.peel", "sketch-rows.peel", "-o", "out.peel")
        self.assert_trouble(result, "sketch-lines.peel and sketch-rows.peel: these sketches cannot be combined: they "
                            "have seeds 642d76312e3030307065656c2d736565 and 00000000000000000000000000000005" + LIKE)


class BadInput(InAFolder):
    def test_a_missing_file(self):
        self.assert_trouble(self.peel("merge", "sketch-lines.peel", "none.peel", "-o", "out.peel"),
                            "cannot read none.peel: No such file or directory; accepted is a file that peel wrote, or "
                            "- for standard input\n")

    def test_a_sketch_that_is_cut_anywhere(self):
        whole = (self.folder / "sketch-lines.peel").read_bytes()
        for length in range(0, len(whole), 19):
            with self.subTest(length):
                result = self.peel("merge", "-", "-o", "out.peel", input=whole[:length])
                self.assertEqual(result.returncode, 2)
                self.assertRegex(result.stderr, rb"\Apeel: standard input: [^\n]+\n\Z")
                self.assertEqual(self.new_files(), set())

    def test_a_sketch_with_a_flipped_bit(self):
        whole = (self.folder / "sketch-lines.peel").read_bytes()
        for place in range(0, len(whole), 23):
            with self.subTest(place):
                flipped = bytearray(whole)
                flipped[place] ^= 0x04
                result = self.peel("subtract", "sketch-lines.peel", "-", "-o", "out.peel", input=bytes(flipped))
                self.assertEqual((result.returncode, self.new_files()), (2, set()))


class BadOutput(InAFolder):
    def test_a_full_disk(self):
        self.assert_trouble(self.peel("merge", "sketch-lines.peel", "-o", "/dev/full"),
                            "cannot write /dev/full: No space left on device\n")
        with open("/dev/full", "wb") as full:
            result = self.peel("merge", "sketch-lines.peel", capture_output=False, stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(result.stderr.decode(), "peel: cannot write to standard output: No space left on device\n")
        self.assertEqual(result.returncode, 2)

    def test_a_folder_and_a_name_in_none(self):
        (self.folder / "folder").mkdir()
        self.before.add("folder")
        self.assert_trouble(self.peel("merge", "sketch-lines.peel", "-o", "folder"),
                            "cannot write folder: Is a directory\n")
        self.assert_trouble(self.peel("merge", "sketch-lines.peel", "-o", "none/out.peel"),
                            "cannot write none/out.peel: No such file or directory\n")
        self.assert_trouble(self.peel("merge", "sketch-lines.peel", "-o", ""),
                            "cannot write '': No such file or directory\n")

    def test_a_file_beyond_its_limit_leaves_what_was_there(self):
        (self.folder / "out.peel").write_bytes(b"before")
        self.before.add("out.peel")
        self.assert_trouble(
            subprocess.run(["/bin/sh", "-c", f"ulimit -f 0; exec '{PEEL}' merge sketch-rows.peel -o out.peel"],
                           cwd=self.folder, capture_output=True),
            "cannot write out.peel: File too large\n")
        self.assertEqual((self.folder / "out.peel").read_bytes(), b"before")


class InspectSketch(InAFolder):
    def test_says_what_it_stands_for(self):
        text = self.peel("inspect", "sketch-rows.peel").stdout.decode().splitlines()
        self.assertEqual(text[:3], [
            "sketch-rows.peel", "  kind       sketch (stands for its source)",
            r"  source     4 rows; key 'city' ''; other columns 'na,me' '\xFF\x00\x0A'; with a header; room for keys of "
            "16 bytes"])
        self.assertEqual(text[-4:], [
            "  strata     levels 0 to 4 of 16 cells, 15 of 80 in use", "  estimate   not needed: all are listed",
            "  checksum   right", "  listing    complete: 4 entries inserted, 0 deleted"])

    def test_json_agrees_with_every_golden_file(self):
        for path in sorted(GOLDEN.glob("sketch-*.json")):
            with self.subTest(path.stem):
                about = json.loads(path.read_text())
                found, summary = self.inspected(path.stem + ".peel")
                for name in ("hash_family", "placement", "hashes", "cells", "arithmetic", "checks", "check_bits", "form",
                             "cells_in_use", "gross_total", "lost_sub_tables"):
                    self.assertEqual(found[name], about[name], name)
                for name in ("items", "rows", "has_header", "key_columns", "key_bytes"):
                    self.assertEqual(found["description"][name], about[name], name)
                self.assertEqual(len(found["description"]["columns"]), len(about["columns"]))
                self.assertEqual(found["strata"]["first_level"], about["first_level"])
                self.assertEqual(found["strata"]["level_cells"], about["level_cells"])
                self.assertEqual(found["kind"], "sketch")
                self.assertEqual(summary["outcome"], about["listing"]["outcome"])
                self.assertLessEqual(summary["estimate"]["least"], summary["estimate"]["most"])

    def test_names_that_are_not_text_are_base64_in_json(self):
        self.assertEqual(self.inspected("sketch-rows.peel")[0]["description"]["columns"],
                         ["city", "", "na,me", {"base64": "/wAK"}])


if __name__ == "__main__":
    unittest.main()
