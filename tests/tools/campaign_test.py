"""tools/campaign adds up what the runs of a stand-in program say, and fails when it should."""
import unittest

from copied_tool import CopiedToolTest

GOOD = """#!/bin/sh
echo "$PEEL_TEST_SEED" >> seeds
echo "seed: PEEL_TEST_SEED=$PEEL_TEST_SEED replays this run"
printf 'campaign\\ttable, xor\\teven\\t1-8\\t1000\\t50000\\t900\\t7\\t0\\t1e-12\\n'
printf 'campaign\\ttable, xor\\teven\\t9-64\\t1000\\t60000\\t900\\t7\\t0\\t1e-12\\n'
printf 'campaign\\ttable, short\\teven\\t1-8\\t1000\\t1000\\t900\\t7\\t3\\t4.0\\n'
"""
WRONG = """#!/bin/sh
printf 'wrong\\ttable, xor: 1 in round 7 of PEEL_TEST_SEED=%s\\n' "$PEEL_TEST_SEED"
printf 'campaign\\ttable, xor\\teven\\t1-8\\t1000\\t50000\\t900\\t7\\t1\\t1e-12\\n'
exit 1
"""
# Each run is within its own bound, and four of them are not.
OFTEN = """#!/bin/sh
printf 'campaign\\ttable, short\\teven\\t1-8\\t1000\\t1000\\t900\\t7\\t12\\t4.0\\n'
"""
SILENT = """#!/bin/sh
"""


class Campaign(CopiedToolTest):
    tool = "campaign"

    def run_with(self, program, *arguments):
        self.write("build/campaign/tests/test_campaign", program)
        return self.run_tool(*arguments)

    def rows(self, ran):
        """{(structure, kind, bytes): numbers} of the table in the end."""
        lines = [line for line in ran.stdout.splitlines() if len(line) > 50 and not line.startswith(("wrong", "=="))]
        self.assertTrue(lines[0].startswith("structure"), ran.stdout)
        return {(line[:34].strip(), *line[34:52].split()): line[52:].split() for line in lines[1:]}

    def test_adds_up_what_the_runs_say(self):
        ran = self.run_with(GOOD, "--no-build", "--runs", "3", "--seed", "7")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        rows = self.rows(ran)
        self.assertEqual(rows["table, xor", "even", "1-8"], ["3,000", "150,000", "2,700", "21", "0", "3e-12"])
        self.assertEqual(rows["table, xor", "all", "all"][1], "330,000")
        self.assertEqual(rows["all", "even", "all"][1], "333,000")
        self.assertEqual(rows["all", "all", "all"][1], "333,000")

    def test_takes_another_seed_for_each_run(self):
        self.run_with(GOOD, "--no-build", "--runs", "3", "--seed", "7")
        self.assertEqual((self.root / "seeds").read_text(encoding="utf-8").split(), ["7", "8", "9"])

    def test_keeps_the_table_in_a_file(self):
        ran = self.run_with(GOOD, "--no-build", "--runs", "2")
        kept = (self.root / "build/campaign/table.txt").read_text(encoding="utf-8")
        self.assertTrue(ran.stdout.endswith(kept), ran.stdout)

    def test_fails_and_says_what_replays_it_if_a_run_fails(self):
        ran = self.run_with(WRONG, "--no-build", "--runs", "2", "--seed", "7")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("table, xor: 1 in round 7 of PEEL_TEST_SEED=8", ran.stdout)
        self.assertIn("2 of 2 runs failed", ran.stdout)

    def test_fails_if_all_runs_together_are_wrong_too_often(self):
        self.assertEqual(self.run_with(OFTEN, "--no-build", "--runs", "1").returncode, 0)
        ran = self.run_with(OFTEN, "--no-build", "--runs", "4")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("table, short: 48 wrong, and 16 are predicted", ran.stdout)

    def test_fails_if_nothing_was_tried(self):
        self.assertEqual(self.run_with(SILENT, "--no-build", "--runs", "1").returncode, 1)

    def test_builds_first_as_users_build(self):
        self.write("bin/cmake", '#!/bin/sh\necho "$@" >> built\n')
        self.assertEqual(self.run_with(GOOD, "--runs", "1").returncode, 0)
        built = (self.root / "built").read_text(encoding="utf-8").splitlines()
        self.assertIn("--preset release", built[0])
        self.assertIn("--target test_campaign", built[1])

    def test_refuses_what_is_no_time(self):
        for minutes in ("0", "x", "1.5"):
            with self.subTest(minutes=minutes):
                ran = self.run_with(GOOD, "--no-build", minutes)
                self.assertEqual(ran.returncode, 2)
                self.assertIn(f"{minutes} minutes", ran.stderr)


if __name__ == "__main__":
    unittest.main()
