#!/usr/bin/env python3
"""The pages that peel prints of itself, as groff takes them.

usage: PEEL_COMMAND=path/to/peel pages_test.py
"""
import re
import subprocess
import unittest

from command import CommandTest, peel


def verbs_below(*verb):
    """The verbs that help lists, and those below them, each as a list of words."""
    listed = peel(*verb, "--help").stdout.decode().partition("\nVerbs:\n")[2].partition("\n\n")[0]
    for name in re.findall(r"^  (\S+)", listed, re.M):
        yield [*verb, name]
        yield from verbs_below(*verb, name)


def options_in_help(*verb):
    """Names and descriptions of the options that help lists."""
    listed = peel(*verb, "--help").stdout.decode().partition("\nOptions:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (-\S+).*?(?:  +|\n +)(\S.*)$", listed, re.M)


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
            options = [option for option in options_in_help(*verb) if option[0] != "-h,--help"]
            for name, description in options:
                with self.subTest(verb=verb, option=name):
                    self.assertRegex(part, rf"\n +{name.replace(',', ', ')}\b.*\s+{re.escape(description)}\n")

    def test_has_the_sections_that_readers_look_for(self):
        titles = re.findall(r"^[A-Z][A-Z ]+$", self.format().stdout.decode(), re.M)
        self.assertEqual(titles, ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "OPTIONS", "VERBS", "EXIT STATUS",
                                  "ENVIRONMENT", "SEE ALSO"])

    def test_is_a_result_whatever_follows(self):
        self.assertEqual(peel("--man", "inspect").stdout, self.page)


if __name__ == "__main__":
    unittest.main()
