#!/usr/bin/env python3
"""peel diff against a model of what it must say, on generated pairs of files and on pairs chosen to be difficult.

usage: PEEL_COMMAND=path/to/peel diff_oracle_test.py
       PEEL_TEST_SEED=n replays a run; PEEL_ROUNDS=n makes n times as many pairs.
"""
import json
import random
import unittest

from command import rounds
from diff_model import Terms
from diff_oracle import METHODS, OracleTest
from diff_pairs import Pair, pair_of_lines, random_pair, test_seed

PAIRS = rounds(250, 40)


class GeneratedPairs(OracleTest):
    def test_every_method_and_format_agrees_with_the_model(self):
        seed = test_seed()
        print(f"PEEL_TEST_SEED={seed} ({PAIRS} pairs)", flush=True)
        for number in range(PAIRS):
            r = random.Random(seed * 1_000_003 + number)
            pair = random_pair(r)
            methods, pipes = r.sample(METHODS, len(METHODS)), r.sample([None, None, "left", "right"], 4)
            with self.subTest(seed=seed, number=number, pair=pair.what, methods=methods, pipes=pipes):
                self.assert_agrees(pair, methods, pipes)


class Lines(OracleTest):
    def test_two_empty_files_are_the_same(self):
        self.assert_lines_agree(b"", b"")

    def test_an_empty_file_and_an_empty_line_differ(self):
        self.assert_lines_agree(b"", b"\n")

    def test_a_newline_at_the_end_is_no_part_of_the_line(self):
        self.assertEqual(self.diff(pair_of_lines("", b"a\nb", b"b\na\n")).stdout, b"")

    def test_crlf_and_lf_differ(self):
        self.assert_lines_agree(b"a\r\nb\r\n", b"a\nb\n")

    def test_nul_bytes_count(self):
        self.assert_lines_agree(b"a\0b\na\0\n\0\n", b"a\0c\na\n\0\0\n")

    def test_bytes_that_are_not_utf8_come_as_base64(self):
        self.assert_lines_agree(b"\xff\n", b"\xc3\xa9\n\xed\xa0\x80\n")
        said = self.diff(pair_of_lines("", b"\xff\xfe\n", b""), "--json").stdout.decode().splitlines()[0]
        self.assertEqual(json.loads(said)["line"], {"base64": "//4="})

    def test_very_long_lines_are_compared_to_their_last_byte(self):
        long = b"x" * 3_000_000
        self.assert_lines_agree(long + b"a\n" + long + b"b\nshort", long + b"c\nshort\n" + long + b"b\n")

    def test_in_step_files_with_changes_agree(self):
        r = random.Random(1)
        left = [b"%d %s" % (i, r.randbytes(8).hex().encode()) for i in range(150_000)]
        right = list(left)
        for at in r.sample(range(len(right)), 40):
            right[at:at + 1] = r.choice([[], [b"new %d" % at], [right[at], b"extra"], [b"", right[at]]])
        used = self.assert_lines_agree(b"\n".join(left), b"\n".join(right) + b"\n", pipes=(None,))
        self.assertEqual(used, ["in_step", "sketch", "exact", "exact"])


class Tables(OracleTest):
    def test_a_header_alone_is_an_empty_table(self):
        self.assert_tables_agree(b"id,v\n", b"id,v\n", [], [], ["id", "v"])
        self.assert_tables_agree(b"id,v", b"id,v\r\n1,x\r\n", [], [(b"1", b"x")], ["id", "v"], "--key", "id", key=1)

    def test_crlf_and_lf_are_the_same(self):
        self.assert_tables_agree(b"id,v\r\n1,x\r\n", b"id,v\n1,x\n", [(b"1", b"x")], [(b"1", b"x")], ["id", "v"])

    def test_a_byte_order_mark_is_no_part_of_the_first_name(self):
        self.assert_tables_agree(b"\xef\xbb\xbfid,v\n1,x\n", b"id,v\n1,y\n", [(b"1", b"x")], [(b"1", b"y")],
                                 ["id", "v"], "--key", "id", key=1)

    def test_columns_are_matched_by_name(self):
        self.assert_tables_agree(b"id,v,w\n1,x,y\n", b"w,id,v\ny,1,x\n", [(b"1", b"x", b"y")], [(b"1", b"x", b"y")],
                                 ["id", "v", "w"])

    def test_composite_keys_whose_joined_text_collides_are_two_keys(self):
        self.assert_tables_agree(b"a,b,v\na b,c,1\n", b"a,b,v\na,b c,2\n", [(b"a b", b"c", b"1")],
                                 [(b"a", b"b c", b"2")], ["a", "b", "v"], "--key", "a,b", key=2)

    def test_keys_that_are_prefixes_of_one_another_are_two_keys(self):
        self.assert_tables_agree(b"k,v\na,1\naa,1\n", b"k,v\naa,2\naaa,1\n", [(b"a", b"1"), (b"aa", b"1")],
                                 [(b"aa", b"2"), (b"aaa", b"1")], ["k", "v"], "--key", "k", key=1)

    def test_a_key_twice_on_one_side_is_removed_and_added_not_changed(self):
        pair = Pair("", b"k,v\na,1\na,2\n", b"k,v\na,3\n", [], [], Terms(), ["--key", "k"], "csv")
        self.assertEqual(self.diff(pair).stdout, b"- a,1\n- a,2\n+ a,3\n")

    def test_what_is_left_of_a_repeated_key_may_be_changed(self):
        pair = Pair("", b"k,v\na,1\na,2\n", b"k,v\na,2\na,3\n", [], [], Terms(), ["--key", "k"], "csv")
        self.assertEqual(self.diff(pair).stdout, b"~ k=a: v 1 -> 3\n")

    def test_quoted_newlines_and_quotes_are_part_of_the_cell(self):
        self.assert_tables_agree(b'k,v\n1,"a\nb"\n2,"say ""x"""\n', b'k,v\n2,"say ""y"""\n1,"a\r\nb"\n',
                                 [(b"1", b"a\nb"), (b"2", b'say "x"')], [(b"2", b'say "y"'), (b"1", b"a\r\nb")],
                                 ["k", "v"], "--key", "k", key=1)

    def test_only_the_columns_asked_for_are_compared(self):
        self.assert_tables_agree(b"k,v,w\n1,x,y\n", b"k,w,v\n1,z,x\n", [(b"1", b"x")], [(b"1", b"x")], ["k", "v"],
                                 "--key", "k", "--columns", "v", key=1)

    def test_columns_have_numbers_without_a_header(self):
        self.assert_tables_agree(b"1\tx\n2\ty\n", b"2\tz\n", [(b"1", b"x"), (b"2", b"y")], [(b"2", b"z")], ["1", "2"],
                                 "--key", "1", "--no-header", key=1, kind="tsv")

    def test_without_a_header_an_empty_file_is_an_empty_table(self):
        for left, right, rows in ((b"", b"1,x\n", ([], [(b"1", b"x")])), (b"1,x\n", b"", ([(b"1", b"x")], []))):
            with self.subTest(left):
                self.assert_tables_agree(left, right, *rows, ["1", "2"], "--key", "1", "--no-header", key=1)

    def test_names_that_are_not_utf8_stay_apart_in_json(self):
        pair = Pair("", b"\xff,1,k\na,b,c\n", b"\xff,1,k\nd,b,c\n", [], [], Terms(), ["--key", "k", "--json"], "csv")
        said = json.loads(self.diff(pair).stdout.decode().splitlines()[0])
        self.assertEqual((said["old"], said["new"]), ({"\\xFF": "a", "1": "b"}, {"\\xFF": "d", "1": "b"}))

    def test_ten_thousand_columns_are_compared(self):
        names = [f"c{i}" for i in range(10_000)]
        heading = ",".join(names).encode() + b"\n"
        rows = [tuple(b"%d" % (i * j) for i in range(10_000)) for j in (1, 2)]
        changed = rows[1][:-1] + (b"other",)
        table = heading + b",".join(rows[0]) + b"\n" + b",".join(rows[1])
        other = heading + b",".join(rows[0]) + b"\n" + b",".join(changed)
        self.assert_tables_agree(table, other, rows, [rows[0], changed], names, "--key", "c0,c1", key=2)


if __name__ == "__main__":
    unittest.main()
