#!/usr/bin/env python3
"""peel plan from outside.

usage: PEEL_COMMAND=path/to/peel plan_test.py
"""
import unittest

from command import CommandTest, json_lines, peel

PARTS = ["hashes", "placement", "segments", "cells", "bytes", "failure_probability"]


COUNTER_PARTS = ["variant", "keys_per_word", *PARTS]
VARIANTS = ["standard", "even-odd", "one-key", "combined", "moment"]


def plan(*arguments):
    return json_lines(peel("plan", "iblt", *arguments, "--json"))[0]


def plan_counter(*arguments):
    return json_lines(peel("plan", "counter", *arguments, "--json"))[0]


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
        self.assertEqual([table[part] for part in PARTS[:4]], [8, "irregular", 0, 1248])
        self.assertLess(abs(table["bytes"] - 13672), 50)
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


class PlanCounter(CommandTest):
    def test_explains_a_counter_and_its_alternatives(self):
        self.assert_result(peel("plan", "counter", "--items", "10", "--key-bytes", "4", "--failure", "1e-4"), """\
A counter that lists 10 keys of 4 bytes with their counts, and leaves some over in at most 0.0001 of listings:

  variant     moment
  placement   partitioned
  hashes      4
  cells       24 of 4 words, 2.4 per key
  memory      768 bytes, 76.8 per key, 0.104 keys per word
  insertion   5.5 cache lines
  incomplete  7.2e-05, believed 7e-05 to 7.2e-05
  wrong       2e-25, for up to 1,099,511,627,776 insertions and deletions

Other counters for the same:

  variant   placement    hashes  cells  bytes  keys per word  cache lines  incomplete
  moment    partitioned  6       24     768    0.104          8.25         7.3e-06
  moment    partitioned  5       25     800    0.1            6.88         1.2e-05
  moment    partitioned  3       33     1,056  0.0758         4.12         6.8e-05
  moment    partitioned  2       68     2,176  0.0368         2.75         9e-05
  standard  partitioned  7       49     1,176  0.068          8.75         5.5e-05
  even-odd  partitioned  8       40     1,280  0.0625         11           7.3e-05
  one-key   partitioned  8       40     1,280  0.0625         11           5.4e-05
  combined  partitioned  8       40     1,600  0.05           12           5.4e-05

The fewest bytes win; where two counters are within 2.5 %, the one with fewer cache lines for an insertion,
which is faster. Even-odd, one-key and combined counters are planned only if asked for.
""")

    def test_json_has_the_documented_members(self):
        counter = plan_counter("--items", "1e4", "--failure", "0.01")
        self.assertEqual([counter[part] for part in ["variant", "hashes", "placement", "segments"]],
                         ["moment", 2, "partitioned", 0])
        self.assertEqual(counter["bytes"], 32 * counter["cells"])
        self.assertAlmostEqual(counter["keys_per_word"], 8e4 / counter["bytes"])
        self.assertLessEqual(counter["failure_probability"], 0.01)
        for other in counter["alternatives"]:
            self.assertLessEqual(set(COUNTER_PARTS), set(other))
        self.assertEqual({other["variant"] for other in counter["alternatives"]}, set(VARIANTS))

    def test_many_keys_are_coupled_and_take_two_words_each(self):
        counter = plan_counter("--items", "1e6", "--failure", "1e-3")
        self.assertEqual((counter["variant"], counter["placement"], counter["hashes"]), ("moment", "coupled", 3))
        self.assertGreater(counter["keys_per_word"], 0.46)

    def test_a_variant_that_is_asked_for_is_planned(self):
        for variant in VARIANTS:
            counter = plan_counter("--items", "1000", "--variant", variant)
            self.assertEqual(counter["variant"], variant)
            self.assertEqual({other["variant"] for other in counter["alternatives"]}, {variant})

    def test_the_recommended_counter_is_smaller_than_any_that_has_to_guess(self):
        for items in ["100", "1e4", "1e7"]:
            best = plan_counter("--items", items, "--key-bytes", "4")
            self.assertIn(best["listing"], ["divides", "solves"])
            for other in best["alternatives"]:
                if other["listing"] == "guesses":
                    self.assertGreater(other["bytes"], best["bytes"])

    def test_larger_totals_make_wrong_answers_more_likely(self):
        few = plan_counter("--items", "1000", "--variant", "moment", "--total", "1e6")
        many = plan_counter("--items", "1000", "--variant", "moment", "--total", "1e15", "--wrong", "0.01")
        self.assertGreater(many["wrong_probability"], 1000 * few["wrong_probability"])

    def test_rarer_mistakes_take_more_cells(self):
        ordinary = plan_counter("--items", "1000", "--variant", "moment")
        strict = plan_counter("--items", "1000", "--variant", "moment", "--wrong", "1e-10")
        self.assertGreater(strict["cells"], ordinary["cells"])
        self.assertLessEqual(strict["wrong_probability"], 1e-10)

    def test_one_key_and_a_billion(self):
        self.assertEqual(plan_counter("--items", "1", "--key-bytes", "4")["cells"], 2)
        self.assertGreater(plan_counter("--items", "1e9")["keys_per_word"], 0.48)

    def test_refuses_what_it_cannot_plan(self):
        for arguments, message in [
                (["--items=0"], "--items 0: accepted are whole numbers from 1 to 8589934590\n"),
                (["--items=9", "--failure=1"],
                 "--failure 1: accepted are probabilities between 0 and 1, such as 0.01 or 1e-4\n"),
                (["--items=9", "--variant=best"],
                 "--variant best: accepted are standard, even-odd, one-key, combined, moment\n"),
                (["--items=9", "--key-bytes=65"], "--key-bytes 65: accepted are whole numbers from 1 to 64\n"),
                (["--items=9", "--total=0"], "--total 0: accepted are whole numbers from 1 to 1152921504606846976\n"),
                (["--items=8589934590"],
                 "no counter of at most 4294967295 cells lists 8589934590 keys so reliably; ask for fewer --items or a "
                 "larger --failure or --wrong\n")]:
            self.assert_trouble(peel("plan", "counter", *arguments), message)

    def test_refuses_counters_beyond_what_a_process_should_hold(self):
        result = peel("plan", "counter", "--items", "4e9", "--key-bytes", "64")
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr.decode(), r"^peel: a counter of \d+ bytes: accepted are at most 34359738368; "
                                                 r"ask for fewer --items or shorter keys\n$")

    def test_says_what_is_missing(self):
        self.assert_trouble(peel("plan", "counter"),
                            "--items is required; peel plan counter --help shows what is accepted\n")


if __name__ == "__main__":
    unittest.main()
