#!/usr/bin/python3
"""peel inspect, merge and subtract of counting, spectral and rotating filters from outside.

usage: PEEL_COMMAND=path/to/peel counting_filters_test.py
"""
import pathlib
import unittest

import command
from command import FolderTest, json_lines, peel


def golden(name):
    return str(command.TESTS / "golden" / f"{name}.peel")


class Inspect(FolderTest):
    def test_a_counting_filter_says_what_it_holds(self):
        self.assert_result(peel("inspect", "golden/counting-filter-saturated.peel"), """\
golden/counting-filter-saturated.peel
  kind       counting filter (which keys are in it; they can be erased)
  version    1
  hashing    fast, seed 00000000000000000000000000000031
  layout     classic
  shape      17 counters of 4 bits, 9 hashes
  fill       82.4 % of the counters are not 0
  saturated  5 counters, which stay as they are whatever is erased
  bytes      96
  keys       about 3, give or take 1
  rate       17.4 % of other keys are affirmed
  checksum   right
""")

    def test_a_spectral_filter_says_what_it_holds(self):
        file, summary = json_lines(peel("inspect", "--json", golden("spectral-filter-increase")))
        self.assertEqual({name: file[name] for name in ("kind", "insertion", "cells", "cell_bits", "hashes", "hash_family")},
                         {"kind": "spectral filter", "insertion": "minimal_increase", "cells": 101, "cell_bits": 16,
                          "hashes": 4, "hash_family": "siphash"})
        self.assertAlmostEqual(summary["summary"]["fill"], 83 / 101)
        self.assertEqual(summary["summary"]["saturated"], 0)

    def test_a_rotating_filter_says_what_it_holds(self):
        self.assert_result(peel("inspect", "golden/rotating-filter-wrapped.peel"), """\
golden/rotating-filter-wrapped.peel
  kind      rotating filter (which keys came lately)
  version   1
  hashing   siphash, seed 00000000000000000000000000000038
  layout    line blocks of 64 bytes, 1 of them
  shape     4 generations of 512 bits, 7 hashes
  window    the last 20 insertions; forgotten after 28
  position  75 insertions so far
  bytes     648
  keys      about 26, give or take 1
  rate      1.72e-05 % of other keys are affirmed
  checksum  right
""")

    def test_a_damaged_filter_is_refused(self):
        data = bytearray((command.TESTS / "golden/counting-filter-line.peel").read_bytes())
        data[-1] ^= 1
        path = self.file("damaged.peel", data)
        result = peel("inspect", path)
        self.assertIn("checksum", result.stderr.decode())
        self.assertEqual((result.stdout, result.returncode), (b"", 2))


class Combine(FolderTest):
    def setUp(self):
        super().setUp()
        self.out = str(self.folder / "out.peel")

    def merged(self, name):
        self.assert_result(peel("merge", golden(name), golden(name), "-o", self.out), "")
        return self.out

    def test_subtract_undoes_merge_of_counting_filters(self):
        both = self.merged("counting-filter-pages")
        result = peel("subtract", both, golden("counting-filter-pages"), "-o", "-")
        self.assertEqual((result.stderr, result.returncode), (b"", 0))
        self.assertEqual(result.stdout, (command.TESTS / "golden/counting-filter-pages.peel").read_bytes())

    def test_subtract_refuses_what_was_never_inserted(self):
        both = self.merged("counting-filter-classic")
        self.assert_trouble(
            peel("subtract", golden("counting-filter-classic"), both, "-o", "-"),
            f"{golden('counting-filter-classic')} and {both}: cell 7 is 1 in the first filter and 2 in the second, "
            "which was given a key that the first was not\n")

    def test_merge_doubles_the_counts_of_a_spectral_filter(self):
        _, before = json_lines(peel("inspect", "--json", golden("spectral-filter-selection")))
        _, after = json_lines(peel("inspect", "--json", self.merged("spectral-filter-selection")))
        self.assertEqual(before, after)  # the same cells are in use
        cells = pathlib.Path(self.out).read_bytes()[0x50:0x5d]
        self.assertEqual(list(cells), [0, 0, 0, 4, 0, 10, 12, 0, 0, 8, 6, 0, 0])

    def test_merge_of_a_rotating_filter_of_ticks_with_itself_is_itself(self):
        both = self.merged("rotating-filter-ticks")
        self.assertEqual(pathlib.Path(both).read_bytes(), pathlib.Path(golden("rotating-filter-ticks")).read_bytes())

    def test_what_cannot_be_combined_is_refused_with_a_reason(self):
        for verb, name, reason in (
                ("merge", "spectral-filter-increase",
                 "spectral filters of minimal increase cannot be merged: accepted is minimum selection"),
                ("merge", "rotating-filter-wrapped",
                 "windows of insertions cannot be merged, since nobody knows which came first: accepted are windows of ticks"),
                ("subtract", "spectral-filter-selection", "of filters, only counting ones can be subtracted"),
                ("subtract", "rotating-filter-ticks", "of filters, only counting ones can be subtracted")):
            with self.subTest(verb=verb, name=name):
                self.assert_trouble(peel(verb, golden(name), golden(name), "-o", "-"),
                                    f"{golden(name)} and {golden(name)}: {reason}\n")

    def test_filters_of_two_kinds_are_refused(self):
        one, other = golden("counting-filter-line"), golden("filter-line")
        self.assert_trouble(peel("merge", one, other, "-o", "-"),
                            f"{one} and {other}: one holds a counting filter, the other a filter; "
                            "accepted are files of one kind\n")


if __name__ == "__main__":
    unittest.main()
