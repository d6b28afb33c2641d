#!/usr/bin/python3
"""The commands of the tutorial, of the recipes and of README, run one after the other, print what the pages show.

usage: PEEL_COMMAND=path/to/peel tutorial_test.py Commands | Lab
"""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TUTORIAL = (ROOT / "docs/tutorial/README.md").read_text()
README = (ROOT / "README.md").read_text()


def steps(page):
    """(command, expected output) of each $ line in the console blocks of a page."""
    for block in re.findall(r"```console\n(.*?)```", page, re.S):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            yield command, output


LAB_PAGE = "recompute-the-papers.md"  # needs the program peel-lab, which make test does not build with GCC


class Page(unittest.TestCase):
    maxDiff = None

    def check(self, page, fewest):
        """Runs the page's commands in a folder with the files that the tutorial shows by `cat`."""
        with tempfile.TemporaryDirectory() as folder:
            for name, content in re.findall(r"^\$ cat (\S+\.csv)\n((?:(?!\$ |```).*\n)*)", TUTORIAL, re.M):
                (pathlib.Path(folder) / name).write_text(content)
            peel = pathlib.Path(os.environ["PEEL_COMMAND"]).resolve()
            environment = os.environ | {"PATH": f"{peel.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
            seen = 0
            for command, output in steps(page):
                with self.subTest(command=command):
                    result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, timeout=120,
                                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    self.assertEqual(result.stdout.decode(), output)
                seen += 1
            self.assertGreaterEqual(seen, fewest)


class Commands(Page):
    def test_of_the_tutorial_print_what_it_shows(self):
        self.check(TUTORIAL, fewest=18)

    def test_of_the_recipes_print_what_they_show(self):
        pages = sorted(page for page in (ROOT / "docs/howto").glob("*-*.md") if page.name != LAB_PAGE)
        self.assertGreaterEqual(len(pages), 4)
        for page in pages:
            with self.subTest(page=page.name):
                self.check(page.read_text(), fewest=4)

    def test_of_readme_print_what_it_shows(self):
        self.check(README, fewest=3)


class Lab(Page):
    def test_its_recipe_prints_what_it_shows(self):
        self.check((ROOT / "docs/howto" / LAB_PAGE).read_text(), fewest=4)


if __name__ == "__main__":
    unittest.main()
