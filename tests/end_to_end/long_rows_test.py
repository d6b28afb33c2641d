#!/usr/bin/python3
"""Rows too long to be held: refused with file, line and limit, before they take much memory. In a file of its own:
what this process has held would count as the command's.

usage: PEEL_COMMAND=path/to/peel long_rows_test.py
"""
import os
import subprocess
import unittest

from command import PEEL, TESTS, FolderTest

MIB = 1 << 20
LARGER_MEMORY = "; a larger --memory reads longer ones"


@unittest.skipIf(os.environ.get("PEEL_SANITIZE"), "sanitizers take memory of their own")
class LongRows(FolderTest):
    def row(self, name, size, begin=b"", end=b""):
        """A file of two lines, the second of so many bytes. Nothing of that size is held here."""
        path = self.folder / name
        with open(path, "wb") as file:
            file.write(b'{"id":1}\n' + begin)
            for rest in range(size - len(begin) - len(end), 0, -MIB):
                file.write(b" " * min(rest, MIB))
            file.write(end + b"\n")
        return str(path)

    def run_measured(self, *arguments):
        """Status, what was said on standard error, and the peak of memory in MiB."""
        child = subprocess.Popen([PEEL, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=self.folder)
        said = child.stderr.read().decode()
        child.stderr.close()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        return child.returncode, said, usage.ru_maxrss / 1024

    def assert_refused(self, path, limit, way_out, *arguments):
        status, said, peak = self.run_measured(*arguments)
        self.assertEqual(said, f"peel: {path}, line 2: a row of more than {limit} bytes, which is the most that is "
                               f"read{way_out}\n")
        self.assertEqual(status, 2)
        self.assertLess(peak, 60 + 3 * limit / MIB)

    def test_of_a_diff_may_have_a_quarter_of_its_memory(self):
        left, right = self.row("left", 17 * MIB), self.row("right", 17 * MIB, end=b"x")
        self.assert_refused(left, 16 * MIB, LARGER_MEMORY, "diff", left, right)
        self.assert_refused(right, 16 * MIB, LARGER_MEMORY, "sync", left, right)
        self.assert_refused(left, 4 * MIB, LARGER_MEMORY, "diff", "--memory", "1M", left, right)
        status, said, peak = self.run_measured("diff", "--memory", "68M", left, right)
        self.assertEqual((status, said), (1, ""))
        self.assertLess(peak, 3 * 68)

    def test_of_json_lines_a_sixteenth(self):
        left = self.row("left.jsonl", 5 * MIB, b'{"id":2,"v":1', b"}")
        right = self.row("right.jsonl", 5 * MIB, b'{"id":2,"v":2', b"}")
        self.assert_refused(left, 4 * MIB, LARGER_MEMORY, "diff", "--key", "id", left, right)
        self.assertEqual(self.run_measured("diff", "--key", "id", "--memory", "80M", left, right)[:2], (1, ""))

    def test_of_other_verbs_have_a_limit_of_their_own(self):
        long = self.row("long", 65 * MIB)
        for verb in [["count"], ["top"], ["sketch", "-o", "out"], ["filter", "build", "-o", "out"]]:
            self.assert_refused(long, 64 * MIB, "", *verb, long)
        json = self.row("long.jsonl", 17 * MIB, b'{"id":2', b"}")
        self.assert_refused(json, 16 * MIB, "", "sketch", "-o", "out", json)

    def test_up_to_it_take_a_few_times_their_length(self):
        status, said, peak = self.run_measured("count", self.row("long", 63 * MIB))
        self.assertEqual((status, said), (0, ""))
        self.assertLess(peak, 5 * 63)

    def test_are_no_limit_to_a_file_of_peels_that_comes_through_a_pipe(self):
        with open(TESTS / "golden" / "counter-lines.peel", "rb") as golden:
            header = bytearray(golden.read(48 + 24))
        header[32:40] = (70 * MIB).to_bytes(8, "little")
        child = subprocess.Popen([PEEL, "count", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE)
        child.stdin.write(header)
        for _ in range(70):
            child.stdin.write(bytes(MIB))
        said = child.communicate()[1].decode()
        self.assertEqual(said, "peel: standard input: the checksum does not match: the bytes were changed after peel "
                               "wrote them\n")


if __name__ == "__main__":
    unittest.main()
