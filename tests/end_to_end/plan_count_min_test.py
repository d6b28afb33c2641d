#!/usr/bin/env python3
"""peel plan count-min from outside.

usage: PEEL_COMMAND=path/to/peel plan_count_min_test.py
"""
import math
import unittest

from command import CommandTest, json_lines, peel


def plan(*arguments):
    return json_lines(peel("plan", "count-min", *arguments, "--json"))[0]


class PlanCountMin(CommandTest):
    def test_explains_the_grid_of_the_slides_and_a_smaller_one(self):
        self.assert_result(peel("plan", "count-min", "--epsilon", "0.01", "--delta", "0.01"), """\
Answers that exceed the truth by 0.01 of the total or more in at most 0.01 of all cases:

  rows      7
  columns   200
  counters  1,400 of 32 bits
  bytes     5,600
  epsilon   0.01
  delta     0.0078125

The fewest counters for the same: 5 rows of 252 columns, 5,040 bytes.
""")

    def test_explains_what_a_grid_makes_of_a_stream(self):
        self.assert_result(peel("plan", "count-min", "--rows", "5", "--columns", "65536", "--total", "1e7",
                                "--zipf", "1.1", "--distinct", "1e7"), """\
The promise of 5 rows of 65,536 columns:

  rows      5
  columns   65,536
  counters  327,680 of 32 bits
  bytes     1,310,720
  epsilon   3.051758e-05
  delta     0.03125

In a stream of 10,000,000 copies:

  margin       305: what an answer exceeds the truth by at most, but for delta
  mean excess  at most 152.6
  counters     are never full, below 4,294,967,295

If its keys follow Zipf's law, exponent 1.1, 10,000,000 possible keys:

  distinct keys  1,114,994
  mean excess    20.26, plain rule

The fewest counters for the same: 4 rows of 77,936 columns, 1,246,976 bytes.
""")

    def test_json_has_the_documented_members(self):
        grid = plan("--epsilon", "0.001", "--delta", "0.01")
        self.assertEqual(
            {name: grid[name] for name in ["rows", "columns", "bytes", "cell_bits", "epsilon", "delta"]},
            {"rows": 7, "columns": 2000, "bytes": 56000, "cell_bits": 32, "epsilon": 0.001, "delta": 1 / 128})
        self.assertEqual(grid["epsilon_target"], 0.001)
        self.assertEqual(grid["delta_target"], 0.01)

    def test_columns_are_two_by_epsilon_and_rows_the_halvings_of_delta(self):
        for epsilon in [0.5, 0.1, 0.03, 1e-4]:
            for delta in [0.5, 0.3, 1e-3, 1e-9]:
                grid = plan("--epsilon", str(epsilon), "--delta", str(delta))
                self.assertEqual(grid["columns"], math.ceil(2 / epsilon - 1e-9))
                self.assertEqual(grid["rows"], math.ceil(math.log2(1 / delta) - 1e-12))

    def test_the_smaller_grid_keeps_the_promise(self):
        for epsilon, delta in [(0.1, 0.01), (1e-3, 1e-6), (1e-5, 0.05)]:
            smallest = plan("--epsilon", str(epsilon), "--delta", str(delta))["smallest"]
            back = plan("--rows", str(smallest["rows"]), "--columns", str(smallest["columns"]), "--delta", str(delta))
            self.assertLessEqual(back["epsilon"], epsilon)
            self.assertIsNone(back["smallest"])

    def test_rows_without_a_delta_promise_that_of_the_slides(self):
        grid = plan("--epsilon", "0.01", "--rows", "4")
        self.assertEqual([grid["columns"], grid["delta"]], [200, 1 / 16])

    def test_rows_with_a_delta_take_the_columns_that_it_needs(self):
        grid = plan("--epsilon", "0.01", "--rows", "4", "--delta", "1e-6")
        self.assertEqual(grid["columns"], math.ceil(1e6 ** 0.25 / 0.01))
        self.assertLessEqual(grid["epsilon"], 0.01)
        self.assertEqual(grid["delta"], 1e-6)

    def test_narrow_counters_can_become_full(self):
        for bits, full in [("8", True), ("16", True), ("32", False), ("64", False)]:
            grid = plan("--rows", "3", "--columns", "100", "--cell-bits", bits, "--total", "65535")
            self.assertEqual(grid["may_saturate"], full)
            self.assertEqual(grid["largest_count"], 2 ** int(bits) - 1)
        self.assertFalse(
            plan("--rows", "3", "--columns", "100", "--cell-bits", "16", "--total", "65534")["may_saturate"])
        self.assertIn("can be full, at 255: answers then say so", peel(
            "plan", "count-min", "--rows", "3", "--columns", "100", "--cell-bits", "8",
            "--total", "1000").stdout.decode())

    def test_margins_are_whole_numbers_of_copies(self):
        grid = plan("--rows", "3", "--columns", "100", "--total", "1000")
        self.assertEqual([grid["margin"], grid["mean_excess_bound"]], [19, 10])
        self.assertEqual(plan("--rows", "3", "--columns", "100", "--total", "1000", "--delta", "1e-3")["margin"], 99)

    def test_forecasts_are_below_the_bound(self):
        zipf = plan("--rows", "5", "--columns", "4096", "--total", "1e7", "--zipf", "1.1", "--distinct", "1e7")
        self.assertAlmostEqual(zipf["zipf"]["mean_excess"], 634, delta=1)
        self.assertAlmostEqual(zipf["mean_excess_bound"], 2441, delta=1)
        uniform = plan("--rows", "1", "--columns", "10", "--total", "1000", "--zipf", "0", "--distinct", "100")
        self.assertAlmostEqual(uniform["zipf"]["mean_excess"], 99, delta=0.1)

    def test_an_epsilon_above_one_promises_nothing(self):
        printed = peel("plan", "count-min", "--rows", "1", "--columns", "1").stdout.decode()
        self.assertIn("The promise of 1 row of 1 column:", printed)
        self.assertIn("epsilon   2, which promises nothing", printed)

    def test_of_one_copy_and_one_key_is_singular(self):
        printed = peel("plan", "count-min", *"--rows 2 --columns 9 --total 1 --distinct 1 --zipf 1".split()).stdout.decode()
        self.assertIn("In a stream of 1 copy:", printed)
        self.assertIn("exponent 1, 1 possible key:", printed)

    def test_refuses_in_one_sentence(self):
        for arguments, sentence in [
                ("", "accepted are --epsilon with --delta or --rows, for a grid, or --rows and --columns, for its promise"),
                ("--rows 2", "accepted are --epsilon with --delta or --rows, for a grid, or --rows and --columns, for its promise"),
                ("--epsilon 0.1 --rows 2 --columns 5",
                 "accepted are --epsilon with --delta or --rows, for a grid, or --rows and --columns, for its promise"),
                ("--epsilon 0.1", "--epsilon is accepted with --delta, --rows or both"),
                ("--epsilon 0 --delta 0.1", "--epsilon 0: accepted are shares above 0 and below 1, such as 0.01 or 1e-4"),
                ("--epsilon 0.1 --delta 2", "--delta 2: accepted are probabilities between 0 and 1, such as 0.01 or 1e-4"),
                ("--epsilon 0.1 --delta 1e-100", "a delta of 1e-100 needs more than 64 rows"),
                ("--epsilon 1e-300 --delta 0.1",
                 "an epsilon of 1e-300 in 4 rows needs a grid of more than 1099511627776 bytes"),
                ("--rows 65 --columns 3", "--rows 65: accepted are whole numbers from 1 to 64"),
                ("--rows 3 --columns 1e12",
                 "3 rows of 1000000000000 counters of 32 bits: accepted are at most 1099511627776 bytes"),
                ("--rows 3 --columns 9 --cell-bits 12", "--cell-bits 12: accepted are 8, 16, 32, 64"),
                ("--rows 3 --columns 9 --zipf 1",
                 "--zipf, --distinct and --total are accepted together, as a forecast needs all three"),
                ("--rows 3 --columns 9 --total 5 --distinct 4 --zipf 9", "--zipf 9: accepted are numbers from 0 to 8"),
                ("--rows 3 --columns 9 --total 5 --distinct 0 --zipf 1",
                 "--distinct 0: accepted are whole numbers from 1 to 281474976710656")]:
            self.assert_trouble(peel("plan", "count-min", *arguments.split()), sentence + "\n")

    def test_help_begins_with_examples(self):
        self.assertTrue(peel("plan", "count-min", "--help").stdout.startswith(b"Examples:\n"))


if __name__ == "__main__":
    unittest.main()
