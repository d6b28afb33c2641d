#!/usr/bin/python3
"""How peel diff shows what it found: limits, colour, and what reaches a terminal.

usage: PEEL_COMMAND=path/to/peel diff_output_test.py
"""
import subprocess
import tempfile
import unittest
from pathlib import Path

from command import PEEL, CommandTest, json_lines
from terminal import on_a_terminal


class OutputTest(CommandTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "a").write_text("one\ntwo\nthree\n")
        (self.folder / "b").write_text("three\nfour\n")

    def diff(self, *arguments):
        return subprocess.run([PEEL, "diff", *arguments], cwd=self.folder, capture_output=True, timeout=60)

    def on_a_terminal(self, *arguments, columns=80, **environment):
        """What a terminal gets."""
        seen, status = on_a_terminal("diff", *arguments, columns=columns, cwd=self.folder, **environment)
        self.assertIn(status, (0, 1), seen)
        return seen.decode().replace("\r\n", "\n")


class Output(OutputTest):
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
        self.assertEqual(self.on_a_terminal("a", "b", NO_COLOR="1"),
                         "- one\n- two\n+ four\n2 removed, 1 added; 3 rows left, 2 right\n")

    def test_colour_can_be_asked_for(self):
        self.assertEqual(self.diff("--color", "always", "a", "b").stdout.decode(),
                         "\x1b[31m- one\x1b[0m\n\x1b[31m- two\x1b[0m\n\x1b[32m+ four\x1b[0m\n"
                         "\x1b[1m2 removed, 1 added; 3 rows left, 2 right\x1b[0m\n")
        self.assertNotIn("\x1b", self.on_a_terminal("--color", "never", "a", "b"))

    def test_control_characters_reach_neither_pipes_nor_terminals(self):
        (self.folder / "evil").write_bytes(b"\x1b]0;title\x07\n")
        (self.folder / "none").write_bytes(b"")
        self.assertEqual(self.diff("evil", "none").stdout, b'- "\\033]0;title\\a"\n')
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


class Terminal(OutputTest):
    """Rows of tables, laid out for people."""

    def setUp(self):
        super().setUp()
        (self.folder / "a.csv").write_text("id,name,city\n1,Ada,Turin\n2,Ben,Oslo\n3,Cleo,\n4,Zo\u00eb \u6f22,x\n")
        (self.folder / "b.csv").write_text("id,name,city\n1,Ada,Rome\n2,Ben ,Oslo\n4,Zo\u00eb \u6f22,yy\n5,Dora,Graz\n")

    def test_columns_stand_below_each_other(self):
        self.assertEqual(self.on_a_terminal("--key", "id", "a.csv", "b.csv", NO_COLOR="1"),
                         '  id  name           city\n'
                         '~ 1   Ada            Turin -> Rome\n'
                         '~ 2   Ben -> "Ben "  Oslo\n'
                         '- 3   Cleo           ""\n'
                         '~ 4   Zo\u00eb \u6f22         x -> yy\n'
                         '+ 5   Dora           Graz\n'
                         '1 removed, 1 added, 3 changed; 4 rows on each side\n')

    def test_changed_cells_are_coloured(self):
        seen = self.on_a_terminal("--key", "id", "a.csv", "b.csv", NO_COLOR="")
        self.assertIn("\x1b[33m~ \x1b[0m1   Ada            \x1b[31mTurin\x1b[0m\x1b[2m -> \x1b[0m\x1b[32mRome\x1b[0m\n", seen)

    def test_rows_that_are_too_wide_show_their_key_and_what_changed(self):
        self.assertEqual(self.on_a_terminal("--key", "id", "a.csv", "b.csv", columns=30, NO_COLOR="1"),
                         '~ id=1  city  Turin -> Rome\n'
                         '~ id=2  name  Ben -> "Ben "\n'
                         '- id=3  name=Cleo  city=""\n'
                         '~ id=4  city  x -> yy\n'
                         '+ id=5  name=Dora  city=Graz\n'
                         '1 removed, 1 added, 3 changed; 4 rows on each side\n')

    def test_json_has_no_characters_that_act_on_it(self):
        (self.folder / "a.jsonl").write_text('{"id":1,"v":"\x9b31m\x7f\u202e\U000e0041"}\n')
        (self.folder / "b.jsonl").write_text('{"id":1,"v":2}\n')
        for input in ("jsonl", "lines"):
            seen = self.on_a_terminal("--json", "--input", input, "a.jsonl", "b.jsonl")
            self.assertIn("\\u009b31m\\u007f\\u202e\\udb40\\udc41", seen)
            self.assertTrue(all(character.isprintable() or character == "\n" for character in seen), seen)

    def test_into_a_file_nothing_is_coloured(self):
        (self.folder / "a.csv").write_text("id,v\n1,a\x1b[31m\n")
        (self.folder / "b.csv").write_text("id,v\n1,b\n")
        self.on_a_terminal("--key", "id", "a.csv", "b.csv", "-o", "out.txt", NO_COLOR="")
        self.assertEqual((self.folder / "out.txt").read_bytes(), b'~ id=1: v "a\\033[31m" -> b\n')

    def test_a_long_cell_is_cut_where_there_is_hardly_room(self):
        for name, end in [("a.csv", ""), ("b.csv", "y")]:
            (self.folder / name).write_text(f"id,v\n{'k' * 50},{'x' * 100_000}{end}\n")
        for columns in (20, 40, 80):
            seen = self.on_a_terminal("--key", "id", "a.csv", "b.csv", columns=columns, NO_COLOR="1")
            self.assertLess(max(len(line) for line in seen.splitlines()), 200, columns)

    def test_a_dumb_one_gets_no_colours(self):
        self.assertNotIn("\x1b", self.on_a_terminal("--key", "id", "a.csv", "b.csv", NO_COLOR="", TERM="dumb"))

    def json_pair(self):
        (self.folder / "a.jsonl").write_text('{"u":{"id":1},"p":1.5,"tags":["x"]}\n{"u":{"id":2},"p":"2"}\n')
        (self.folder / "b.jsonl").write_text('{"p":"\\u001b[31m","u":{"id":1},"tags":[]}\n{"u":{"id":3}}\n')

    def test_json_shows_the_parts_that_changed(self):
        self.json_pair()
        self.assertEqual(self.on_a_terminal("--key", "u.id", "a.jsonl", "b.jsonl", NO_COLOR="1"),
                         '~ u.id=1  p        1.5 -> "\\u001b[31m"\n'
                         '          tags[0]  "x" -> missing\n'
                         '- u.id=2  {"u":{"id":2},"p":"2"}\n'
                         '+ u.id=3  {"u":{"id":3}}\n'
                         '1 removed, 1 added, 1 changed; 2 rows on each side\n')

    def test_chosen_parts_of_json_stand_in_columns(self):
        self.json_pair()
        self.assertEqual(self.on_a_terminal("--key", "u.id", "--columns", "p", "a.jsonl", "b.jsonl", NO_COLOR="1"),
                         '  u.id  p\n'
                         '~ 1     1.5 -> "\\u001b[31m"\n'
                         '- 2     "2"\n'
                         '+ 3     missing\n'
                         '1 removed, 1 added, 1 changed; 2 rows on each side\n')

    def test_json_lines_without_a_key_are_shown_whole(self):
        self.json_pair()
        self.assertEqual(self.on_a_terminal("--columns", "u", "a.jsonl", "b.jsonl", NO_COLOR="1"),
                         '  u\n- {"id":2}\n+ {"id":3}\n1 removed, 1 added; 2 rows on each side\n')

    def test_several_changed_cells_stand_below_each_other_and_long_ones_begin_where_they_differ(self):
        for name, end in [("a.csv", "old"), ("b.csv", "new")]:
            (self.folder / name).write_text(f"id,x,longer\n1,{'same ' * 60}{end},{end}\n")
        self.assertEqual(self.on_a_terminal("--key", "id", "a.csv", "b.csv", columns=70, NO_COLOR="1"),
                         "~ id=1  x       ...e same same old -> ...e same same new\n"
                         "        longer  old -> new\n"
                         "1 changed; 1 row on each side\n")

    def test_a_pipe_gets_everything_in_full_when_colours_are_asked_for(self):
        (self.folder / "c.csv").write_text(f"id,x\n1,{'long ' * 100}\n")
        (self.folder / "d.csv").write_text("id,x\n1,y\n")
        self.assertIn(b"long " * 100, self.diff("--color", "always", "--key", "id", "c.csv", "d.csv").stdout)

    def test_control_characters_of_cells_are_visible(self):
        (self.folder / "a.csv").write_bytes(b"id,x\n1,\x1b[31m\n2,\xe2\x80\xae\n")
        (self.folder / "b.csv").write_bytes(b"id,x\n1,y\n")
        seen = self.on_a_terminal("--color", "never", "--key", "id", "a.csv", "b.csv")
        self.assertIn(r"\x1B[31m -> y", seen)
        self.assertIn(r"\xE2\x80\xAE", seen)

    def test_sameness_is_said(self):
        self.assertEqual(self.on_a_terminal("--color", "never", "a.csv", "a.csv"), "nothing differs; 4 rows on each side\n")
        self.assertEqual(self.on_a_terminal("--quiet", "a.csv", "a.csv"), "")

    def test_more_rows_than_wait_keep_their_columns(self):
        (self.folder / "a.csv").write_text("id,x\n" + "".join(f"{i},v\n" for i in range(1000, 2000)))
        (self.folder / "b.csv").write_text("id,x\n")
        seen = self.on_a_terminal("--key", "id", "a.csv", "b.csv", NO_COLOR="1").splitlines()
        self.assertEqual(len(seen), 1002)
        self.assertEqual((seen[0], seen[1], seen[1000]), ("  id    x", "- 1000  v", "- 1999  v"))

    def test_what_is_piped_is_plain(self):
        self.assertEqual(self.diff("--key", "id", "a.csv", "b.csv").stdout.decode(),
                         '~ id=1: city Turin -> Rome\n~ id=2: name Ben -> "Ben "\n- 3,Cleo,\n'
                         '~ id=4: city x -> yy\n+ 5,Dora,Graz\n')


if __name__ == "__main__":
    unittest.main()
