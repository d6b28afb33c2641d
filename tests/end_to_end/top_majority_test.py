#!/usr/bin/python3
"""peel top --majority from outside: the key of more than half of the lines, or none.

usage: PEEL_COMMAND=path/to/peel top_majority_test.py
"""
import collections
import random
import unittest

from command import FolderTest, json_lines, peel
from count_model import lines_of


class Majority(FolderTest):
    def test_is_the_key_of_more_than_half_of_the_lines(self):
        self.assert_result(peel("top", "--majority", input=b"a\nb\na\nc\na"), "      3   60.0%  a\n")
        self.assert_result(peel("top", "--majority", self.file("log", b"b\na\na\na\nc\n")), "      3   60.0%  a\n")

    def test_is_not_there_where_no_key_has_more_than_half(self):
        for content, lines in ((b"a\nb\na\nb\n", 4), (b"a\nb\nc\n", 3), (b"", 0)):
            result = peel("top", "--majority", input=content)
            self.assertEqual(result.stdout, b"")
            self.assertEqual(result.stderr.decode(), f"peel: no key is that of more than half of {lines} lines\n")
            self.assertEqual(result.returncode, 1)

    def test_is_that_of_the_model(self):
        chance = random.Random(1)
        for _ in range(60):
            content = bytes(chance.choice(b"aab\n") for _ in range(chance.randrange(30)))
            counter = collections.Counter(lines_of(content))
            expected = [key for key, count in counter.items() if 2 * count > counter.total()]
            result = peel("top", "--majority", "--json", input=content)
            *items, last = json_lines(result)
            self.assertEqual([item["key"].encode() for item in items], expected)
            self.assertEqual([item["count"] for item in items], [counter[key] for key in expected])
            self.assertEqual((last["summary"]["total"], last["summary"]["exact"]), (counter.total(), True))
            self.assertEqual(result.returncode, 0 if expected else 1)

    def test_is_among_the_lines_that_have_a_key(self):
        result = peel("top", "--majority", "--field", "2", input=b"x a\nx\nx\nx a\nx b\n")
        self.assertEqual(result.stdout, b"      2   66.7%  a\n")
        self.assertEqual(result.stderr, b"peel: 2 of 5 lines without field 2, not counted\n")

    def test_is_by_address_however_it_is_written(self):
        log = b"[2001:db8::1]:80 up\n2001:DB8:0:0::1 down\n192.0.2.1 up\n"
        self.assert_result(peel("top", "--majority", "--ip", self.file("log", log)), "      2   66.7%  2001:db8::1\n")

    def test_of_long_lines_is_whole(self):
        line = "x" * 2_000_000
        self.assert_result(peel("top", "--majority", input=f"{line}\n{line}\ny\n".encode()), f"      2   66.7%  {line}\n")

    def test_does_not_go_with_options_of_tables(self):
        for option in (["-n", "3"], ["--share", "1%"], ["-f"], ["--half-life", "9"], ["--capacity", "5"], ["--seed", "1"],
                       ["--text-bytes", "5"], ["--hash", "siphash"], ["--save", "x.peel"]):
            self.assert_trouble(peel("top", "--majority", *option, input=b"a\n"),
                                f"--majority looks for one key and counts it exactly; leave out {option[0]}\n")


if __name__ == "__main__":
    unittest.main()
