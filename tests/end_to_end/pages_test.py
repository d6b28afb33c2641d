#!/usr/bin/env python3
"""The pages that peel prints of itself, as groff and bash take them.

usage: PEEL_COMMAND=path/to/peel pages_test.py
"""
import os
import pty
import re
import select
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from command import CommandTest, peel

COLUMN = 28  # where help writes descriptions


def verbs_below(*verb):
    """The verbs that help lists, and those below them, each as a list of words."""
    listed = peel(*verb, "--help").stdout.decode().partition("\nVerbs:\n")[2].partition("\n\n")[0]
    for name in re.findall(r"^  (\S+)", listed, re.M):
        yield [*verb, name]
        yield from verbs_below(*verb, name)


def options_in_help(*verb):
    """Names and descriptions of the options that help lists, in two columns unless the left one is too full."""
    listed = peel(*verb, "--help").stdout.decode().partition("\nOptions:\n")[2].partition("\n\n")[0].splitlines()
    for line, next_line in zip(listed, [*listed[1:], ""]):
        if line.startswith("  -"):
            left, right = line[:COLUMN], line[COLUMN:]
            yield line.split()[0], right if left.endswith(" ") else next_line.strip()


class ManPage(CommandTest):
    page = peel("--man").stdout

    def format(self, *options):
        return subprocess.run(["groff", "-k", "-man", "-Tutf8", "-P-cbou", *options], input=self.page,
                              capture_output=True)

    def test_formats_without_a_warning(self):
        result = self.format("-ww", "-z")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))

    def test_formats_without_a_warning_on_a_narrow_terminal(self):
        result = self.format("-ww", "-z", "-rLL=50n")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))

    def test_says_of_every_option_what_help_says(self):
        text = self.format("-rLL=1000n").stdout.decode()
        verbs = list(verbs_below())
        self.assertIn(["plan", "iblt"], verbs)
        for verb in verbs:
            part = text.partition("\n   peel " + " ".join(verb) + "\n")[2]
            self.assertTrue(part, verb)
            options = [option for option in options_in_help(*verb) if not option[0].endswith("--help")]
            for name, description in options:
                with self.subTest(verb=verb, option=name):
                    self.assertRegex(part, rf"\n +{name.replace(',', ', ')}\b.*\s+{re.escape(description)}\n")

    def test_has_the_sections_that_readers_look_for(self):
        titles = re.findall(r"^[A-Z][A-Z ]+$", self.format().stdout.decode(), re.M)
        self.assertEqual(titles, ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "OPTIONS", "VERBS", "EXIT STATUS",
                                  "ENVIRONMENT", "SEE ALSO"])

    def test_is_a_result_whatever_follows(self):
        self.assertEqual(peel("--man", "inspect").stdout, self.page)


class Completion(CommandTest):
    script = peel("--completion", "bash").stdout.decode()

    def offered(self, *words):
        """What is offered when the last word is being typed; with an empty PATH, so that no program can run."""
        result = subprocess.run(
            ["/bin/bash", "--norc", "-c", self.script + 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _peel\n'
             'printf "%s\\n" "${COMPREPLY[@]}"', "bash", *words], capture_output=True, text=True, env={"PATH": ""})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout.split()

    def test_offers_every_verb(self):
        for verb in verbs_below():
            with self.subTest(verb):
                self.assertIn(verb[-1], self.offered("peel", *verb[:-1], ""))

    def test_offers_every_option_of_every_verb(self):
        for verb in [[], *verbs_below()]:
            for name, _ in options_in_help(*verb):
                with self.subTest(verb=verb, option=name):
                    self.assertIn(name.split(",")[-1], self.offered("peel", *verb, "--"))

    def test_offers_the_words_that_an_option_accepts(self):
        self.assertEqual(self.offered("peel", "--completion", ""), ["bash"])

    def test_other_shells_are_refused(self):
        self.assert_trouble(peel("--completion", "fish"), "--completion fish: accepted is bash; "
                                                          "peel --help shows what is accepted\n")

    def test_bash_itself_completes_verbs_options_and_names_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "completion").write_text(self.script)
            (Path(folder) / "my table.peel").touch()
            typed = b". ./completion\nclear\npeel insp\t--js\tmy\t"
            self.assertIn(b"peel inspect --json my\\ table.peel ", self.typed_into_bash(folder, typed))

    def typed_into_bash(self, folder, keys):
        """What a terminal shows until the name of the file is there, or for ten seconds."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(folder)
            os.execve("/bin/bash", ["bash", "--norc", "--noprofile", "-i"],
                      {"PATH": os.defpath, "TERM": "dumb", "PS1": "", "INPUTRC": "/dev/null", "HISTFILE": "",
                       "COLUMNS": "200"})
        seen, deadline = b"", time.monotonic() + 10
        os.write(terminal, keys)
        while b"table.peel " not in seen and time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.1)[0]:
                seen += os.read(terminal, 4096)
        os.close(terminal)
        os.waitpid(child, 0)
        return seen


if __name__ == "__main__":
    unittest.main()
