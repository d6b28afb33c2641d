#!/usr/bin/python3
"""How much memory peel diff takes. In a file of its own: what this process has held would count as the command's.

usage: PEEL_COMMAND=path/to/peel diff_memory_test.py
"""
import os
import subprocess
import tempfile
import unittest

from command import PEEL


@unittest.skipIf(os.environ.get("PEEL_SANITIZE"), "sanitizers take memory of their own")
class Memory(unittest.TestCase):
    def peak_of_diff(self, lines, *options):
        """Megabytes that a diff took; `lines` are two functions from a number to that line of LEFT or RIGHT."""
        with tempfile.TemporaryDirectory() as folder:
            for name, line in zip(["left", "right"], lines):
                with open(os.path.join(folder, name), "wb") as file:
                    for i in range(200_000):
                        file.write(line(i))
            child = subprocess.Popen([PEEL, "diff", *options, "left", "right"], cwd=folder, stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(child.returncode, 1)
        return usage.ru_maxrss / 1024

    def test_by_sketches_is_a_small_part_of_the_data(self):
        def shuffled(i):
            return b"%d " % (i * 77_777 % 200_000) * 60 + b"\n" if i > 0 else b"new\n"

        # 80 MB for each side; this process itself takes some 15 MB.
        self.assertLess(self.peak_of_diff([lambda i: b"%d " % i * 60 + b"\n", shuffled]), 40)

    def test_of_the_exact_comparison_keeps_to_what_is_allowed(self):
        short = [lambda i: b"%d\n" % i, lambda i: b"x%d\n" % i]
        self.assertLess(self.peak_of_diff(short, "--method", "exact", "--memory", "32M"), 48)
        self.assertLess(self.peak_of_diff(short, "--method", "exact", "--memory", "2M"), 32)


if __name__ == "__main__":
    unittest.main()
