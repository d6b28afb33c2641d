#!/usr/bin/python3
"""peel inspect, merge and subtract of heavy texts, heavy hitters and sketches from outside.

usage: PEEL_COMMAND=path/to/peel frequency_files_test.py
"""
import pathlib
import unittest

import command
from command import FolderTest, json_lines, peel


def golden(name):
    return str(command.TESTS / "golden" / f"{name}.peel")


class Inspect(FolderTest):
    def test_heavy_texts_say_what_they_hold(self):
        self.assert_result(peel("inspect", "golden/heavy-texts-lines.peel"), """\
golden/heavy-texts-lines.peel
  kind      heavy texts (which texts came often, and how often)
  version   1
  hashing   fast, seed 642d76312e3030307065656c2d736565
  source    306 lines, 0 of them without a key; whole lines
  shape     room for 4 texts, up to 6 bytes of each kept
  bytes     134
  total     306 texts came, 3 distinct ones are here
  error     none: every count is exact
  checksum  right
  top       300 times: apple
            5 times: pear
            once: passio... (13 bytes)
""")

    def test_heavy_texts_that_were_lowered_say_their_bounds(self):
        result = peel("inspect", "golden/heavy-texts-lowered.peel").stdout.decode()
        self.assertIn("source    2,000 lines, 790 of them without a key; field 7 between ',' of each\n", result)
        self.assertIn("error     a count is at most 31 too low; what is not here came at most so often\n", result)
        self.assertIn("top       26 to 57 times: text 57\n", result)
        self.assertEqual(result.count("times: "), 5)

    def test_heavy_texts_of_addresses_show_them_as_they_are_written(self):
        file, summary = json_lines(peel("inspect", "--json", golden("heavy-texts-addresses")))
        self.assertEqual(file["description"], {"keys": "addresses", "lines": 9, "keyless": 2})
        self.assertEqual(summary["summary"]["top"], [{"text": "192.0.2.1", "lower": 4, "upper": 4},
                                                     {"text": "2001:db8::1", "lower": 3, "upper": 3}])

    def test_heavy_texts_for_programs(self):
        file, summary = json_lines(peel("inspect", "--json", golden("heavy-texts-any-bytes")))
        self.assertEqual((file["kind"], file["capacity"], file["text_width"], file["bytes"]), ("heavy texts", 100, 4, 178))
        summary = summary["summary"]
        self.assertEqual((summary["texts"], summary["total"], summary["error"]), (8, 2**64 - 1 - 720, 0))
        self.assertEqual(summary["top"][:3], [{"text": "top", "lower": 2**64 - 1001, "upper": 2**64 - 1001},
                                              {"text": "xxxx", "length": 300, "lower": 128, "upper": 128},
                                              {"text": {"base64": "/wo="}, "lower": 127, "upper": 127}])

    def test_heavy_hitters_say_what_they_hold(self):
        self.assert_result(peel("inspect", "golden/heavy-hitters-exact.peel"), """\
golden/heavy-hitters-exact.peel
  kind      heavy hitters (which keys came often, and how often)
  version   1
  shape     room for 4 keys
  bytes     88
  total     206 keys came, 3 distinct ones are here
  error     none: every count is exact
  checksum  right
  top       200 times: key 7
            5 times: key 8
            once: key 300
""")
        file, summary = json_lines(peel("inspect", "--json", golden("heavy-hitters-lowered")))
        self.assertNotIn("seed", file)
        self.assertEqual(summary["summary"]["top"][0], {"key": (2**64 - 1) // 3, "lower": 701, "upper": 1022})

    def test_a_count_min_sketch_says_what_it_holds(self):
        self.assert_result(peel("inspect", "golden/count-min-saturated.peel"), """\
golden/count-min-saturated.peel
  kind       Count-Min sketch (how often a key came, at most)
  version    1
  hashing    fast, seed 00000000000000000000000000000066
  rule       plain
  shape      4 rows of 33 counters of 8 bits
  memory     136 bytes
  bytes      207
  total      1,514 keys came
  margin     an answer is at most 91 too high, but for at most one key in 2^4
  saturated  4 counters, which may have lost some
  checksum   right
""")
        file, summary = json_lines(peel("inspect", "--json", golden("count-min-conservative")))
        self.assertEqual({name: file[name] for name in ("kind", "rule", "rows", "columns", "cells", "cell_bits")},
                         {"kind": "Count-Min sketch", "rule": "conservative", "rows": 3, "columns": 50, "cells": 150, "cell_bits": 32})
        self.assertEqual(summary["summary"]["saturated"], 0)

    def test_a_signed_sketch_says_what_it_holds(self):
        self.assert_result(peel("inspect", "golden/signed-sketch-fruits.peel"), """\
golden/signed-sketch-fruits.peel
  kind      signed sketch (how often a key came, less how often it went)
  version   1
  hashing   fast, seed 642d76312e3030307065656c2d736565
  shape     3 rows of 6 counters of 64 bits
  memory    144 bytes
  bytes     96
  gross     306 keys came or went
  margin    the grid is too small to say how far off an answer may be
  checksum  right
""")

    def test_a_range_sketch_says_what_it_holds(self):
        self.assert_result(peel("inspect", "golden/range-sketch-bytes.peel"), """\
golden/range-sketch-bytes.peel
  kind       range sketch (how many keys came in a range, and quantiles)
  version    1
  hashing    fast, seed 642d76312e3030307065656c2d736565
  keys       of 8 bits
  levels     2 of a grid each; 7 counted exactly
  shape      2 rows of 32 counters of 16 bits
  memory     1,280 bytes
  bytes      283
  total      309 keys came
  margin     a piece of a range is at most 19 too high, but for at most one in 2^2
  saturated  no counter
  median     about 42
  checksum   right
""")

    def test_a_damaged_file_is_refused(self):
        for name in ("heavy-texts-lines", "heavy-hitters-exact", "count-min-plain", "signed-sketch-fruits", "range-sketch-bytes"):
            with self.subTest(name=name):
                data = bytearray(pathlib.Path(golden(name)).read_bytes())
                data[-1] ^= 1
                result = peel("inspect", self.file("damaged.peel", data))
                self.assertIn("checksum", result.stderr.decode())
                self.assertEqual((result.stdout, result.returncode), (b"", 2))


class Combine(FolderTest):
    def setUp(self):
        super().setUp()
        self.out = str(self.folder / "out.peel")

    def merged(self, name):
        self.assert_result(peel("merge", golden(name), golden(name), "-o", self.out), "")
        return json_lines(peel("inspect", "--json", self.out))[1]["summary"]

    def test_merge_doubles_heavy_texts(self):
        merged = self.merged("heavy-texts-lines")
        self.assertEqual((merged["total"], merged["error"], merged["texts"]), (612, 0, 3))
        self.assertEqual(merged["top"][0], {"text": "apple", "lower": 600, "upper": 600})

    def test_merge_doubles_heavy_hitters_and_their_error(self):
        merged = self.merged("heavy-hitters-lowered")
        self.assertEqual((merged["total"], merged["error"], merged["keys"]), (20_000, 642, 5))
        self.assertEqual(merged["top"][0]["lower"], 1402)

    def test_merge_doubles_a_plain_sketch(self):
        merged = self.merged("count-min-plain")
        self.assertEqual((merged["total"], merged["margin"]), (612, 122))

    def test_subtract_undoes_merge_of_signed_sketches(self):
        merged = self.merged("signed-sketch-groups")
        gross = json_lines(peel("inspect", "--json", golden("signed-sketch-groups")))[1]["summary"]["gross"]
        self.assertEqual(merged["gross"], 2 * gross)
        less = str(self.folder / "less.peel")
        self.assert_result(peel("subtract", self.out, golden("signed-sketch-groups"), "-o", less), "")
        groups = slice(72, None)
        self.assertEqual(pathlib.Path(less).read_bytes()[groups], pathlib.Path(golden("signed-sketch-groups")).read_bytes()[groups])

    def test_merge_doubles_a_range_sketch(self):
        merged = self.merged("range-sketch-bytes")
        self.assertEqual((merged["total"], merged["median"]), (618, 42))

    def test_files_of_other_parts_of_lines_are_refused(self):
        one, other = golden("heavy-texts-any-bytes"), golden("heavy-texts-lowered")
        self.assert_trouble(peel("merge", one, other, "-o", self.out),
                            f"{one} and {other}: these summaries cannot be merged: they have keys that are lines and fields; "
                            "make one of them again with peel top --like the other\n")

    def test_what_cannot_be_combined_is_refused_with_a_reason(self):
        kept = "what came often cannot be subtracted: what one of them did not keep would be missing from the difference; " \
            "counts that peel count --save wrote can"
        grow = "Count-Min and range sketches cannot be subtracted, since their counts only grow; signed sketches can"
        for verb, name, reason in (
                ("merge", "count-min-conservative", "sketches of the conservative rule do not merge by adding; use the plain rule"),
                ("subtract", "count-min-plain",
                 grow),
                ("subtract", "range-sketch-bytes", grow),
                ("subtract", "heavy-texts-lines", kept),
                ("subtract", "heavy-hitters-exact", kept)):
            with self.subTest(verb=verb, name=name):
                self.assert_trouble(peel(verb, golden(name), golden(name), "-o", self.out),
                                    f"{golden(name)} and {golden(name)}: {reason}\n")

    def saved(self, name, counts):
        """What peel top keeps of so many lines of each text, with room for ten."""
        lines = self.file(name + ".txt", b"".join(text.encode() + b"\n" for text, count in counts.items() for _ in range(count)))
        path = str(self.folder / (name + ".peel"))
        result = peel("top", "--capacity", "10", "--save", path, lines)
        self.assertEqual((result.stdout, result.returncode), (b"", 0), result.stderr)
        return path

    def test_merge_finds_a_text_that_is_heavy_only_in_all_together(self):
        files = [self.saved(machine, {**{f"{machine} {i}": 100 for i in range(9)}, "everywhere": 90}) for machine in ("north", "south")]
        self.assert_result(peel("merge", *files, "-o", self.out), "")
        summary = json_lines(peel("inspect", "--json", self.out))[1]["summary"]
        self.assertEqual((summary["total"], summary["top"]), (1980, [{"text": "everywhere", "lower": 80, "upper": 180}]))

    def test_files_of_other_fields_are_refused(self):
        lines = self.file("lines.txt", b"a b\na c\n")
        files = [str(self.folder / name) for name in ("one.peel", "two.peel")]
        for field, path in zip("12", files):
            self.assertEqual(peel("top", "--field", field, "--save", path, lines).returncode, 0)
        result = peel("merge", *files, "-o", self.out)
        self.assertIn("they have keys from field 1 and field 2", result.stderr.decode())
        self.assertEqual((result.stdout, result.returncode), (b"", 2))

    def test_files_of_two_kinds_are_refused(self):
        one, other = golden("heavy-texts-lines"), golden("count-min-plain")
        self.assert_trouble(peel("merge", one, other, "-o", self.out),
                            f"{one} and {other}: one holds heavy texts, the other a Count-Min sketch; "
                            "accepted are files of one kind\n")


if __name__ == "__main__":
    unittest.main()
