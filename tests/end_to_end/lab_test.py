"""peel lab: numbers, verdicts, reports, and runs that are cut off."""
import os
import resource
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from command import PEEL, FolderTest, CommandTest, json_lines, peel

TABLE_1 = """\
goodrich-mitzenmacher/table-1
  Goodrich, Mitzenmacher 2011, section 2.4, Table 1
  A table lists completely above c_k cells per key, and c_3 to c_7 are these.

  what                             printed    observed [95 %]  expected  verdict
  c_3, cells per key               1.222      1.22179          1.22179   reproduces
  c_4, cells per key               1.295      1.29487          1.29487   reproduces
  c_5, cells per key               1.425      1.42495          1.42495   reproduces
  c_6, cells per key               1.570      1.56966          1.56966   reproduces
  c_7, cells per key               1.721      1.71888          1.71888   erratum
  decimal places of the entries    four       3                -         erratum
  largest c_k / k, k from 3 to 11  at most 1  0.40726          0.40726   reproduces
  * c_7, cells per key: two independent computations agree; the entry should read 1.719
  * decimal places of the entries: the caption promises four decimal places, the entries have three

7 numbers: 5 reproduces, 2 erratum, 0 differs, 0 note; all as expected
"""


class Lab(CommandTest):
    def test_prints_the_claim_and_a_table(self):
        self.assert_result(peel("lab", "goodrich-mitzenmacher/table-1"), TABLE_1)

    def test_lists_every_experiment_with_its_claim(self):
        result = peel("lab", "--list")
        self.assertIn(
            b"\n  goodrich-mitzenmacher/table-1\n    Goodrich, Mitzenmacher 2011, section 2.4, Table 1; no trials\n"
            b"    A table lists completely above c_k cells per key, and c_3 to c_7 are these.\n", result.stdout)
        self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_lists_in_json(self):
        *experiments, summary = json_lines(peel("lab", "--list", "--json"))
        self.assertEqual(summary, {"summary": {"schema": 1, "experiments": len(experiments)}})
        self.assertEqual(set(experiments[0]), {"experiment", "paper", "section", "claim", "default_trials", "paper_trials",
                                               "core_seconds", "paper_core_seconds", "facts"})

    def test_json_is_one_object_for_each_number_and_a_summary(self):
        result = peel("lab", "--json", "goodrich-mitzenmacher/table-1")
        *numbers, summary = json_lines(result)
        self.assertEqual(len(numbers), 7)
        c_7 = numbers[4]
        self.assertAlmostEqual(c_7.pop("observed")["value"], 1.718877, places=6)
        self.assertAlmostEqual(c_7.pop("expected"), 1.718877, places=6)
        self.assertEqual(c_7, {"experiment": "goodrich-mitzenmacher/table-1", "trials": 0,
                               "what": "c_7, cells per key", "printed": {"text": "1.721", "value": 1.721},
                               "believed": None, "fact": "003.table1.k7", "agrees_with_fact": True,
                               "verdict": "erratum", "anticipated": "erratum",
                               "why": "two independent computations agree; the entry should read 1.719"})
        self.assertEqual(summary, {"summary": {
            "schema": 1, "seed": 1, "experiments": 1, "numbers": 7, "reproduces": 5, "erratum": 2, "differs": 0,
            "note": 0, "unexpected": 0}})
        self.assertEqual(result.returncode, 0)

    def test_the_same_seed_gives_the_same_numbers(self):
        run = ["lab", "goodrich-mitzenmacher/absent-keys", "--json", "--trials", "10", "--seed"]
        self.assertEqual(peel(*run, "5").stdout, peel(*run, "5").stdout)
        self.assertNotEqual(peel(*run, "5").stdout, peel(*run, "6").stdout)

    def test_trials_are_as_many_as_asked_for(self):
        numbers = json_lines(peel("lab", "goodrich-mitzenmacher/absent-keys", "--json", "--trials", "11"))
        self.assertEqual(numbers[0]["trials"], 11)

    def test_refuses_an_unknown_experiment(self):
        self.assert_trouble(peel("lab", "table-9"),
                            "no experiment is called 'table-9' or starts so; peel lab --list shows them all\n")

    def test_refuses_numbers_out_of_range(self):
        for number in ("9", "0", "-3", "1000001", "ten", "10x", "18446744073709551626"):
            with self.subTest(number):
                self.assert_trouble(peel("lab", "--trials", number),
                                    f"--trials {number}: accepted are whole numbers from 10 to 1000000, and paper\n")
        self.assert_trouble(peel("lab", "--seed", "-1"),
                            "--seed -1: accepted are whole numbers from 0 to 18446744073709551615\n")

    def test_lists_by_paper_with_what_it_costs(self):
        lines = peel("lab", "--list", "--threads", "2").stdout.decode().splitlines()
        headings = [line for line in lines if line and not line.startswith(" ")]
        self.assertEqual([heading.split(":")[0] for heading in headings],
                         ["goodrich-mitzenmacher", "densities", "rateless", "ding-rauen", "kirsch-mitzenmacher", "maheshwari",
                          "ra-miri", "count-min"])
        for heading in headings:
            self.assertRegex(heading, r": \d+ experiments?, (\d+ numbers of the paper|our own); .* in all, .* with --trials paper")

    def test_all_numbers_of_the_papers_are_recomputed(self):
        *experiments, _ = json_lines(peel("lab", "--list", "--json"))
        self.assertEqual(sum(experiment["facts"] for experiment in experiments), 296)

    def test_the_number_of_threads_changes_no_number(self):
        run = ["lab", "goodrich-mitzenmacher/absent-keys", "--json", "--trials", "25", "--threads"]
        self.assertEqual(peel(*run, "1").stdout, peel(*run, "3").stdout)

    def test_refuses_no_threads(self):
        self.assert_trouble(peel("lab", "table-1", "--threads", "0"),
                            "--threads 0: accepted are whole numbers from 1 to 1024\n")

    def test_refuses_a_folder_without_a_name(self):
        self.assert_trouble(peel("lab", "table-1", "--out", ""), "--out: accepted is the name of a folder\n")

    def test_refuses_plots_of_characters_in_json(self):
        self.assert_trouble(peel("lab", "table-1", "--json", "--plot"), "of --json and --plot one is accepted\n")

    def test_draws_plots_with_characters(self):
        plain = peel("lab", "goodrich-mitzenmacher/table-1").stdout
        drawn = peel("lab", "goodrich-mitzenmacher/table-1", "--plot").stdout
        self.assertGreater(len(drawn.splitlines()), len(plain.splitlines()) + 15)

    def test_refuses_a_report_that_is_not_wanted(self):
        self.assert_trouble(peel("lab", "table-1", "--out", "x", "--no-report"),
                            "of --out and --no-report one is accepted\n")

    def test_some_experiments_leave_no_file(self):
        with self.subTest("in a folder where nothing may be written"):
            result = subprocess.run([PEEL, "lab", "goodrich-mitzenmacher/table-1"], cwd="/proc", capture_output=True)
            self.assertEqual(result.returncode, 0)

    def test_a_folder_that_cannot_be_made_is_trouble_before_anything_runs(self):
        result = peel("lab", "table-1", "--out", "/proc/no/folder")
        self.assert_trouble(result, "cannot make the folder '/proc/no/folder': No such file or directory\n")

    def test_a_full_disk_is_trouble(self):
        with open("/dev/full", "wb") as full:
            result = peel("lab", "--list", capture_output=False, stdout=full, stderr=subprocess.PIPE)
        self.assertEqual((result.returncode, result.stderr.decode()),
                         (2, "peel: cannot write to standard output: No space left on device\n"))

    def test_a_reader_that_went_away_ends_it_quietly(self):
        reader, writer = os.pipe()
        os.close(reader)
        result = peel("lab", "--list", capture_output=False, stdout=writer, stderr=subprocess.PIPE)
        os.close(writer)
        self.assertEqual((result.returncode, result.stderr), (-signal.SIGPIPE, b""))

    @unittest.skipIf(os.environ.get("PEEL_SANITIZE"), "the address sanitizer needs an unlimited address space")
    def test_too_little_memory_is_trouble(self):
        limit = 64 << 20
        result = peel("lab", "goodrich-mitzenmacher/table-2-experiment-3", "--trials", "10",
                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.assert_trouble(result, "out of memory\n")


class CutOff(FolderTest):
    """Four seconds of trials on one thread, and a kill as soon as some of them are kept."""
    RUN = ["lab", "goodrich-mitzenmacher/absent-keys", "--trials", "1500", "--json"]

    def start_and_kill(self, out):
        run = subprocess.Popen([PEEL, *self.RUN, "--threads", "1", "--out", out], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        checkpoint = self.folder / "out" / "checkpoint"
        limit = time.monotonic() + 120
        while not (checkpoint.exists() and checkpoint.stat().st_size > 1000):
            self.assertIsNone(run.poll(), "it ended before it could be killed")
            self.assertLess(time.monotonic(), limit)
            time.sleep(0.01)
        run.send_signal(signal.SIGKILL)
        self.assertEqual(run.communicate()[0], b"")
        return checkpoint

    def test_goes_on_where_it_was_and_finds_the_same(self):
        out = str(self.folder / "out")
        checkpoint = self.start_and_kill(out)
        resumed = peel(*self.RUN, "--threads", "2", "--out", out)
        self.assertRegex(resumed.stderr.decode(), r"^peel: going on from .*/checkpoint, which keeps [\d,]+ trials; "
                                                  r"--fresh starts anew\n")
        whole = peel(*self.RUN, "--out", str(self.folder / "whole"))
        self.assertEqual(resumed.stdout, whole.stdout)
        for name in ("report.json", "report.md", "index.html"):
            one, other = ((self.folder / folder / name).read_text() for folder in ("out", "whole"))
            self.assertEqual(one.replace("/out", ""), other.replace("/whole", ""))
        self.assertFalse(checkpoint.exists())

    def test_starts_anew_if_asked_to(self):
        out = str(self.folder / "out")
        self.start_and_kill(out)
        fresh = peel("lab", "goodrich-mitzenmacher/absent-keys", "--trials", "10", "--out", out, "--fresh")
        self.assertNotIn(b"going on", fresh.stderr)

    def test_believes_no_damaged_result(self):
        out = str(self.folder / "out")
        checkpoint = self.start_and_kill(out)
        bytes_ = bytearray(checkpoint.read_bytes())
        bytes_[100] ^= 1  # in the first result
        checkpoint.write_bytes(bytes_)
        short = ["lab", "goodrich-mitzenmacher/absent-keys", "--trials", "20", "--json"]
        resumed = peel(*short, "--out", out)
        self.assertNotIn(b"going on", resumed.stderr)
        self.assertEqual(resumed.stdout, peel(*short).stdout)

    def test_two_runs_do_not_share_a_folder(self):
        out = str(self.folder / "out")
        run = subprocess.Popen([PEEL, *self.RUN, "--threads", "1", "--out", out], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        try:
            checkpoint = self.folder / "out" / "checkpoint"
            while not checkpoint.exists() or checkpoint.stat().st_size == 0: time.sleep(0.01)
            self.assert_trouble(peel("lab", "table-1", "--out", out),
                                f"{checkpoint}: another run keeps its results there; accepted is another --out\n")
        finally:
            run.kill()
            run.wait()


class Report(FolderTest):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "report"
        self.result = peel("lab", "goodrich-mitzenmacher/table-1", "--json", "--out", str(self.out))

    def test_is_a_page_a_text_and_the_numbers(self):
        self.assertEqual(self.result.returncode, 0)
        self.assertEqual((self.out / "report.json").read_bytes(), self.result.stdout)
        for name in ("index.html", "report.md"):
            text = (self.out / name).read_text()
            self.assertIn("goodrich-mitzenmacher/table-1", text)
            self.assertIn("1.721", text)
            self.assertIn("1.71888", text)

    def test_says_where_it_is(self):
        self.assertEqual(self.result.stderr.decode(), f"peel: the report is {self.out}/index.html\n")

    def test_leaves_no_checkpoint(self):
        self.assertFalse((self.out / "checkpoint").exists())


class Program(FolderTest):
    """peel lab is a program of its own, which lies beside the command."""

    def alone(self, *arguments, **environment):
        command = Path(self.folder, "peel")
        shutil.copy(PEEL, command)
        return subprocess.run([command, "lab", *arguments], capture_output=True, env=os.environ | environment)

    def test_that_is_missing_is_named(self):
        result = self.alone("--list", PATH=str(self.folder))
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertRegex(result.stderr, rb"\Apeel: peel lab needs the program peel-lab, .*make lab builds it.*\n\Z")

    def test_is_found_on_the_path(self):
        result = self.alone("--list", "--json", PATH=f"{Path(PEEL).resolve().parent}:{os.environ['PATH']}")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(result.stdout, peel("lab", "--list", "--json").stdout)

    def test_is_not_needed_for_help_and_mistakes(self):
        self.assertEqual(self.alone("--help", PATH=str(self.folder)).returncode, 0)
        self.assertEqual(self.alone("--trials", PATH=str(self.folder)).stderr,
                         b"peel: --trials is given without the word that follows it; accepted is N|paper\n")


if __name__ == "__main__":
    unittest.main()
