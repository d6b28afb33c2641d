#!/usr/bin/env python3
"""peel sync of folders, killed at random moments: every file is old or new, nothing is lost, and the next one ends it.

usage: PEEL_COMMAND=path/to/peel tree_sync_kill_test.py       (PEEL_TEST_SEED=n replays the delays)
"""
import os
import random
import shutil
import signal
import subprocess
import time
import unittest

from command import PEEL, FolderTest, peel
from diff_pairs import test_seed

KILLS = 50
SOME = 8  # files of each sort
MOST_TRIES = 400
TIME = 1_600_000_000_000_000_000


def contents(root):
    """{path: bytes} of the files below the root; what is being written has no path yet."""
    found = {}
    for folder, _, files in os.walk(root):
        for name in files:
            if not name.startswith(".peel-"):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, root)] = file.read()
    return found


class Kills(FolderTest):
    def setUp(self):
        super().setUp()
        self.left, self.old, self.right = (self.folder / name for name in ("left", "old", "right"))
        new, old = {}, {}
        for i in range(SOME):
            new[f"written/{i}"], old[f"written/{i}"] = b"new %d" % i * 20_000, b"old %d" % i * 20_000
            new[f"to/{i % 3}/{i}"] = old[f"from/{i}"] = b"moved %d" % i
            new[f"swapped/{i}"] = old[f"swapped/{i ^ 1}"] = b"swapped %d" % i
            new[f"turned/{(i + 1) % SOME}"] = old[f"turned/{i}"] = b"turned %d" % i
            new[f"log/{i + 1}"] = old[f"log/{i}"] = b"log %d" % i
            new[f"folder moved/{i}"] = old[f"folder/{i}"] = b"in a folder %d" % i
            old[f"gone/{i}"] = b"gone %d" % i
            new[f"come/{i}"] = b"come %d" % i
        new["log/0"] = b"the newest"
        new["was a file/x"], old["was a file"] = b"in it", b"a file"
        new["was a folder"], old["was a folder/x"] = b"a file now", b"in it"
        for root, files in ((self.left, new), (self.old, old)):
            for name, data in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                os.utime(path, ns=(TIME, TIME))
        self.new_files, self.old_files = new, old
        self.moved = [data for data in old.values() if data in set(new.values())]

    def start_again(self):
        shutil.rmtree(self.right, ignore_errors=True)
        shutil.copytree(self.old, self.right)

    def kill_after(self, delay):
        """Whether it was still running then."""
        with subprocess.Popen([PEEL, "sync", "--apply", "--quiet", str(self.left), str(self.right)],
                              stderr=subprocess.DEVNULL) as running:
            try:
                running.wait(timeout=delay)
            except subprocess.TimeoutExpired:
                running.kill()
        return running.returncode == -signal.SIGKILL

    def check_old_or_new(self):
        found = contents(self.right)
        for path, data in found.items():
            self.assertIn(data, (self.old_files.get(path), self.new_files.get(path)), path)
        for path in self.old_files.keys() & self.new_files.keys():
            self.assertIn(path, found)
        for path in self.new_files.keys() & self.old_files.keys():
            if self.old_files[path] == self.new_files[path]:
                self.assertEqual(found[path], self.old_files[path])
        # Moved files are under their old name or the new one; of a circle one may wait under its second name.
        there = set(found.values())
        missing = [data for data in self.moved if data not in there and not data.startswith((b"turned", b"swapped"))]
        self.assertEqual(missing, [])
        return found

    def test_every_file_is_old_or_new_and_the_next_sync_ends_it(self):
        seed = test_seed()
        print(f"seed {seed}")
        dice = random.Random(seed)
        self.start_again()
        began = time.monotonic()
        self.assertEqual(peel("sync", "--apply", "--quiet", str(self.left), str(self.right)).returncode, 0)
        whole = time.monotonic() - began
        kills = between = tries = 0
        is_fresh = False
        while kills < KILLS and tries < MOST_TRIES:
            tries += 1
            if not is_fresh:
                self.start_again()
            if not self.kill_after(dice.uniform(0, whole)):
                is_fresh = False
                continue
            kills += 1
            found = self.check_old_or_new()
            is_fresh = found == self.old_files
            if is_fresh:
                continue
            between += 1
            ended = peel("sync", "--apply", str(self.left), str(self.right))
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn(b"proved equal", ended.stdout) if found != self.new_files else None
            self.assertEqual(contents(self.right), self.new_files)
            self.assertEqual([name for _, _, files in os.walk(self.right) for name in files if ".peel-" in name], [])
            is_fresh = False
        print(f"{kills} kills, {between} of them in the middle, {tries} tries")
        self.assertEqual(kills, KILLS)
        self.assertGreater(between, 0)


if __name__ == "__main__":
    unittest.main()
