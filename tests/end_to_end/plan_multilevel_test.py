#!/usr/bin/env python3
"""peel plan multilevel from outside.

usage: PEEL_COMMAND=path/to/peel plan_multilevel_test.py
"""
import unittest

from command import CommandTest, json_lines, peel

PAPERS = ["--items", "1e4", "--tables", "40000,10000,5000,2500,2500"]


def plan(*arguments):
    return json_lines(peel("plan", "multilevel", *arguments, "--json"))[0]


def summary(table, kind):
    return next(each for each in table["summaries"] if each["kind"] == kind)


class PlanMultilevel(CommandTest):
    def test_explains_the_papers_table(self):
        self.assert_result(peel("plan", "multilevel", *PAPERS, "--failure", "7.64e-10", "--rate", "0.00633"), """\
10,000 items in the given sub-tables:

  sub-tables  5
  slots       60,000, 6.000 for each item, 1 in a bucket
  crisis      1.007e-12, exact
  turnover    1.186e-09 crises for each insertion, if as many items are erased

     buckets  items that come  that stay
  1  40,000   10000            8848.07
  2  10,000   1151.93          1088.08
  3  5,000    63.8572          63.451
  4  2,500    0.40611          0.406076
  5  2,500    3.36908e-05      3.36908e-05

  summary                    bytes    bits an item  false positives  failure
  interpolation              81,250   65.00         1.388e-13        6.938e-10
  single filter              47,540   38.03         0.006278         7.524e-10
  counting single filter     307,800  246.24        0.006278         7.524e-10
  multiple filters           30,532   24.43         0.00633          7.369e-10
  counting multiple filters  99,625   79.70         0.00633          7.369e-10

  interpolation     56 bits of hash, 3 of level
  single filter     120,120 cells of 0 to 5, 15 hashes
  multiple filters  cells/hashes 105,430/7, 73,600/37, 4,936/34, 245/22, 38/17
""")

    def test_explains_a_planned_table(self):
        self.assert_result(peel("plan", "multilevel", "--items", "1e5", "--failure", "1e-6", "--sub-tables", "4"), """\
100,000 items with a crisis in at most 1e-06 of all cases:

  sub-tables  4
  slots       807,260, 8.073 for each item, 1 in a bucket
  crisis      9.985e-07, near exact
  turnover    7.738e-08 crises for each insertion, if as many items are erased

     buckets  items that come  that stay
  1  399,856  100000           88476
  2  219,921  11524            11227.3
  3  120,957  296.722          296.358
  4  66,526   0.363655         0.363654

  summary                    bytes      bits an item  false positives  failure
  interpolation              800,908    64.07         1.11e-11         5.551e-07
  single filter              454,188    36.34         0.009384         9.968e-07
  counting single filter     2,220,588  177.65        0.009384         9.968e-07
  multiple filters           299,701    23.98         0.01             9.935e-07
  counting multiple filters  896,079    71.69         0.01             9.935e-07

  interpolation     53 bits of hash, 3 of level
  single filter     1,059,840 cells of 0 to 5, 12 hashes
  multiple filters  cells/hashes 961,668/6, 611,328/31, 17,184/32, 162/18
""")

    def test_json_has_the_documented_members(self):
        table = plan(*PAPERS)
        self.assertEqual(table["tables"], [40000, 10000, 5000, 2500, 2500])
        self.assertEqual([table["items"], table["slots"], table["total_slots"]], [10000, 1, 60000])
        self.assertAlmostEqual(table["crisis_probability"] / 1.00702e-12, 1, places=5)
        self.assertEqual(table["crisis_method"], "exact")
        self.assertGreater(table["turnover_crises"], table["crisis_probability"])
        self.assertAlmostEqual(table["expected_items"][0], 10000 - 1151.93, delta=0.01)
        self.assertAlmostEqual(sum(table["expected_items"]), 10000, places=5)

    def test_json_names_every_kind_also_those_that_are_refused(self):
        kinds = ["interpolation", "single filter", "counting single filter", "multiple filters", "counting multiple filters"]
        huge = ["--items", "68719476736", "--tables", "274877906944,68719476736,34359738368", "--failure", "1e-50"]
        summaries = plan(*huge)["summaries"]
        self.assertEqual([each["kind"] for each in summaries], kinds)
        self.assertEqual([each["kind"] for each in summaries if "refused" not in each], ["multiple filters"])

    def test_summaries_keep_what_was_asked_for(self):
        table = plan(*PAPERS, "--failure", "1e-10", "--rate", "0.006")
        self.assertEqual([each["kind"] for each in table["summaries"]],
                         ["interpolation", "single filter", "counting single filter", "multiple filters",
                          "counting multiple filters"])
        for each in table["summaries"]:
            self.assertLessEqual(each["failure_probability"], 1e-10)
            self.assertLessEqual(each["false_positive_rate"], 0.006)
            self.assertAlmostEqual(each["bits_per_item"], each["bytes"] * 8 / 10000, places=9)
        self.assertLess(summary(table, "multiple filters")["bytes"], summary(table, "single filter")["bytes"])
        self.assertLess(summary(table, "counting multiple filters")["saturated_counters"], 1e-6)

    def test_planned_tables_keep_crises_rare(self):
        for arguments in ["--items 1e7 --failure 1e-9", "--items 1e3 --failure 0.01",
                          "--items 1e4 --failure 1e-9 --slots 4"]:
            table = plan(*arguments.split())
            self.assertLessEqual(table["crisis_probability"], float(arguments.split()[3]))
            self.assertLess(table["slots_per_item"], 2.5)
            self.assertEqual(table["tables"], sorted(table["tables"], reverse=True))

    def test_what_no_summary_can_do_is_said(self):
        table = plan("--items", "1e4", "--failure", "1e-14")
        self.assertEqual(summary(table, "interpolation")["refused"],
                         "no row of 61 bits for each key keeps false positives and failures that rare")
        self.assertIn("interpolation: no row of 61 bits for each key keeps false positives and failures that rare.\n",
                      peel("plan", "multilevel", "--items", "1e4", "--failure", "1e-14").stdout.decode())

    def test_a_table_that_is_too_small_has_a_crisis(self):
        self.assertEqual(plan("--items", "100", "--tables", "50,25")["crisis_probability"], 1)

    def test_refuses_in_one_sentence(self):
        for arguments, sentence in [
                ("--items 5", "accepted are --failure, for sub-tables, or --tables, for what can go wrong in them"),
                ("--items 5 --tables 4,2 --sub-tables 3", "--sub-tables is not accepted with --tables, which are given"),
                ("--items 0 --failure 0.1", "--items 0: accepted are whole numbers from 1 to 68719476736"),
                ("--items 5 --tables 4,,2", "--tables 4,,2: accepted are whole numbers from 1 to 1099511627776"),
                ("--items 5 --tables 4,0", "--tables 0: accepted are whole numbers from 1 to 1099511627776"),
                ("--items 5 --tables 1,1,1,1,1,1,1,1", "8 sub-tables: accepted are 1 to 7"),
                ("--items 5 --tables 1e12,1e12", "sub-tables with more than 1099511627776 slots: that is the most that is accepted"),
                ("--items 5 --failure 1e-101", "a crisis below 1e-100: accepted are less rare ones"),
                ("--items 5 --failure 0.1 --sub-tables 8", "--sub-tables 8: accepted are whole numbers from 1 to 7"),
                ("--items 5 --failure 0.1 --slots 256", "--slots 256: accepted are whole numbers from 1 to 255"),
                ("--items 5 --failure 2", "--failure 2: accepted are probabilities between 0 and 1, such as 0.01 or 1e-4"),
                ("--items 5 --failure 0.1 --rate 0", "--rate 0: accepted are probabilities between 0 and 1, such as 0.01 or 1e-4"),
                ("--items 1e7 --failure 1e-9 --sub-tables 1",
                 "sub-tables with more than 1099511627776 slots: that is the most that is accepted")]:
            self.assert_trouble(peel("plan", "multilevel", *arguments.split()), sentence + "\n")

    def test_help_begins_with_examples(self):
        self.assertTrue(peel("plan", "multilevel", "--help").stdout.startswith(b"Examples:\n"))


if __name__ == "__main__":
    unittest.main()
