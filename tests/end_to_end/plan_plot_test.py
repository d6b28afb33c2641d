#!/usr/bin/env python3
"""peel plan --plot from outside, for every kind of plan.

usage: PEEL_COMMAND=path/to/peel plan_plot_test.py
"""
import os
import unittest
import xml.etree.ElementTree as xml

from command import FolderTest, json_lines, peel
from terminal import on_a_terminal

# For each question that a plan answers: what is asked, and what the curve is about.
PLANS = {
    "iblt": (["iblt", "--items", "1000"], "cells per key", "probability that keys are left over"),
    "counter": (["counter", "--items", "300"], "bytes per key", "probability that keys are left over"),
    "bits of a filter": (["bloom", "--items", "1e5", "--rate", "0.01"], "bits per key",
                         "rate of false positives"),
    "hashes of a filter": (["bloom", "--items", "1e5", "--bits", "1e6"], "hashes", "rate of false positives"),
    "keys in a filter": (["bloom", "--bits", "1e6", "--rate", "0.01"], "keys in it",
                         "rate of false positives"),
    "grid": (["count-min", "--epsilon", "0.001", "--delta", "0.01"], "bytes",
             "epsilon: excess as a share of all copies"),
    "given grid": (["count-min", "--rows", "5", "--columns", "1000"], "excess as a share of all copies",
                   "probability of that or more, at most"),
    "kicks": (["cuckoo", "--items", "1e7"], "load: share of slots in use", "kicks for one more key"),
    "rehash": (["cuckoo", "--items", "1e5", "--slots", "1"], "load: share of slots in use",
               "probability of a rehash"),
    "multilevel": (["multilevel", "--items", "1000", "--failure", "1e-6"], "slots per item",
                   "probability of a crisis"),
    "given sub-tables": (["multilevel", "--items", "1000", "--tables", "4000,1000,500"], "slots per item",
                         "probability of a crisis"),
}


def planned(asked, *more):
    return peel("plan", *asked, *more)


def texts_of(svg):
    return ["".join(node.itertext()).strip() for node in svg.iter() if node.tag.endswith("}text")]


class PlanPlot(FolderTest):
    def for_each_plan(self):
        for name, (asked, x, y) in PLANS.items():
            with self.subTest(name):
                yield asked, x, y

    def test_in_characters_is_below_the_plan(self):
        for asked, x, y in self.for_each_plan():
            plain = planned(asked).stdout.decode()
            result = planned(asked, "--plot")
            text = result.stdout.decode()
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertTrue(text.startswith(plain + "\n"))
            picture = text[len(plain):]
            for words in [x, y, "this plan"]:
                self.assertIn(words, picture)
            self.assertTrue(picture.isascii())
            self.assertLessEqual(max(map(len, picture.splitlines())), 72)

    def test_in_a_file_is_an_svg_with_title_and_labels(self):
        for asked, x, y in self.for_each_plan():
            path = self.folder / "curve.svg"
            self.assert_result(planned(asked, "--plot", str(path)), planned(asked).stdout.decode())
            root = xml.parse(path).getroot()
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            texts = texts_of(root)
            for words in [x, y, "this plan"]:
                self.assertIn(words, texts)
            path.unlink()
            self.assertEqual(os.listdir(self.folder), [])

    def test_in_json_is_a_member(self):
        for asked, x, y in self.for_each_plan():
            plain = json_lines(planned(asked, "--json"))[0]
            self.assertNotIn("plot", plain)
            found = json_lines(planned(asked, "--plot", "--json"))[0]
            plot = found.pop("plot")
            self.assertEqual(found, plain)
            self.assertEqual(list(plot), ["title", "x", "y", "series", "marks"])
            self.assertEqual((plot["x"]["label"], plot["y"]["label"]), (x, y))
            self.assertLessEqual({plot[axis]["scale"] for axis in "xy"}, {"linear", "logarithmic"})
            self.assertEqual(plot["marks"][0]["name"], "this plan")
            for series in plot["series"]:
                self.assertEqual(list(series), ["name", "source", "points"])
                self.assertEqual(series["source"], "theory")
                places = [point[0] for point in series["points"]]
                self.assertEqual(places, sorted(places))
            self.assertIn(plot["marks"][0]["x"], [point[0] for point in plot["series"][0]["points"]])

    def test_in_json_is_the_plan_that_the_other_members_tell(self):
        for asked, members in [("iblt", ("cells_per_key", "failure_probability")),
                               ("bits of a filter", ("bits_per_key", "exact_rate")),
                               ("hashes of a filter", ("hashes", "exact_rate")),
                               ("keys in a filter", ("items", "exact_rate")), ("grid", ("bytes", "epsilon")),
                               ("given grid", ("epsilon", "delta")), ("kicks", ("load", "expected_kicks")),
                               ("rehash", ("load", "rehash_probability")),
                               ("multilevel", ("slots_per_item", "crisis_probability"))]:
            with self.subTest(asked):
                found = json_lines(planned(PLANS[asked][0], "--json", "--plot"))[0]
                self.assertIn([found[member] for member in members], found["plot"]["series"][0]["points"])

    def test_in_json_and_in_a_file(self):
        path = self.folder / "curve.svg"
        found = json_lines(planned(PLANS["iblt"][0], "--json", f"--plot={path}"))[0]
        self.assertIn(found["plot"]["title"], path.read_text())

    def test_stands_before_other_options(self):
        for words in [("--plot", "--items", "1000"), ("--items", "1000", "--plot")]:
            self.assertIn("cells per key", peel("plan", "iblt", *words).stdout.decode())

    def test_is_as_wide_as_the_terminal(self):
        for columns, longest in [(50, 50), (100, 100), (500, 120)]:
            text, status = on_a_terminal("plan", "cuckoo", "--items", "1e7", "--plot", columns=columns, rows=60)
            self.assertEqual(status, 0)
            picture = text.decode().replace("\r", "").partition("Cuckoo tables of")[2]
            self.assertEqual(max(map(len, picture.splitlines())), longest)

    def test_refuses_other_files_and_prints_nothing(self):
        for name in ["curve.png", "svg", "curve.svg.gz", "curve.SVG"]:
            self.assert_trouble(
                planned(PLANS["iblt"][0], "--plot", str(self.folder / name)),
                f"--plot {self.folder / name}: accepted are names of files that end in .svg, or no name for a "
                "plot in characters\n")
        self.assertEqual(os.listdir(self.folder), [])

    def test_of_a_bad_question_is_not_drawn(self):
        result = peel("plan", "iblt", "--items", "many", "--plot", str(self.folder / "curve.svg"))
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertEqual(os.listdir(self.folder), [])

    def test_where_nothing_can_be_written_leaves_nothing(self):
        path = self.folder / "missing" / "curve.svg"
        self.assert_trouble(planned(PLANS["iblt"][0], "--plot", str(path)),
                            f"cannot write {path}: No such file or directory\n")
        self.assertEqual(os.listdir(self.folder), [])

    def test_without_gnuplot_says_what_to_install_and_leaves_the_old_file(self):
        path = self.file("curve.svg", b"old")
        result = peel("plan", "iblt", "--items", "10", "--plot", path,
                      env={**os.environ, "PATH": str(self.folder)})
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertIn("install the package gnuplot-nox", result.stderr.decode())
        self.assertEqual(result.stderr.count(b"\n"), 1)
        self.assertEqual((self.folder / "curve.svg").read_bytes(), b"old")
        self.assertEqual(os.listdir(self.folder), ["curve.svg"])

    def test_in_characters_needs_no_gnuplot(self):
        result = peel("plan", "iblt", "--items", "10", "--plot", env={**os.environ, "PATH": str(self.folder)})
        self.assertEqual(result.returncode, 0)


if __name__ == "__main__":
    unittest.main()
