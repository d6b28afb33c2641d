#!/usr/bin/python3
"""peel inspect, merge and subtract of summaries of tables from outside.

usage: PEEL_COMMAND=path/to/peel table_summary_files_test.py
"""
import json
import pathlib
import unittest

import command
from command import FolderTest, json_lines, peel

NAMES = sorted(path.stem for path in (command.TESTS / "golden").glob("table-summary-*.peel"))


def golden(name):
    return str(command.TESTS / "golden" / f"{name}.peel")


class Inspect(FolderTest):
    def test_interpolation_says_what_it_holds(self):
        self.assert_result(peel("inspect", "golden/table-summary-interpolation-collisions.peel"), """\
golden/table-summary-interpolation-collisions.peel
  kind        table summary (in which sub-table of a multilevel table a key is)
  version     1
  hashing     fast, seed 00000000000000000000000000000085
  table       4 sub-tables of 60, 20, 10 and 5 buckets of 1 slot
  summary     interpolation
  shape       8 bits of each key's hash
  memory      1,184 bytes
  bytes       153, 16.3 bits for each key
  keys        75
              level 2 or above: 33
              level 3 or above: 15
              level 4 or above: 5
  collisions  13 keys with the bits of another
  rate        24.2 % of keys that are not in the table are looked for in it
  checksum    right
""")

    def test_a_single_filter_says_what_it_holds(self):
        self.assert_result(peel("inspect", "golden/table-summary-single.peel"), """\
golden/table-summary-single.peel
  kind      table summary (in which sub-table of a multilevel table a key is)
  version   1
  hashing   fast, seed 642d76312e3030307065656c2d736565
  table     2 sub-tables of 3 and 2 buckets of 1 slot
  summary   single filter
  shape     24 cells three in a byte, 3 hashes
  memory    8 bytes
  bytes     96, 159.9 bits for each key
  keys      about 5, give or take 1
            level 2 or above: about 1, give or take 1
  fill      45.8 % of the cells are not 0
  rate      9.38 % of keys that are not in the table are looked for in it
  checksum  right
""")

    def test_multiple_filters_say_what_they_hold(self):
        result = peel("inspect", golden("table-summary-multiple-skewed")).stdout.decode()
        self.assertIn("  filters   1,024 bits, 6 hashes; line blocks of 64 bytes, 2 of them\n"
                      "            601 bits, 20 hashes; classic\n", result)
        self.assertIn("of the first filter's cells are not 0\n", result)

    def test_counters_that_are_saturated_are_counted(self):
        result = peel("inspect", golden("table-summary-counting-single-saturated")).stdout.decode()
        self.assertIn("  keys       about 67\n", result)
        self.assertIn("  saturated  6 counters, which stay as they are whatever is forgotten\n", result)

    def test_every_golden_file_says_for_programs_what_its_json_records(self):
        for name in NAMES:
            with self.subTest(name=name):
                recorded = json.loads(pathlib.Path(golden(name)).with_suffix(".json").read_text())
                file, _ = json_lines(peel("inspect", "--json", golden(name)))
                self.assertEqual(file["kind"], "table summary")
                members = ("summary", "buckets", "slots", "hash_family", "hash_bits", "packing", "hashes", "cells", "filters")
                self.assertEqual({member: file[member] for member in members if member in file},
                                 {member: recorded[member] for member in members if member in recorded})

    def test_what_is_counted_is_counted_exactly(self):
        for name in ("table-summary-interpolation-wide", "table-summary-counting-single"):
            with self.subTest(name=name):
                recorded = json.loads(pathlib.Path(golden(name)).with_suffix(".json").read_text())
                summary = json_lines(peel("inspect", "--json", golden(name)))[1]["summary"]
                noted = [0] * (len(recorded["buckets"]) + 1)
                for operation in recorded["operations"]:
                    noted[operation["level"]] += -1 if operation.get("forgotten") else 1
                self.assertEqual(summary["keys_of_level_or_above"], [sum(noted[level:]) for level in range(1, len(noted))])
                self.assertEqual(set(summary["keys_error"]), {0})

    def test_without_keys_there_are_no_bits_for_each(self):
        result = peel("inspect", golden("table-summary-multiple-empty")).stdout.decode()
        self.assertIn("  bytes     384\n", result)
        self.assertIn("  rate      0 % of keys", result)

    def test_a_damaged_file_is_refused(self):
        for name in NAMES:
            with self.subTest(name=name):
                data = bytearray(pathlib.Path(golden(name)).read_bytes())
                data[-1] ^= 1
                result = peel("inspect", self.file("damaged.peel", data))
                self.assertIn("checksum", result.stderr.decode())
                self.assertEqual((result.stdout, result.returncode), (b"", 2))


class Combine(FolderTest):
    def test_summaries_are_not_combined(self):
        one = golden("table-summary-single")
        for verb in ("merge", "subtract"):
            with self.subTest(verb=verb):
                out = self.folder / "out.peel"
                self.assert_trouble(peel(verb, one, one, "-o", str(out)),
                                    f"{one} and {one}: table summaries cannot be combined, since each belongs to its own table\n")
                self.assertFalse(out.exists())

    def test_another_kind_is_called_by_its_name(self):
        one, other = golden("table-summary-single"), golden("filter-classic")
        self.assert_trouble(peel("merge", one, other, "-o", str(self.folder / "out.peel")),
                            f"{one} and {other}: one holds a table summary, the other a filter; accepted are files of one kind\n")

    def test_one_alone_is_copied(self):
        for name in NAMES:
            with self.subTest(name=name):
                out = self.folder / "out.peel"
                self.assert_result(peel("merge", golden(name), "-o", str(out)), "")
                self.assertEqual(out.read_bytes(), pathlib.Path(golden(name)).read_bytes())


if __name__ == "__main__":
    unittest.main()
