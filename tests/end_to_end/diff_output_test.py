#!/usr/bin/python3
"""How peel diff shows what it found: limits, colour, and what reaches a terminal.

usage: PEEL_COMMAND=path/to/peel diff_output_test.py
"""
import os
import pty
import subprocess
import tempfile
import unittest
from pathlib import Path

from command import PEEL, CommandTest, json_lines


class Output(CommandTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "a").write_text("one\ntwo\nthree\n")
        (self.folder / "b").write_text("three\nfour\n")

    def diff(self, *arguments):
        return subprocess.run([PEEL, "diff", *arguments], cwd=self.folder, capture_output=True, timeout=60)

    def on_a_terminal(self, *arguments, **environment):
        """What a terminal gets."""
        master, slave = pty.openpty()
        child = subprocess.Popen([PEEL, "diff", *arguments], cwd=self.folder, stdout=slave, stderr=slave,
                                 env=os.environ | environment)
        os.close(slave)
        seen = b""
        try:
            while block := os.read(master, 65536):
                seen += block
        except OSError:
            pass  # the other end is closed
        os.close(master)
        child.wait()
        return seen.decode().replace("\r\n", "\n")

    def test_limit_shows_some_and_counts_all(self):
        result = self.diff("--limit", "1", "a", "b")
        self.assertEqual(result.stdout.decode(), "- one\n... and 2 more\n")
        changes = json_lines(self.diff("--limit", "2", "--json", "a", "b"))
        self.assertEqual([change.get("line") for change in changes[:-1]], ["one", "two"])
        summary = changes[-1]["summary"]
        self.assertEqual((summary["removed"], summary["added"], summary["not_shown"]), (2, 1, 1))

    def test_limit_0_shows_none(self):
        self.assertEqual(self.diff("--limit", "0", "a", "b").stdout.decode(), "... and 3 more\n")

    def test_quiet_says_nothing(self):
        for format in ["text", "json", "csv"]:
            result = self.diff("--quiet", "--format", format, "a", "b")
            self.assertEqual((result.returncode, result.stdout, result.stderr), (1, b"", b""))

    def test_formats_exclude_each_other(self):
        self.assert_trouble(self.diff("--json", "--format", "csv", "a", "b"),
                            "--json and --format csv exclude each other; give one of them\n")

    def test_colour_is_for_terminals(self):
        self.assertNotIn(b"\x1b", self.diff("a", "b").stdout)
        self.assertIn("\x1b[31m- one\x1b[0m\n", self.on_a_terminal("a", "b", NO_COLOR=""))
        self.assertEqual(self.on_a_terminal("a", "b", NO_COLOR="1"), "- one\n- two\n+ four\n")

    def test_colour_can_be_asked_for(self):
        self.assertEqual(self.diff("--color", "always", "a", "b").stdout.decode(),
                         "\x1b[31m- one\x1b[0m\n\x1b[31m- two\x1b[0m\n\x1b[32m+ four\x1b[0m\n")
        self.assertNotIn("\x1b", self.on_a_terminal("--color", "never", "a", "b"))

    def test_control_characters_reach_pipes_and_not_terminals(self):
        (self.folder / "evil").write_bytes(b"\x1b]0;title\x07\n")
        (self.folder / "none").write_bytes(b"")
        self.assertEqual(self.diff("evil", "none").stdout, b"- \x1b]0;title\x07\n")
        for format in ["text", "csv", "json"]:
            seen = self.on_a_terminal("--color", "never", "--format", format, "evil", "none")
            self.assertNotIn("\x1b", seen)
            self.assertNotIn("\x07", seen)

    def test_stat_tells_how_it_was_done(self):
        text = self.diff("--stat", "a", "b").stdout.decode()
        for part in ["removed      2\n", "added        1\n", "rows         3 left, 2 right\n", "in 1 pass\n",
                     "method       exact: small files\n", "error bound  0\n"]:
            self.assertIn(part, text)

    def test_stat_keeps_out_of_csv(self):
        result = self.diff("--stat", "--format", "csv", "a", "b")
        self.assertEqual(result.stdout.decode(),
                         "op,count,digest,line\nremoved,1,,one\nremoved,1,,two\nadded,1,,four\n")
        self.assertIn(b"method", result.stderr)


if __name__ == "__main__":
    unittest.main()
