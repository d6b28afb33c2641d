"""What peel top may say, from exact counts: the promises that it makes of every table."""
import fcntl
import fractions
import math
import os
import pty
import random
import select
import struct
import subprocess
import termios
import time

from command import PEEL, json_lines, peel


def zipf(seed, keys, lines, exponent=1.1):
    """Lines in which the i-th key is i^-exponent times as frequent as the first."""
    weights = [(i + 1) ** -exponent for i in range(len(keys))]
    return random.Random(seed).choices(keys, weights, k=lines)


def top(*arguments, **options):
    """(items, summary) of a table in JSON"""
    result = peel("top", "--json", *arguments, **options)
    if result.returncode != 0:
        raise AssertionError(result.stderr.decode())
    *items, last = json_lines(result)
    return items, last["summary"]


def check_bounds(test, items, summary, counter):
    """Every count lies within its bounds, and they within what the summary says."""
    for item in items:
        test.assertLessEqual(item["lower"], counter[item["key"].encode()])
        test.assertGreaterEqual(item["upper"], counter[item["key"].encode()])
        test.assertTrue(item["lower"] <= item["count"] <= item["upper"])
        test.assertLessEqual(item["upper"] - item["lower"], summary["error"])
    test.assertEqual(summary["total"], counter.total())
    test.assertEqual(summary["exact"], summary["error"] == 0)


def check_share(test, items, summary, counter, share):
    """All that have the share are there, and none that is below it by more than the error."""
    least = math.ceil(fractions.Fraction(share) * counter.total())
    printed = {item["key"].encode() for item in items}
    test.assertLessEqual({key for key, count in counter.items() if count >= least}, printed)
    for key in printed:
        test.assertGreaterEqual(counter[key], least - summary["error"])


class Terminal:
    """A command whose standard output and error are a terminal of this size."""

    def __init__(self, *arguments, columns=80, rows=24, **environment):
        self.primary, secondary = pty.openpty()
        self.resize(columns, rows)
        env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL", "LC_CTYPE")}
        self.process = subprocess.Popen([PEEL, *arguments], stdin=subprocess.PIPE, stdout=secondary, stderr=secondary,
                                        env=env | {"TERM": "xterm", "LANG": "C.UTF-8"} | environment)
        os.close(secondary)
        self.seen = b""

    def resize(self, columns, rows):
        fcntl.ioctl(self.primary, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self):
        """One more piece; nothing at the end."""
        if not select.select([self.primary], [], [], 60)[0]:
            raise AssertionError(f"nothing comes after {self.seen!r}")
        try:
            piece = os.read(self.primary, 65536)
        except OSError:
            piece = b""
        self.seen += piece
        return piece

    def read_until(self, text):
        """What came up to and with this text, and since the last call."""
        deadline = time.monotonic() + 60
        while text not in self.seen:
            if not self.read() or time.monotonic() > deadline:
                raise AssertionError(f"{text!r} is not in {self.seen!r}")
        end = self.seen.index(text) + len(text)
        before, self.seen = self.seen[:end], self.seen[end:]
        return before

    def finish(self):
        """The rest, and the status."""
        while self.read():
            pass
        os.close(self.primary)
        self.process.stdin.close()
        return self.seen, self.process.wait(60)
