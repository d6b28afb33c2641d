"""How tools/test-times adds up what ctest measured, and which labels exceed their budgets."""
import importlib.machinery
import json
import os
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path

TEST_TIMES = Path(__file__).resolve().parents[2] / "tools" / "test-times"
sys.dont_write_bytecode = True
test_times = types.ModuleType("test_times")
importlib.machinery.SourceFileLoader("test_times", str(TEST_TIMES)).exec_module(test_times)

# As ctest writes it, with a test that prints what other logs of ctest say of times.
JUNIT = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)" tests="5" failures="1" disabled="1" skipped="1" time="0" timestamp="2026-01-01T00:00:00">
	<testcase name="core" classname="core" time="1.5" status="run">
		<system-out>Test time = 9 sec</system-out>
	</testcase>
	<testcase name="sync" classname="sync" time="20.25" status="fail">
		<failure message=""/>
		<system-out></system-out>
	</testcase>
	<testcase name="page" classname="page" time="12" status="run"/>
	<testcase name="gone" classname="gone" time="0" status="notrun">
		<skipped message="Unable to find executable"/>
	</testcase>
	<testcase name="off" classname="off" time="0" status="disabled"/>
</testsuite>
"""
LISTED = {"tests": [{"name": "core", "properties": [{"name": "COST", "value": 3.0}]},
                    {"name": "sync", "properties": [{"name": "LABELS", "value": ["ssh", "slow"]}]},
                    {"name": "page", "properties": [{"name": "LABELS", "value": ["browser", "slow"]}]},
                    {"name": "off"}]}


class TestTimes(unittest.TestCase):
    times = test_times.read_times(JUNIT)
    seconds = test_times.by_label(times, test_times.read_labels(LISTED))

    def test_counts_tests_that_ran_and_no_others(self):
        self.assertEqual(self.times, {"core": 1.5, "sync": 20.25, "page": 12.0})

    def test_counts_a_test_in_each_of_its_labels(self):
        self.assertEqual(self.seconds, {"": 1.5, "ssh": 20.25, "browser": 12.0, "slow": 32.25})

    def test_names_each_label_beyond_its_budget(self):
        budgets = {"ssh": 20, "browser": 11.5, "slow": 100, "absent": 1}
        self.assertEqual(test_times.offences(self.seconds, budgets, 1),
                         ["the tests of label browser took 12.0 s, and their budget is 11.5 s",
                          "the tests of label ssh took 20.2 s, and their budget is 20 s"])

    def test_lets_a_label_take_its_whole_budget(self):
        self.assertEqual(test_times.offences(self.seconds, {"browser": 12}, 1), [])

    def test_multiplies_budgets_by_the_factor(self):
        self.assertEqual(test_times.offences(self.seconds, {"ssh": 20, "browser": 6}, 2), [])
        self.assertEqual(len(test_times.offences(self.seconds, {"ssh": 20, "browser": 6}, 0.5)), 2)

    def test_accepts_positive_factors_only(self):
        self.assertEqual(test_times.time_factor("2.5"), 2.5)
        for text in ("", "x", "0", "-1", "nan", "inf"):
            with self.subTest(text=text), self.assertRaises(ValueError):
                test_times.time_factor(text)

    def test_prints_tests_and_labels_by_time(self):
        lines = test_times.text_of(self.times, self.seconds, 4, 2).splitlines()
        self.assertEqual(lines[:4], ["      20.2  sync", "      12.0  page", "       1.5  core", "by label:"])
        self.assertEqual(lines[5], "      20.2  ssh  (budget 60)")
        self.assertEqual(lines[-1], "      33.8  seconds for 3 of 4 tests, one after the other")


class Command(unittest.TestCase):
    def run_with(self, junit, factor="1"):
        """In a build folder of one test, which has a label with a budget."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "CTestTestfile.cmake").write_text(
                'add_test(page "true")\nset_tests_properties(page PROPERTIES LABELS "browser")\n', encoding="utf-8")
            if junit is not None:
                Path(folder, "test-times.xml").write_text(junit, encoding="utf-8")
            return subprocess.run([sys.executable, str(TEST_TIMES), "--json", folder], capture_output=True, text=True,
                                  env={**os.environ, "PEEL_TIME_FACTOR": factor}, check=False)

    def test_ends_with_1_and_a_line_where_a_budget_is_exceeded(self):
        run = self.run_with(JUNIT.replace('"12"', '"31"'))
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr, "test-times: the tests of label browser took 31.0 s, and their budget is 30 s\n")
        self.assertEqual(json.loads(run.stdout)["labels"]["browser"], 31)

    def test_ends_with_0_within_the_budget(self):
        self.assertEqual(self.run_with(JUNIT.replace('"12"', '"31"'), factor="1.1").returncode, 0)

    def test_ends_with_2_if_nothing_was_measured(self):
        for junit in (None, "no XML"):
            run = self.run_with(junit)
            self.assertEqual((run.returncode, run.stdout, run.stderr.count("\n")), (2, "", 1))


if __name__ == "__main__":
    unittest.main()
