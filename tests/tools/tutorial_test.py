#!/usr/bin/python3
"""The tutorial's commands, run one after the other in a folder of their own, print what the tutorial shows.

usage: PEEL_COMMAND=path/to/peel tutorial_test.py
"""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "docs/tutorial/README.md"


def steps(page):
    """(command, expected output) of each $ line in the console blocks of a page."""
    for block in re.findall(r"```console\n(.*?)```", page, re.S):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            yield command, output


class Tutorial(unittest.TestCase):
    maxDiff = None

    def test_shows_what_its_commands_print(self):
        page = TUTORIAL.read_text()
        with tempfile.TemporaryDirectory() as folder:
            peel = pathlib.Path(os.environ["PEEL_COMMAND"]).resolve()
            environment = os.environ | {"PATH": f"{peel.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
            seen = 0
            for command, output in steps(page):
                shown = re.match(r"cat (\S+\.csv)$", command)
                if shown and not (pathlib.Path(folder) / shown.group(1)).exists():
                    (pathlib.Path(folder) / shown.group(1)).write_text(output)  # the page brings its own files
                with self.subTest(command=command):
                    result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, timeout=120,
                                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    self.assertEqual(result.stdout.decode(), output)
                seen += 1
            self.assertGreater(seen, 15)


if __name__ == "__main__":
    unittest.main()
