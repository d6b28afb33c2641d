#!/usr/bin/env python3
"""peel plan cuckoo from outside.

usage: PEEL_COMMAND=path/to/peel plan_cuckoo_test.py
"""
import math
import unittest

from command import CommandTest, json_lines, peel


def plan(*arguments):
    return json_lines(peel("plan", "cuckoo", *arguments, "--json"))[0]


class PlanCuckoo(CommandTest):
    def test_explains_a_table_of_ten_million_entries(self):
        self.assert_result(peel("plan", "cuckoo", "--items", "1e7"), """\
A cuckoo table of 10,000,000 entries:

  buckets  2,631,579 of 4 slots
  load     0.95000; the threshold is 0.98037
  bytes    168,421,056, 16.842 for each entry of 16
  kicks    1.52 for the last entry, 0.152 on average
  visits   6.61 buckets searched for the last entry
  rehash   1.33e-43, an estimate
""")

    def test_says_that_the_estimate_is_made_for_larger_tables(self):
        self.assertIn("a rough estimate: it is made for larger tables",
                      peel("plan", "cuckoo", "--items", "100").stdout.decode())

    def test_json_has_the_documented_members(self):
        table = plan("--items", "1e6")
        self.assertEqual(table["buckets"], 263158)
        self.assertEqual(table["bytes"], 263158 * 4 * 16)
        self.assertAlmostEqual(table["load"], 1e6 / (263158 * 4), places=12)
        self.assertAlmostEqual(table["bytes_per_entry"], table["bytes"] / 1e6, places=9)
        self.assertLess(table["rehash_probability"], 1e-9)
        self.assertGreater(table["expected_kicks"], table["mean_kicks"])
        self.assertGreater(table["expected_visits"], table["expected_kicks"])

    def test_entries_have_the_bytes_that_were_asked_for(self):
        self.assertEqual(plan("--items", "1e6", "--entry-bytes", "24")["bytes"], 263158 * 4 * 24)

    def test_thresholds_are_those_of_the_literature(self):
        for slots, threshold in [(1, 0.5), (2, 0.8970), (3, 0.9592), (4, 0.9804)]:
            self.assertAlmostEqual(plan("--items", "1e6", "--slots", str(slots))["threshold"], threshold, places=4)

    def test_without_a_load_stays_below_the_threshold(self):
        for slots in range(1, 9):
            table = plan("--items", "1e6", "--slots", str(slots))
            self.assertLess(table["load"], table["threshold"])
            self.assertIsNotNone(table["expected_kicks"])

    def test_beyond_the_threshold_a_rehash_is_certain(self):
        table = plan("--items", "1e6", "--load", "0.99")
        self.assertIsNone(table["expected_kicks"])
        self.assertGreater(table["rehash_probability"], 0.999)
        self.assertIn("kicks    many: the load is close to the threshold or beyond",
                      peel("plan", "cuckoo", "--items", "1e6", "--load", "0.99").stdout.decode())

    def test_single_slots_fail_as_simulated(self):
        # The shares of 20,000 tables each, simulated by a program that shares no code with this one.
        for items, load, buckets, simulated in [(50, 50 / 120, 120, 0.01935), (100, 100 / 223, 223, 0.0365)]:
            table = plan("--items", str(items), "--slots", "1", "--load", str(load))
            self.assertEqual((table["buckets"], table["rehash_basis"]), (buckets, "exact"))
            self.assertAlmostEqual(table["rehash_probability"], simulated, delta=5 * math.sqrt(simulated / 20_000))

    def test_single_slots_fail_more_rarely_the_larger_the_table(self):
        small, large = (plan("--items", items, "--slots", "1", "--load", "0.4") for items in ("4e4", "4e6"))
        self.assertEqual((small["rehash_basis"], large["rehash_basis"]), ("exact", "estimate"))
        self.assertTrue(math.isclose(small["rehash_probability"], 100 * large["rehash_probability"], rel_tol=0.01))

    def test_says_in_json_that_an_estimate_is_rough(self):
        self.assertEqual(plan("--items", "100")["rehash_basis"], "rough estimate")
        self.assertEqual(plan("--items", "1e6")["rehash_basis"], "estimate")

    def test_of_one_entry_is_singular(self):
        self.assertIn("A cuckoo table of 1 entry:", peel("plan", "cuckoo", "--items", "1").stdout.decode())

    def test_of_single_slots_is_singular(self):
        self.assertIn("  buckets  3 of 1 slot\n",
                      peel("plan", "cuckoo", "--items", "1", "--slots", "1", "--load", "0.4").stdout.decode())

    def test_refuses_in_one_sentence(self):
        for arguments, sentence in [
                ("--items 0", "--items 0: accepted are whole numbers from 1 to 1099511627776"),
                ("--items 5 --slots 9", "--slots 9: accepted are whole numbers from 1 to 8"),
                ("--items 5 --load 1.5", "--load 1.5: accepted are shares above 0 and up to 1, such as 0.95"),
                ("--items 5 --load x", "--load x: accepted are shares above 0 and up to 1, such as 0.95"),
                ("--items 1e12 --load 1e-9", "more than 2^52 slots: that is the most that is planned"),
                ("--items 1e12 --load 1e-3 --entry-bytes 65536",
                 "more than 2^60 bytes: that is the most that is planned"),
                ("--items 5 --entry-bytes 0", "--entry-bytes 0: accepted are whole numbers from 1 to 65536")]:
            self.assert_trouble(peel("plan", "cuckoo", *arguments.split()), sentence + "\n")

    def test_help_begins_with_examples(self):
        self.assertTrue(peel("plan", "cuckoo", "--help").stdout.startswith(b"Examples:\n"))


if __name__ == "__main__":
    unittest.main()
