"""What tools/build-times makes of ninja's log, shown on small ones."""
import importlib.machinery
import json
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path

BUILD_TIMES = Path(__file__).resolve().parents[2] / "tools" / "build-times"
sys.dont_write_bytecode = True
build_times = types.ModuleType("build_times")
importlib.machinery.SourceFileLoader("build_times", str(BUILD_TIMES)).exec_module(build_times)

HEAD = "# ninja log v5\n"
GLOBS = "5\t34\t0\t/somewhere/build/CMakeFiles/cmake.verify_globs\ta0\n"
FIRST_BUILD = (
    GLOBS +
    "40\t1040\t1\tsrc/CMakeFiles/peel.dir/core/bytes.cpp.o\ta1\n"
    "40\t3040\t1\tcli/CMakeFiles/peel_cli.dir/diff/side.cpp.o\ta2\n"
    "1040\t3540\t1\ttests/CMakeFiles/test_core.dir/cmake_pch.hxx.gch\ta3\n"
    "3540\t4040\t1\tcli/peel.1\ta4\n"
    "3540\t4040\t1\tcli/peel.bash\ta4\n"
    "4040\t4540\t1\tpeel\ta5\n")
SECOND_BUILD = (
    GLOBS +
    "50\t4050\t2\tsrc/CMakeFiles/peel.dir/core/bytes.cpp.o\ta1\n"
    "4050\t4150\t2\tpeel\ta5\n")


def entries(*builds):
    return build_times.read_log(HEAD + "".join(builds))


class BuildTimes(unittest.TestCase):
    def seconds(self, *builds):
        return {name: of["seconds"] for name, of in build_times.summary(entries(*builds))["folders"].items()}

    def test_adds_up_by_top_folder_and_a_command_with_two_outputs_counts_once(self):
        self.assertEqual(self.seconds(FIRST_BUILD), {"src": 1.0, "cli": 3.0, "tests": 2.5, "other": 1.029})
        found = build_times.summary(entries(FIRST_BUILD))
        self.assertAlmostEqual(found["core_seconds"], 7.529)
        self.assertEqual(found["commands"], 6)

    def test_counts_the_last_time_that_a_file_was_built(self):
        self.assertEqual(self.seconds(FIRST_BUILD, SECOND_BUILD),
                         {"src": 4.0, "cli": 3.0, "tests": 2.5, "other": 0.629})

    def test_takes_wall_time_from_the_newest_build(self):
        newest = build_times.summary(entries(FIRST_BUILD))["newest_build"]
        self.assertEqual(newest, {"wall_seconds": 4.535, "commands": 6})
        newest = build_times.summary(entries(FIRST_BUILD, SECOND_BUILD))["newest_build"]
        self.assertEqual(newest, {"wall_seconds": 4.145, "commands": 3})

    def test_passes_over_builds_that_had_nothing_to_do(self):
        newest = build_times.summary(entries(FIRST_BUILD, GLOBS, GLOBS))["newest_build"]
        self.assertEqual(newest["wall_seconds"], 4.535)

    def test_names_the_slowest_by_their_source_files(self):
        slowest = build_times.summary(entries(FIRST_BUILD))["slowest"]
        self.assertEqual(slowest[:3], [{"file": "cli/diff/side.cpp", "seconds": 3.0},
                                       {"file": "tests/cmake_pch.hxx", "seconds": 2.5},
                                       {"file": "src/core/bytes.cpp", "seconds": 1.0}])

    def test_names_ten_of_them(self):
        many = "".join(f"0\t{i}\t1\tsrc/CMakeFiles/peel.dir/{i}.cpp.o\t{i}\n" for i in range(20))
        self.assertEqual([slow["file"] for slow in build_times.summary(entries(many))["slowest"]],
                         [f"src/{i}.cpp" for i in range(19, 9, -1)])

    def test_leaves_out_a_line_that_is_not_written_to_its_end(self):
        self.assertEqual(len(entries(FIRST_BUILD, "9\t9\t1\tsrc/CMakeFi")), 7)

    def test_refuses_what_is_no_log(self):
        for text in ("", "hello\n", HEAD + "1\t2\t3\n", HEAD + "a\t2\t3\tx\ty\n"):
            with self.subTest(text=text), self.assertRaises(ValueError):
                build_times.read_log(text)


class Command(unittest.TestCase):
    def run_in(self, folder, *arguments):
        return subprocess.run([sys.executable, str(BUILD_TIMES), *arguments, folder], capture_output=True, text=True,
                              check=False)

    def test_says_in_one_sentence_that_there_is_no_log(self):
        with tempfile.TemporaryDirectory() as folder:
            run = self.run_in(folder)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual(run.stderr, f"build-times: cannot read {folder}/.ninja_log: No such file or directory; "
                         "accepted is a folder that ninja built\n")

    def test_prints_text_or_json(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, ".ninja_log").write_text(HEAD + FIRST_BUILD, encoding="utf-8")
            text, machine = self.run_in(folder), self.run_in(folder, "--json")
        self.assertEqual((text.returncode, machine.returncode), (0, 0))
        self.assertIn("the last time that it ran:\n       3.0  cli            1 commands\n", text.stdout)
        self.assertEqual(json.loads(machine.stdout), build_times.summary(entries(FIRST_BUILD)))


if __name__ == "__main__":
    unittest.main()
