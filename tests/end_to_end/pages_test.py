#!/usr/bin/env python3
"""The pages that peel prints of itself, as groff, bash, zsh and fish take them.

usage: PEEL_COMMAND=path/to/peel pages_test.py
"""
import json
import os
import pty
import re
import select
import sqlite3
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from command import PEEL, CommandTest, peel

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
        self.assertEqual(self.offered("peel", "--completion", ""), ["bash", "zsh", "fish"])

    def test_other_shells_are_refused(self):
        self.assert_trouble(peel("--completion", "tcsh"), "--completion tcsh: accepted are bash, zsh and fish; "
                                                          "peel --help shows what is accepted\n")

    def test_offers_topics_of_help(self):
        self.assertEqual(self.offered("peel", "help", "ske"), ["sketches", "sketch"])

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


class ZshCompletion(CommandTest):
    script = peel("--completion", "zsh").stdout.decode()
    # What the completion system of zsh would be asked to do.
    STUBS = """_describe() { print -rl -- ${(P)3} }
_files() { print FILES }
compset() { }
"""

    def zsh(self, script, *words):
        result = subprocess.run(["/usr/bin/zsh", "-f", "-c", script, "zsh", *words], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout.splitlines()

    def offered(self, *words):
        return self.zsh(self.STUBS + self.script + '\nwords=("$@"); CURRENT=$#; PATH=; _peel', *words)

    def test_is_zsh(self):
        result = subprocess.run(["/usr/bin/zsh", "-n"], input=self.script, capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_is_found_by_the_completion_system(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "_peel").write_text(self.script)
            self.assertEqual(self.zsh(f"fpath=({folder} $fpath); autoload -U compinit; compinit -D -u; print $_comps[peel]"),
                             ["_peel"])

    def test_offers_every_verb_and_every_option_with_what_is_said_of_it(self):
        for verb in verbs_below():
            names = [line.partition(":")[0] for line in self.offered("peel", *verb[:-1], "")]
            self.assertIn(verb[-1], names)
        for verb in [["diff"], ["plan", "iblt"], ["filter", "build"]]:
            offered = dict(line.split(":", 1) for line in self.offered("peel", *verb, "--"))
            for name, description in options_in_help(*verb):
                with self.subTest(verb=verb, option=name):
                    self.assertEqual(offered[name.split(",")[-1]], description)

    def test_offers_words_that_options_accept_and_else_files(self):
        self.assertEqual(self.offered("peel", "diff", "--method", ""), ["auto", "sketch", "exact"])
        self.assertEqual(self.offered("peel", "diff", "--method="), ["auto", "sketch", "exact"])
        self.assertEqual(self.offered("peel", "diff", ""), ["FILES"])
        self.assertEqual(self.offered("peel", "diff", "-o", ""), ["FILES"])
        self.assertEqual(self.offered("peel", "diff", "--", "--j"), ["FILES"])


class FishCompletion(CommandTest):
    script = peel("--completion", "fish").stdout.decode()

    def offered(self, *lines):
        """What fish itself offers for each line, word by word with what is said of it."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "peel.fish").write_text(self.script)
            (Path(folder) / "some file").touch()
            asked = "".join(f"complete -C {line!r}; echo END;" for line in lines)
            result = subprocess.run(["/usr/bin/fish", "--no-config", "-c", "source peel.fish; " + asked], cwd=folder,
                                    env={"HOME": folder, "PATH": os.defpath}, capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
        return [dict((line + "\t").split("\t")[:2] for line in part.splitlines() if line)
                for part in result.stdout.split("END\n")[:-1]]

    def test_is_fish(self):
        result = subprocess.run(["/usr/bin/fish", "--no-config", "-n", "/dev/stdin"], input=self.script, capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_offers_every_verb_and_every_option_with_what_is_said_of_it(self):
        verbs = list(verbs_below())
        for verb, offered in zip(verbs, self.offered(*(f"peel {' '.join(verb[:-1])} " for verb in verbs))):
            self.assertIn(verb[-1], offered)
        verbs = [["diff"], ["plan", "iblt"], ["filter", "build"]]
        for verb, offered in zip(verbs, self.offered(*(f"peel {' '.join(verb)} --" for verb in verbs))):
            for name, description in options_in_help(*verb):
                with self.subTest(verb=verb, option=name):
                    self.assertEqual(offered[name.split(",")[-1]], description)

    def test_offers_words_that_options_accept_and_else_files(self):
        method, attached, source, out = self.offered("peel diff --method ", "peel diff --method=", "peel diff so", "peel diff -o so")
        self.assertEqual(set(method), {"auto", "sketch", "exact"})
        self.assertEqual(set(attached), {"--method=auto", "--method=sketch", "--method=exact"})
        self.assertEqual(set(source), {"some file"})
        self.assertEqual(set(out), {"some file"})


class Help(CommandTest):
    TOPICS = ["sources", "keys", "formats", "exit-status", "sketches", "sizes", "security"]

    def test_lists_the_topics(self):
        listed = peel("help").stdout.decode().partition("\nTopics, for peel help TOPIC:\n")[2]
        self.assertEqual(re.findall(r"^  (\S+)  ", listed, re.M), self.TOPICS)
        self.assertEqual(peel("help").stdout.decode().partition("\nTopics")[0], peel("--help").stdout.decode())

    def test_of_a_verb_is_what_the_verb_says(self):
        for verb in verbs_below():
            with self.subTest(verb):
                self.assert_result(peel("help", *verb), peel(*verb, "--help").stdout.decode())

    def test_of_nothing_known_says_what_is(self):
        result = peel("help", "weather")
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertRegex(result.stderr.decode(), r"^peel: weather is no topic of help; accepted are sources, .* and security, "
                                                 r"and verbs, which are diff, .*\n$")
        self.assertEqual(peel("help", "keys", "more").returncode, 2)

    def test_fits_a_terminal(self):
        for topic in self.TOPICS:
            lines = peel("help", topic).stdout.decode().splitlines()
            self.assertLessEqual(max(len(line) for line in lines), 100, topic)

    def test_examples_of_topics_run(self):
        """In a folder with the files that they name, in the order in which they stand."""
        command = re.compile(r"^  ((?:sort [^|]*\| )?peel .*?)(?:  +\S.*)?$", re.M)
        tables = {"old": "id,name\n1,one\n2,two\n", "new": "id,name\n1,ONE\n3,three\n"}
        for topic in self.TOPICS:
            with tempfile.TemporaryDirectory() as folder:
                for name, text in tables.items():
                    for file in (f"{name}.csv", f"{name}.txt", {"old": "a.dat", "new": "b.dat"}[name]):
                        (Path(folder) / file).write_text(text)
                    rows = [dict(zip(("id", "name"), line.split(","))) for line in text.splitlines()[1:]]
                    (Path(folder) / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
                    (Path(folder) / name).mkdir()
                    (Path(folder) / name / "notes.txt").write_text(text)
                    with sqlite3.connect(Path(folder) / f"{name}.db") as database:
                        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT)")
                        database.executemany("INSERT INTO t VALUES (?, ?)", [line.split(",") for line in text.splitlines()[1:]])
                    database.close()
                subprocess.run([PEEL, "sketch", "--key", "id", "--capacity", "100", "old.csv", "-o", "day.peel"], cwd=folder,
                               check=True)
                examples = command.findall(peel("help", topic).stdout.decode())
                self.assertGreaterEqual(len(examples), 2, topic)
                for example in examples:
                    with self.subTest(topic=topic, example=example):
                        environment = os.environ | {"PATH": f"{Path(PEEL).resolve().parent}:{os.environ['PATH']}"}
                        result = subprocess.run(["bash", "-c", example], cwd=folder, env=environment, capture_output=True)
                        self.assertIn(result.returncode, (0, 1), result.stderr)
                        self.assertEqual(result.stderr, b"")


if __name__ == "__main__":
    unittest.main()
