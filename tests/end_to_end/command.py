"""What the tests of the command share: running it, and saying how it should end."""
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
PEEL = os.environ.get("PEEL_COMMAND", "peel")


def rounds(usual, sanitized):
    """How many random cases a test makes; PEEL_ROUNDS=n makes them n times as many."""
    factor = float(os.environ.get("PEEL_ROUNDS") or 1)
    return max(1, round(factor * (sanitized if os.environ.get("PEEL_SANITIZE") else usual)))


def peel(*arguments, **options):
    """Runs the command; the result has .returncode, .stdout and .stderr, both as text where they are text."""
    options.setdefault("capture_output", True)
    options.setdefault("timeout", 300)
    return subprocess.run([PEEL, *arguments], cwd=TESTS, **options)


def json_lines(result):
    return [json.loads(line) for line in result.stdout.decode().splitlines()]


def without_notes(result):
    """What stands on standard error beside notes on what lines look like, which random lines may well look like."""
    notes = rb"note: [^\n]* (holds NUL bytes, as binary data does|is UTF-16|with a carriage return, \\r, as on Windows)[^\n]*\n"
    return re.sub(notes, b"", result.stderr).decode()


class CommandTest(unittest.TestCase):
    maxDiff = None

    def assert_result(self, result, stdout):
        self.assertEqual(result.stderr.decode(), "")
        self.assertEqual(result.stdout.decode(), stdout)
        self.assertEqual(result.returncode, 0)

    def assert_trouble(self, result, sentence):
        self.assertEqual(result.stderr.decode(), f"peel: {sentence}")
        self.assertEqual(result.stdout, b"")
        self.assertEqual(result.returncode, 2)


class FolderTest(CommandTest):
    """With a folder of its own for each test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, contents):
        path = self.folder / name
        path.write_bytes(contents)
        return str(path)
