"""tools/run-fuzzers goes on behind a finding and ends with a table. The fuzz targets are stand-ins, and so is cmake."""
import sys
import unittest

from copied_tool import CopiedToolTest

QUICK = """#!/bin/sh
echo "$@" > arguments
echo "stat::number_of_executed_units: 1200000"
"""
FINDING = """#!/bin/sh
for word; do case "$word" in -artifact_prefix=*) echo input > "${word#-artifact_prefix=}crash-1";; esac; done
echo "does not hold: one is two"
echo "stat::number_of_executed_units: 77"
exit 77
"""
FAILING = """#!/bin/sh
exit 1
"""
ENDLESS = f"""#!{sys.executable}
import signal, sys
signal.signal(signal.SIGUSR1, lambda *_: sys.exit(0))
while True: pass
"""


class RunFuzzers(CopiedToolTest):
    tool = "run-fuzzers"

    def targets(self, **texts):
        for name, text in texts.items():
            self.write(f"build/fuzz/fuzz/fuzz_{name}", text)

    def rows(self, ran):
        """{target: [executions, findings]} of the table in the end."""
        lines = ran.stdout.splitlines()
        head = [at for at, line in enumerate(lines) if line.split() == ["target", "executions", "a", "second", "findings"]]
        self.assertEqual(len(head), 1, ran.stdout)
        rows = [line.split() for line in lines[head[0] + 1:]]
        return {row[0]: [row[1], row[3]] for row in rows}

    def test_ends_with_a_row_for_each_target(self):
        self.targets(a=QUICK, b=QUICK)
        ran = self.run_tool("--no-build", "1")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(self.rows(ran), {"fuzz_a": ["1,200,000", "0"], "fuzz_b": ["1,200,000", "0"]})

    def test_goes_on_behind_a_finding_and_fails_in_the_end(self):
        self.targets(a=FINDING, b=QUICK)
        ran = self.run_tool("--no-build", "1")
        self.assertEqual(ran.returncode, 1)
        self.assertEqual(self.rows(ran), {"fuzz_a": ["77", "1"], "fuzz_b": ["1,200,000", "0"]})
        self.assertIn("does not hold: one is two", ran.stdout)
        self.assertIn("fuzz/crashes/fuzz_a-crash-1", ran.stdout)

    def test_counts_a_target_that_fails_without_a_word(self):
        self.targets(a=FAILING)
        ran = self.run_tool("--no-build", "1")
        self.assertEqual((ran.returncode, self.rows(ran)), (1, {"fuzz_a": ["0", "1"]}))

    def test_does_not_count_what_was_found_before(self):
        self.targets(a=QUICK)
        self.write("fuzz/crashes/fuzz_a-crash-0", "input")
        self.assertEqual(self.rows(self.run_tool("--no-build", "1")), {"fuzz_a": ["1,200,000", "0"]})

    def test_ends_a_target_that_has_used_its_processor_time(self):
        self.targets(a=ENDLESS)
        ran = self.run_tool("--no-build", "1")
        self.assertEqual((ran.returncode, self.rows(ran)), (0, {"fuzz_a": ["0", "0"]}))

    def test_hands_over_what_was_found_before_and_the_corpus(self):
        self.targets(a=QUICK)
        self.run_tool("--no-build", "1")
        arguments = (self.root / "arguments").read_text(encoding="utf-8").split()
        self.assertEqual(arguments[:2], [str(self.root.resolve() / folder / "fuzz_a")
                                         for folder in ("build/fuzz/found", "fuzz/corpus")])

    def test_runs_the_targets_that_are_named(self):
        self.targets(a=QUICK, b=FINDING)
        ran = self.run_tool("--no-build", "1", "fuzz_a")
        self.assertEqual((ran.returncode, list(self.rows(ran))), (0, ["fuzz_a"]))

    def test_builds_first(self):
        self.write("bin/cmake", '#!/bin/sh\necho "$@" >> built\n')
        self.targets(a=QUICK)
        self.assertEqual(self.run_tool("1").returncode, 0)
        self.assertEqual((self.root / "built").read_text(encoding="utf-8"), "--preset fuzz\n--build --preset fuzz\n")

    def test_refuses_what_is_no_time_and_no_target(self):
        self.targets(a=QUICK)
        for arguments, named in ((["0"], "0 seconds"), (["x"], "x seconds"), (["1", "fuzz_b"], "fuzz_b is no fuzz target")):
            with self.subTest(arguments=arguments):
                ran = self.run_tool("--no-build", *arguments)
                self.assertEqual(ran.returncode, 2)
                self.assertIn(named, ran.stderr)

    def test_refuses_to_pass_where_nothing_was_built(self):
        ran = self.run_tool("--no-build", "1")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("there are no fuzz targets", ran.stderr)


if __name__ == "__main__":
    unittest.main()
