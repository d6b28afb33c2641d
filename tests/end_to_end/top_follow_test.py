#!/usr/bin/python3
"""peel top -f from outside: files that grow, shrink and are replaced, pipes, and a terminal.

usage: PEEL_COMMAND=path/to/peel top_follow_test.py
"""
import json
import os
import re
import resource
import signal
import subprocess
import time
import unittest

from command import PEEL, FolderTest
from terminal import Terminal


class Following(FolderTest):
    """A command that follows a file, with its tables as they come."""

    def start(self, *arguments, **options):
        child = subprocess.Popen([PEEL, "top", "-f", "--json", "--interval", "0.05s", *arguments],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        self.addCleanup(self.end, child)
        return child

    @staticmethod
    def end(child):
        if child.poll() is None:
            child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout, child.stderr):
            if pipe is not None:
                pipe.close()

    @staticmethod
    def table(child):
        """(counts by key, summary) of the next table"""
        counts = {}
        while line := child.stdout.readline():
            object = json.loads(line)
            if "summary" in object:
                return counts, object["summary"]
            counts[object["key"]] = object["count"]
        raise AssertionError("no table came: " + child.stderr.read().decode())

    def table_with(self, child, counts):
        """The first table that says this."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            seen, summary = self.table(child)
            if seen == counts:
                return summary
        raise AssertionError(f"{seen} and not {counts}")

    def finish(self, child, number=signal.SIGINT):
        child.send_signal(number)
        *_, last = child.stdout.read().splitlines() or [b"{}"]
        self.assertEqual(child.wait(60), 0)
        return json.loads(last).get("summary"), child.stderr.read().decode()


class AFile(Following):
    def test_that_grows_is_read_on(self):
        path = self.file("log", b"a\nb\n")
        child = self.start(path)
        self.table_with(child, {"a": 1, "b": 1})
        with open(path, "ab") as log:
            log.write(b"a\nb\na\n")
        self.table_with(child, {"a": 3, "b": 2})
        summary, said = self.finish(child)
        self.assertEqual((summary["lines"], said), (5, ""))

    def test_whose_last_line_is_not_complete_waits_for_the_rest(self):
        path = self.file("log", b"a\nb")
        child = self.start(path)
        self.table_with(child, {"a": 1})
        with open(path, "ab") as log:
            log.write(b"cd\n")
        self.table_with(child, {"a": 1, "bcd": 1})
        self.finish(child)

    def test_that_was_truncated_is_read_from_its_beginning(self):
        path = self.file("log", b"a\n" * 10)
        child = self.start(path)
        self.table_with(child, {"a": 10})
        self.file("log", b"b\n")
        self.table_with(child, {"a": 10, "b": 1})
        _, said = self.finish(child)
        self.assertEqual(said, f"peel: {path} was truncated; reading it from its beginning\n")

    def test_that_was_rotated_is_read_to_its_end_and_then_the_new_one(self):
        path = self.file("log", b"a\n")
        child = self.start(path)
        self.table_with(child, {"a": 1})
        with open(path, "ab") as log:
            os.rename(path, path + ".1")
            log.write(b"a\nlast")
        self.file("log", b"b\nb\n")
        self.table_with(child, {"a": 2, "last": 1, "b": 2})
        _, said = self.finish(child)
        self.assertRegex(said, f"peel: {re.escape(path)} was replaced; reading the new file\n$")

    def test_that_is_gone_is_waited_for(self):
        path = self.file("log", b"a\n")
        child = self.start(path)
        self.table_with(child, {"a": 1})
        os.remove(path)
        self.assertEqual(child.stderr.readline().decode(),
                         f"peel: {path} is gone; waiting for another of that name\n")
        self.file("log", b"b\n")
        self.table_with(child, {"a": 1, "b": 1})
        _, said = self.finish(child)
        self.assertEqual(said, f"peel: {path} was replaced; reading the new file\n")

    def test_ends_with_a_table_on_any_of_the_usual_signals(self):
        path = self.file("log", b"a\n")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            child = self.start(path)
            self.table_with(child, {"a": 1})
            self.assertEqual(self.finish(child, number)[0]["total"], 1)

    def test_goes_on_after_a_signal_that_is_ignored_as_nohup_does(self):
        path = self.file("log", b"a\n")
        child = self.start(path, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.table_with(child, {"a": 1})
        child.send_signal(signal.SIGHUP)
        with open(path, "ab") as log:
            log.write(b"b\n")
        self.table_with(child, {"a": 1, "b": 1})
        self.finish(child)

    def test_may_be_standard_input(self):
        path = self.file("log", b"a\n")
        with open(path, "rb") as log:
            child = self.start(stdin=log)
        self.table_with(child, {"a": 1})
        with open(path, "ab") as log:
            log.write(b"b\n")
        self.table_with(child, {"a": 1, "b": 1})
        self.finish(child)


class APipe(Following):
    def test_is_followed_until_it_ends(self):
        child = self.start(stdin=subprocess.PIPE)
        child.stdin.write(b"a\nb\n")
        child.stdin.flush()
        self.table_with(child, {"a": 1, "b": 1})
        child.stdin.write(b"b\nlast")
        child.stdin.close()
        tables = child.stdout.read().splitlines()
        self.assertEqual(json.loads(tables[-1])["summary"]["total"], 4)
        self.assertEqual([json.loads(line)["key"] for line in tables[-4:-1]], ["b", "a", "last"])
        self.assertEqual(child.wait(60), 0)

    def test_may_count_less_and_less_of_the_past(self):
        child = self.start("--half-life", "100", stdin=subprocess.PIPE)
        out, _ = child.communicate(b"old\n" * 1_000 + b"new\n" * 300, timeout=60)
        *_, new, old, summary = map(json.loads, out.splitlines())
        self.assertEqual((new["key"], new["count"], old["key"]), ("new", 175, "old"))
        self.assertTrue(old["lower"] <= 25 <= old["upper"])
        self.assertEqual(summary["summary"]["lines"], 1_300)

    def test_may_forget_with_time(self):
        child = self.start("--half-life", "0.05s", stdin=subprocess.PIPE)
        child.stdin.write(b"old\n" * 100_000)
        child.stdin.flush()
        deadline = time.monotonic() + 60
        counts, summary = self.table(child)
        while summary["lines"] < 100_000 or counts:
            self.assertLess(time.monotonic(), deadline)
            counts, summary = self.table(child)
        self.assertLessEqual(summary["total"], 1)  # rounded up

    def test_may_have_long_lines(self):
        line = b"x" * 3_000_000
        child = self.start("--text-bytes", "3", stdin=subprocess.PIPE)
        out, _ = child.communicate(line + b"\ny\n" + line, timeout=60)
        *_, first, second, _ = map(json.loads, out.splitlines())
        self.assertEqual((first["key"], first["count"], first["length"]), ("xxx", 2, len(line)))
        self.assertEqual((second["key"], second["count"]), ("y", 1))

    def test_that_is_silent_gets_no_table_again(self):
        child = self.start(stdin=subprocess.PIPE)
        child.stdin.write(b"a\n")
        child.stdin.flush()
        self.table_with(child, {"a": 1})
        time.sleep(0.5)  # ten intervals
        child.stdin.write(b"b\n")
        child.stdin.flush()
        self.assertEqual(self.table(child)[0], {"a": 1, "b": 1})
        child.stdin.close()
        self.assertLessEqual(len(child.stdout.read().splitlines()), 3)  # the last table, and it alone
        self.assertEqual(child.wait(60), 0)

    def test_prints_tables_as_text_too(self):
        result = subprocess.run([PEEL, "top", "-f", "--interval", "1h"], input=b"a\na\nb\n", capture_output=True, timeout=60)
        self.assert_result(result, "      2   66.7%  a\n      1   33.3%  b\n")


class ATerminal(FolderTest):
    def start(self, *arguments, content=b"a\na\nb\n", **options):
        self.path = self.file("log", content)
        return Terminal("top", "-f", "--interval", "0.05s", *arguments, self.path, **options)

    def append(self, content):
        with open(self.path, "ab") as log:
            log.write(content)

    def test_is_drawn_again_in_place(self):
        terminal = self.start("--color", "never")
        first = terminal.read_until(b"\x1b[J").decode()
        self.assertEqual(first.replace("\x1b[K\r\n", "\n"),
                         f"\x1b[?25l{self.path}  3 lines, counts are exact\n"
                         f"      2   66.7%  {'█' * 40}  a\n      1   33.3%  {'█' * 20}{' ' * 20}  b\n\x1b[J")
        self.append(b"b\nb\nc\n")
        terminal.read_until(b"6 lines")
        rest = terminal.read_until(b"\x1b[J").decode().replace("\x1b[K\r\n", "\n")
        self.assertEqual(re.findall(r"^ +(\d+) .* (\w)$", rest, re.M), [("3", "b"), ("2", "a"), ("1", "c")])
        terminal.read_until(b"\x1b[4F")  # up by as many lines as there are now
        terminal.process.send_signal(signal.SIGINT)
        seen, status = terminal.finish()
        self.assertEqual(status, 0)
        _, _, last = seen.decode().rpartition("\x1b[J\x1b[?25h")
        self.assertEqual(re.findall(r"^ +(\d+) .* (\w)\r$", last, re.M), [("3", "b"), ("2", "a"), ("1", "c")])

    def test_is_left_as_it_was_by_every_signal(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            terminal = self.start()
            terminal.read_until(b"\x1b[J")
            terminal.process.send_signal(number)
            seen, status = terminal.finish()
            self.assertEqual(status, 0)
            self.assertGreater(seen.rfind(b"\x1b[?25h"), seen.rfind(b"\x1b[?25l"))

    def test_that_is_narrow_gets_no_line_that_is_too_long(self):
        for columns in (20, 30, 45, 60, 80, 200):
            terminal = self.start("--color", "never", columns=columns, content=b"x" * 300 + b"\n" + "é".encode() * 90)
            drawn = terminal.read_until(b"\x1b[J").decode().removeprefix("\x1b[?25l").removesuffix("\x1b[J")
            terminal.process.terminate()
            terminal.finish()
            rows = drawn.split("\x1b[K\r\n")[:-1]
            self.assertEqual(len(rows), 2)
            self.assertLess(max(map(len, rows)), columns)

    def test_is_left_as_it_was_before_it_is_quit(self):
        terminal = self.start()
        terminal.read_until(b"\x1b[J")
        resource.prlimit(terminal.process.pid, resource.RLIMIT_CORE, (0, 0))
        terminal.process.send_signal(signal.SIGQUIT)
        seen, status = terminal.finish()
        self.assertEqual(status, -signal.SIGQUIT)
        self.assertGreater(seen.rfind(b"\x1b[?25h"), seen.rfind(b"\x1b[?25l"))

    def test_that_is_narrow_shows_keys_rather_than_bounds(self):
        content = b"".join(b"%d\n" % i for i in range(100)) + b"".join(b"k%d\n" % i for i in range(6)) * 100
        terminal = self.start("--color", "never", "-n", "6", "--capacity", "20", columns=20, rows=8, content=content)
        drawn = terminal.read_until(b"\x1b[J").decode().removeprefix("\x1b[?25l").removesuffix("\x1b[J")
        terminal.process.terminate()
        terminal.finish()
        rows = drawn.split("\x1b[K\r\n")[:-1]
        self.assertLess(max(map(len, rows)), 20)
        self.assertLessEqual(len(rows), 7)
        self.assertGreater(len(rows), 1)
        for row in rows[1:]:
            self.assertRegex(row, r"^ +\d+ +[\d.]+%  k\d$")

    def test_that_is_low_gets_as_many_lines_as_fit(self):
        terminal = self.start(rows=6, content=b"".join(b"%d\n" % i for i in range(100)))
        drawn = terminal.read_until(b"\x1b[J")
        self.assertEqual(drawn.count(b"\r\n"), 5)
        terminal.process.terminate()
        seen, _ = terminal.finish()
        self.assertEqual(seen.rpartition(b"\x1b[?25h")[2].count(b"\r\n"), 11)  # all of them at the end

    def test_that_becomes_narrower_is_drawn_again(self):
        terminal = self.start("--color", "never", columns=100)
        drawn = terminal.read_until(b"\x1b[J").decode().removeprefix("\x1b[?25l").split("\x1b[K\r\n")[:-1]
        terminal.resize(50, 24)
        terminal.process.send_signal(signal.SIGWINCH)
        wrapped = sum((len(line) + 49) // 50 for line in drawn)
        self.assertGreater(wrapped, len(drawn))
        terminal.read_until(b"\x1b[%dF" % wrapped)
        terminal.process.terminate()
        terminal.finish()

    def test_hears_what_happened_to_the_file_above_the_table(self):
        terminal = self.start()
        terminal.read_until(b"\x1b[J")
        self.file("log", b"")
        terminal.read_until(f"\x1b[Jpeel: {self.path} was truncated; reading it from its beginning\r\n".encode())
        terminal.read_until(b"\x1b[J")
        terminal.process.terminate()
        terminal.finish()

    def test_has_colours_and_blocks_only_if_it_may(self):
        for environment, coloured, blocks in (({}, True, True), ({"NO_COLOR": "1"}, False, True), ({"LANG": "C"}, True, False)):
            terminal = Terminal("top", **environment)
            terminal.process.stdin.write(b"a\na\nb\n")
            terminal.process.stdin.close()
            seen, status = terminal.finish()
            self.assertEqual((status, b"\x1b[36m" in seen, "█".encode() in seen, b"####" in seen),
                             (0, coloured, blocks, not blocks))


if __name__ == "__main__":
    unittest.main()
