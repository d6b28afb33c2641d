#!/usr/bin/env python3
"""peel plan from outside.

usage: PEEL_COMMAND=path/to/peel plan_test.py
"""
import unittest

from command import CommandTest, json_lines, peel

PARTS = ["hashes", "placement", "segments", "cells", "bytes", "failure_probability"]


def plan(*arguments):
    return json_lines(peel("plan", "iblt", *arguments, "--json"))[0]


class PlanIblt(CommandTest):
    def test_explains_a_table_and_its_alternatives(self):
        self.assert_result(peel("plan", "iblt", "--items", "10", "--failure", "1e-4"), """\
A table that lists 10 keys of 8 bytes, and leaves some over in at most 0.0001 of listings:

  placement   partitioned
  hashes      7
  cells       49, 4.9 per key
  arithmetic  xor sums
  check bits  24
  message     517 bytes, 51.7 per key
  memory      1,176 bytes
  incomplete  5.5e-05, believed 5.5e-05 to 5.5e-05
  wrong       5.8e-08

Other tables for the same:

  placement    hashes  cells  per key  message  incomplete
  partitioned  8       48     4.8      537      2.7e-05
  partitioned  6       54     5.4      506      8.5e-05
  partitioned  5       70     7        501      8.4e-05
  partitioned  4       104    10.4     442      9.9e-05
  partitioned  3       231    23.1     406      9.9e-05

The fewest cells win; where two tables are within 2.5 %, the one with fewer hashes, which is faster.
""")

    def test_json_has_the_documented_members(self):
        table = plan("--items", "1000", "--failure", "0.01")
        self.assertEqual([table[part] for part in PARTS[:4]], [3, "partitioned", 0, 1296])
        self.assertLess(abs(table["bytes"] - 13484), 50)
        self.assertLessEqual(table["failure_probability"], 0.01)
        for other in table["alternatives"]:
            self.assertLessEqual(set(PARTS), set(other))

    def test_many_keys_are_coupled(self):
        table = plan("--items", "1e6", "--failure", "1e-4")
        self.assertEqual((table["placement"], table["hashes"]), ("coupled", 4))
        self.assertGreater(table["segments"], 4)
        self.assertLess(table["cells"], 1_080_000)

    def test_widths_and_duplicates_cost_bytes(self):
        small = plan("--items", "1000")["bytes"]
        self.assertGreater(plan("--items", "1000", "--key-bytes", "16")["bytes"], small + 8 * 1000)
        self.assertGreater(plan("--items", "1000", "--value-bytes", "8")["bytes"], small + 8 * 1000)
        self.assertGreater(plan("--items", "1000", "--multiset")["bytes"], small)

    def test_rarer_mistakes_take_longer_checks(self):
        self.assertEqual(plan("--items", "1000", "--wrong", "1e-15")["check_bits"], 56)

    def test_one_key_and_four_billion(self):
        self.assertEqual(plan("--items", "1")["cells"], 2)
        self.assertGreater(plan("--items", "4e9")["cells"], 4_000_000_000)

    def test_refuses_what_is_no_number_of_items(self):
        for items in ["0", "-1", "many", "1e20", "4294967296", "1.5", "1e", "0x10"]:
            self.assert_trouble(peel("plan", "iblt", f"--items={items}"),
                                f"--items {items}: accepted are whole numbers from 1 to 4294967295\n")

    def test_refuses_what_is_no_probability(self):
        for failure in ["0", "1", "-0.5", "2", "often", "nan", "inf"]:
            self.assert_trouble(
                peel("plan", "iblt", "--items", "9", f"--failure={failure}"),
                f"--failure {failure}: accepted are probabilities between 0 and 1, such as 0.01 or 1e-4\n")

    def test_refuses_widths_that_no_table_has(self):
        self.assert_trouble(peel("plan", "iblt", "--items", "9", "--key-bytes", "65"),
                            "--key-bytes 65: accepted are whole numbers from 1 to 64\n")
        self.assert_trouble(peel("plan", "iblt", "--items", "9", "--value-bytes", "65"),
                            "--value-bytes 65: accepted are whole numbers from 0 to 64\n")

    def test_refuses_what_no_table_can_list(self):
        self.assert_trouble(peel("plan", "iblt", "--items", "4294967295"),
                            "no table of at most 4294967295 cells lists 4294967295 keys so reliably; ask for fewer "
                            "--items or a larger --failure or --wrong\n")
        self.assert_trouble(peel("plan", "iblt", "--items", "1000", "--wrong", "1e-30"),
                            "no table of at most 4294967295 cells lists 1000 keys so reliably; ask for fewer --items or "
                            "a larger --failure or --wrong\n")

    def test_says_what_is_missing(self):
        self.assert_trouble(peel("plan", "iblt"),
                            "--items is required; peel plan iblt --help shows what is accepted\n")
        self.assert_trouble(peel("plan"), "A subcommand is required; peel plan --help shows what is accepted\n")


if __name__ == "__main__":
    unittest.main()
