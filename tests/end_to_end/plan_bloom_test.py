#!/usr/bin/env python3
"""peel plan bloom from outside.

usage: PEEL_COMMAND=path/to/peel plan_bloom_test.py
"""
import math
import unittest
from fractions import Fraction

from command import CommandTest, json_lines, peel

PARTS = {"bits", "hashes", "bloom_rate", "exact_rate", "layout", "bytes", "bits_per_key", "items"}


def plan(*arguments):
    return json_lines(peel("plan", "bloom", *arguments, "--json"))[0]


class PlanBloom(CommandTest):
    def test_explains_a_filter_and_the_other_layouts(self):
        self.assert_result(peel("plan", "bloom", "--items", "1e6", "--rate", "0.01"), """\
A classic filter for 1,000,000 keys that affirms at most 0.01 of all others:

  keys          1,000,000
  bits          9,616,657, 9.617 per key
  bytes         1,202,088
  hashes        6
  Bloom's rate  0.009999992
  exact rate    0.009999997

Other layouts for the same:

  layout    keys       bits        per key  hashes  exact rate
  register  1,000,000  10,241,024  10.24    6       0.009999926
  line      1,000,000  9,933,824   9.934    6       0.009998291
""")

    def test_json_has_the_documented_members(self):
        filter_plan = plan("--items", "1000", "--rate", "0.01")
        self.assertLessEqual(PARTS, set(filter_plan))
        self.assertEqual(filter_plan["layout"], "classic")
        self.assertEqual([other["layout"] for other in filter_plan["alternatives"]], ["register", "line"])
        for other in filter_plan["alternatives"]:
            self.assertLessEqual(PARTS, set(other))

    def test_the_slides_example_is_a_fraction(self):
        example = plan("--items", "1", "--bits", "2", "--hashes", "2", "--exact")
        self.assertEqual(example["exact_fraction"], {"numerator": "5", "denominator": "8"})
        self.assertEqual([example["bloom_rate"], example["exact_rate"]], [0.5625, 0.625])

    def test_a_long_fraction_is_printed_in_json_and_described_in_text(self):
        arguments = ["--items", "100", "--bits", "1000", "--hashes", "7", "--exact"]
        long = plan(*arguments)
        fraction = Fraction(int(long["exact_fraction"]["numerator"]), int(long["exact_fraction"]["denominator"]))
        self.assertAlmostEqual(float(fraction), long["exact_rate"], delta=1e-15)
        self.assertAlmostEqual(float(fraction), 0.0082662475, delta=1e-10)
        self.assertIn("a fraction with 2,118 digits below the line", peel("plan", "bloom", *arguments).stdout.decode())

    def test_a_fraction_beyond_the_limit_is_left_out(self):
        arguments = ["--items", "1e6", "--bits", "1e7", "--hashes", "7", "--exact"]
        self.assertIsNone(plan(*arguments)["exact_fraction"])
        self.assertIn("too long", peel("plan", "bloom", *arguments).stdout.decode())

    def test_a_billion_addresses_in_a_gigabyte(self):
        best = plan("--items", "1e9", "--bits", "8e9")
        self.assertEqual(best["hashes"], 6)
        self.assertAlmostEqual(best["exact_rate"], 0.021577, delta=5e-7)
        one = plan("--items", "1e9", "--bits", "8e9", "--hashes", "1")
        self.assertAlmostEqual(one["exact_rate"], 0.117503, delta=5e-7)

    def test_size_and_rate_give_the_number_of_keys(self):
        for layout in ["classic", "register", "line"]:
            fits = plan("--bits", "512000", "--rate", "0.01", "--layout", layout)
            self.assertLessEqual(fits["exact_rate"], 0.01)
            more = plan("--bits", "512000", "--hashes", str(fits["hashes"]), "--items", str(fits["items"] + 1),
                        "--layout", layout)
            self.assertGreater(more["exact_rate"], 0.01)

    def test_bits_of_a_blocked_filter_are_rounded_up_to_whole_blocks(self):
        self.assertEqual(plan("--bits", "1000", "--items", "50", "--layout", "line")["bits"], 1024)
        self.assertEqual(plan("--bits", "1000", "--items", "50", "--layout", "register")["bits"], 1024)
        self.assertEqual(plan("--bits", "1000", "--items", "50")["bits"], 1000)

    def test_a_classic_plan_needs_what_theory_says(self):
        for rate in [0.1, 0.01, 1e-4]:
            bits = plan("--items", "1e6", "--rate", str(rate))["bits_per_key"]
            ideal = -math.log(rate) / math.log(2) ** 2
            self.assertGreaterEqual(bits, ideal)
            self.assertLess(bits, 1.02 * ideal)

    def test_says_so_if_not_even_one_key_fits(self):
        nothing = plan("--bits", "1", "--rate", "0.5")
        self.assertEqual([nothing["items"], nothing["bits_per_key"]], [0, None])
        self.assertIn("keys          0\n", peel("plan", "bloom", "--bits", "1", "--rate", "0.5").stdout.decode())

    def test_wants_two_of_three_numbers(self):
        for arguments in [[], ["--items", "5"], ["--items", "5", "--rate", "0.1", "--bits", "100"]]:
            self.assert_trouble(peel("plan", "bloom", *arguments),
                                "of --items, --rate and --bits two are accepted, since the third follows from them\n")

    def test_refuses_what_no_filter_has(self):
        def assert_refused(arguments, sentence):
            self.assert_trouble(peel("plan", "bloom", "--items", *arguments), sentence + "\n")

        assert_refused(["0", "--rate", "0.1"], "--items 0: accepted are whole numbers from 1 to 8796093022208")
        assert_refused(["5", "--bits", "0"], "--bits 0: accepted are whole numbers from 1 to 8796093022208")
        assert_refused(["5", "--bits", "9", "--hashes", "65"], "--hashes 65: accepted are whole numbers from 1 to 64")
        assert_refused(["5", "--bits", "9", "--hashes", "33", "--layout", "line"],
                       "--hashes 33: accepted are whole numbers from 1 to 32")
        assert_refused(["5", "--bits", "9", "--layout", "square"],
                       "--layout square: accepted are classic, register, line")
        assert_refused(["8e12", "--rate", "0.01"],
                       "no classic filter of at most 1099511627776 bytes affirms so few others")
        assert_refused(["5", "--rate", "0.1", "--layout", "line", "--exact"],
                       "--exact is for the layout classic, not for line")


if __name__ == "__main__":
    unittest.main()
