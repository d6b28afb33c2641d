#!/usr/bin/python3
"""Options in random combinations: whatever is asked, the command ends by itself with status 0, 1 or 2, and says why if 2.

usage: PEEL_COMMAND=path/to/peel options_test.py       (PEEL_ROUNDS=n: n times as many; PEEL_TEST_SEED replays a run)
"""
import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from command import PEEL, TESTS, rounds

RUNS = rounds(250, 60)

SOURCES = ["a.csv", "b.csv", "plain.csv", "lines.txt", "more.txt", "empty", "t.tsv", "-", "missing", ".", "folder", "folder/"]
SKETCHES = ["a.peel", "b.peel", "lines.peel", "cut.peel", "iblt.peel", "folder.peel"]
COLUMNS = ["id", "name", "size", "mtime,content", "1", "2", "9", "id,name", "name,id", "", "id,id", "no such", "\xff"]
NUMBERS = ["0", "1", "2", "77", "1000", "1e3", "-1", "x", "", "99999999999999999999", "0.5"]
WORDS = ["auto", "always", "never", "sometimes", ""]
READING = {"--key": COLUMNS, "--columns": COLUMNS, "--input": ["lines", "csv", "tsv", "xml", ""],
           "--delimiter": [",", ";", "tab", "\t", "\n", '"', "ab", ""], "--no-header": None}
FOLDERS = {"--exclude": ["*.o", "build/", "a/**/b", "[", "!x", "", "\xff"], "--checksum": None, "--no-checksum": None}
VERBS = {
    "diff": (2, SOURCES + SKETCHES, READING | FOLDERS | {
        "--format": ["text", "json", "csv", "html"], "--json": None, "--quiet": None, "--stat": None, "--limit": NUMBERS,
        "--memory": ["1M", "2M", "64M", "0", "1K", "9T", "M", ""], "--method": ["auto", "sketch", "exact", "guess"],
        "--color": WORDS, "--progress": WORDS}),
    "sync": (2, SOURCES + SKETCHES, READING | {
        "--apply": None, "--max-delete": NUMBERS + ["10%", "100%", "101%", "%"], "--json": None, "--quiet": None,
        "--limit": NUMBERS, "--memory": ["1M", "64M", "0", ""], "--color": WORDS, "--progress": WORDS}),
    "sketch": (1, SOURCES + SKETCHES, READING | FOLDERS | {
        "--capacity": NUMBERS, "--expect": NUMBERS, "--like": SKETCHES + ["a.csv", "missing"], "--key-bytes": NUMBERS + ["16", "48"],
        "--hash": ["fast", "siphash", "md5"], "--seed": NUMBERS, "-o": ["out.peel", "-", "no/folder", "/dev/full", "."],
        "--progress": WORDS}),
    "merge": (2, SKETCHES + SOURCES, {"-o": ["out.peel", "-", "/dev/full"]}),
    "subtract": (2, SKETCHES + SOURCES, {"-o": ["out.peel", "-", "/dev/full"]}),
    "inspect": (1, SKETCHES + SOURCES, {"--json": None}),
    "plan iblt": (0, [], {"--items": NUMBERS, "--failure": ["0.01", "1e-9", "0", "1", "x"], "--wrong": ["1e-6", "2"],
                          "--key-bytes": NUMBERS, "--value-bytes": NUMBERS, "--multiset": None, "--json": None}),
    "plan bloom": (0, [], {"--items": NUMBERS, "--rate": ["0.01", "1e-5", "0", "1", "x"], "--bits": NUMBERS, "--hashes": NUMBERS,
                           "--layout": ["classic", "register", "line", "", "x"], "--exact": None, "--json": None}),
    "plan count-min": (0, [], {"--epsilon": ["0.01", "1e-300", "0", "x"], "--delta": ["0.01", "1e-30", "1"], "--rows": NUMBERS,
                               "--columns": NUMBERS + ["4096"], "--cell-bits": ["8", "64", "9"], "--total": NUMBERS,
                               "--zipf": ["0", "1.1", "-1", "x"], "--distinct": NUMBERS, "--json": None}),
    "plan counter": (0, [], {"--items": NUMBERS, "--failure": ["0.01", "1e-9", "0", "1", "x"], "--wrong": ["1e-6", "1e-30", "2"],
                             "--key-bytes": NUMBERS + ["16"], "--total": NUMBERS, "--json": None,
                             "--variant": ["standard", "even-odd", "one-key", "combined", "moment", "best", ""]}),
}
# Fixed combinations for each status, so that the last assertion does not hang on the dice.
ANCHORS = [["diff", "a.csv", "a.csv"], ["diff", "a.csv", "b.csv", "--key", "id"], ["diff", "a.csv", "missing"]]


def combination(dice):
    verb = dice.choice(list(VERBS))
    operands, values, options = VERBS[verb]
    words = [dice.choice(values) for _ in range(operands + dice.choice([0, 0, 0, 0, 0, 0, -1, 1]))] if values else []
    for option in dice.sample(list(options), dice.randrange(min(5, len(options)) + 1)):
        accepted = options[option]
        place = dice.randrange(len(words) + 1)
        words[place:place] = [option] if accepted is None else [option, dice.choice(accepted)]
    return verb.split() + words


class Options(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        files = {"a.csv": "id,name\n1,x\n2,y\n3,z\n", "b.csv": "name,id\ny,2\nw,3\nv,4\n", "plain.csv": "1,x\n2,y\n",
                 "lines.txt": "a\nb\nb\n", "more.txt": "b\nc", "empty": "", "t.tsv": "id\tname\n1\tx\n"}
        for name, content in files.items():
            (self.folder / name).write_text(content)
        (self.folder / "folder/deep").mkdir(parents=True)
        (self.folder / "folder/deep/x.o").write_text("x")
        (self.folder / "folder/link").symlink_to("deep")
        for name, options in [("a", ["--key", "id", "a.csv"]), ("b", ["--like", "a.peel", "b.csv"]),
                              ("lines", ["lines.txt"]), ("folder", ["folder"])]:
            self.assertEqual(self.run_peel(["sketch", *options, "-o", f"{name}.peel"]).returncode, 0)
        (self.folder / "cut.peel").write_bytes((self.folder / "a.peel").read_bytes()[:100])
        (self.folder / "iblt.peel").write_bytes((TESTS / "golden/iblt-xor.peel").read_bytes())
        self.inputs = ["".encode(), files["a.csv"].encode(), files["lines.txt"].encode(), (self.folder / "a.peel").read_bytes()]

    def run_peel(self, arguments, **options):
        encoded = [argument.encode("latin-1") for argument in arguments]
        return subprocess.run([PEEL.encode(), *encoded], cwd=self.folder, capture_output=True, timeout=120, **options)

    def test_end_in_a_result_or_in_one_sentence(self):
        seed = int(os.environ.get("PEEL_TEST_SEED", random.randrange(2**32)))
        print(f"seed: PEEL_TEST_SEED={seed} replays this run")
        dice = random.Random(seed)
        endings = set()
        for arguments in ANCHORS + [combination(dice) for _ in range(RUNS)]:
            result = self.run_peel(arguments, input=dice.choice(self.inputs))
            endings.add(result.returncode)
            with self.subTest(arguments=arguments):
                self.assertIn(result.returncode, [0, 1, 2], result.stderr)
                messages = [line for line in result.stderr.decode("utf-8", "replace").split("\n") if line.startswith("peel: ")]
                self.assertEqual(len(messages), 1 if result.returncode == 2 else 0, result.stderr)
                if "--json" in arguments and arguments[0] in ("diff", "sync") and result.returncode != 2 and "--quiet" not in arguments:
                    self.assertIn("summary", [json.loads(line) for line in result.stdout.splitlines()][-1])
        self.assertEqual(endings, {0, 1, 2})


if __name__ == "__main__":
    unittest.main()
