#!/usr/bin/python3
"""peel sketch --rateless, and such sketches as sides of peel diff, from outside.

usage: PEEL_COMMAND=path/to/peel rateless_test.py
"""
import os
import random
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

from command import PEEL, CommandTest, json_lines, rounds
from diff_model import changes as modelled


class InAFolder(CommandTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, content):
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def peel(self, *arguments, **options):
        options.setdefault("capture_output", True)
        return subprocess.run([PEEL, *arguments], cwd=self.folder, timeout=300, **options)

    def sketch(self, *arguments):
        self.assert_result(self.peel("sketch", "--rateless", *arguments), "")

    def summary(self, *arguments):
        return json_lines(self.peel("diff", "--json", *arguments))[-1]["summary"]


def block_ends(data):
    """Where the head ends, and each block."""
    shape, = struct.unpack_from("<I", data, 24)
    description, = struct.unpack_from("<Q", data, 32)
    ends = [48 + shape + description]
    while ends[-1] < len(data):
        length, = struct.unpack_from("<I", data, ends[-1] + 4)
        ends.append(ends[-1] + 16 + length)
    return ends


def csv(rows):
    return "id,x\n" + "".join(f"{key},{value}\n" for key, value in rows)


class OfATable(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("old.csv", "id,name,price\n1,apple,10\n2,pear,20\n3,plum,30\n4,fig,40\n")
        self.write("new.csv", "id,name,price\n4,fig,40\n2,pear,25\n3,plum,30\n5,quince,50\n")
        self.sketch("--key", "id", "old.csv", "-o", "old.peel")

    def test_stands_for_its_source_on_either_side(self):
        result = self.peel("diff", "old.peel", "new.csv")
        self.assertEqual(result.stdout.decode(), "- id=1\n~ id=2: ? -> pear,25\n+ 5,quince,50\n")
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        result = self.peel("diff", "new.csv", "old.peel")
        self.assertEqual(result.stdout.decode(), "~ id=2: pear,25 -> ?\n- 5,quince,50\n+ id=1\n")
        self.assert_result(self.peel("diff", "old.peel", "old.csv"), "")

    def test_two_of_different_capacities_compare(self):
        self.sketch("--key", "id", "--capacity", "5000", "new.csv", "-o", "new.peel")
        self.assertGreater(len(self.bytes_of("new.peel")), len(self.bytes_of("old.peel")))
        result = self.peel("diff", "old.peel", "new.peel")
        self.assertEqual(result.stdout.decode(), "- id=1\n~ id=2: ? -> ?\n+ id=5\n")
        self.assertEqual(result.returncode, 1)

    def test_small_capacities_have_a_form_of_their_own(self):
        for name in ["old", "new"]:
            self.sketch("--key", "id", "--capacity", "10", f"{name}.csv", "-o", f"{name}-small.peel")
        self.assertEqual(self.peel("diff", "old-small.peel", "new-small.peel").stdout.decode(),
                         "- id=1\n~ id=2: ? -> ?\n+ id=5\n")
        result = self.peel("diff", "old-small.peel", "old.peel")
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr.decode(), "regular and irregular.*; make one of them again with "
                                                 "peel sketch --like the other\n$")

    def test_another_is_made_like_it(self):
        self.assert_result(self.peel("sketch", "--like", "old.peel", "new.csv", "-o", "new.peel"), "")
        self.assertEqual(self.peel("diff", "old.peel", "new.peel").stdout.decode(),
                         "- id=1\n~ id=2: ? -> ?\n+ id=5\n")

    def test_json_and_html_say_what_other_sketches_say(self):
        *changes, last = json_lines(self.peel("diff", "--json", "old.peel", "new.csv"))
        self.assertEqual(changes[0], {"op": "removed", "key": {"id": "1"}, "old": None, "count": 1})
        summary = last["summary"]
        self.assertEqual([summary[name] for name in ["removed", "added", "changed", "complete", "method"]],
                         [1, 1, 1, True, "sketch_file"])
        page = self.peel("diff", "--format", "html", "old.peel", "new.csv").stdout
        self.assertIn(b"quince", page)

    def test_parts_merge_to_the_sketch_of_the_whole(self):
        lines = (self.folder / "old.csv").read_text().splitlines(keepends=True)
        self.write("a.csv", lines[0] + "".join(lines[1:3]))
        self.write("b.csv", lines[0] + "".join(lines[3:]))
        for part in "ab":
            self.sketch("--key", "id", f"{part}.csv", "-o", f"{part}.peel")
        self.assert_result(self.peel("merge", "a.peel", "b.peel", "-o", "both.peel"), "")
        self.assertEqual(self.bytes_of("both.peel"), self.bytes_of("old.peel"))

    def test_subtraction_says_what_diff_says(self):
        self.sketch("--key", "id", "new.csv", "-o", "new.peel")
        self.assert_result(self.peel("subtract", "old.peel", "new.peel", "-o", "difference.peel"), "")
        seen, rest = json_lines(self.peel("inspect", "--json", "difference.peel"))
        self.assertEqual((seen["kind"], seen["version"], seen["description"]["rows"]), ("rateless sketch", 2, 0))
        self.assertEqual((rest["summary"]["inserted"], rest["summary"]["deleted"]), (2, 2))
        self.assertTrue(rest["summary"]["complete"])
        result = self.peel("diff", "difference.peel", "new.csv")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"holds the difference of two sketches", result.stderr)

    def test_inspect_says_what_it_stands_for(self):
        text = self.peel("inspect", "old.peel").stdout.decode()
        self.assertIn("rateless sketch (stands for its source", text)
        self.assertIn("4 rows; key 'id'; other columns 'name' 'price'", text)
        self.assertIn("irregular", text)

    def test_comes_from_standard_input_too(self):
        result = self.peel("diff", "-", "new.csv", input=self.bytes_of("old.peel"))
        self.assertEqual(result.stdout.decode(), "- id=1\n~ id=2: ? -> pear,25\n+ 5,quince,50\n")

    def test_a_sketch_of_fixed_size_is_of_another_kind(self):
        self.assert_result(self.peel("sketch", "--key", "id", "new.csv", "-o", "sized.peel"), "")
        result = self.peel("diff", "old.peel", "sized.peel")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"one is a rateless sketch and the other a sketch of fixed size", result.stderr)
        result = self.peel("merge", "old.peel", "sized.peel", "-o", "out.peel")
        self.assertIn(b"one holds a rateless sketch, the other a sketch; accepted are files of one kind", result.stderr)

    def test_other_columns_key_or_seed_are_refused(self):
        self.write("other.csv", "id,colour\n1,red\n")
        self.sketch("--key", "id", "other.csv", "-o", "other.peel")
        self.sketch("--key", "name", "old.csv", "-o", "by-name.peel")
        self.sketch("--key", "id", "--seed", "5", "old.csv", "-o", "seed.peel")
        for name in ["other.peel", "by-name.peel", "seed.peel"]:
            result = self.peel("diff", "old.peel", name)
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            self.assertRegex(result.stderr.decode(), rf"^peel: old.peel and {name}: .*cannot be combined: they have ")
        self.assert_trouble(self.peel("diff", "old.peel", "other.csv"),
                            "other.csv has no column name; its columns are id, colour\n")


class OfLines(InAFolder):
    def test_counts_lines_as_a_multiset(self):
        self.write("old.txt", "a\nb\nb\nc\n" + "z\n" * 1000)
        self.write("new.txt", "c\nb\nd\nd\na\n")
        self.sketch("old.txt", "-o", "old.peel")
        *changes, summary = json_lines(self.peel("diff", "--json", "old.peel", "new.txt"))
        self.assertEqual(sorted(change["count"] for change in changes if change["op"] == "removed"), [1, 1000])
        self.assertEqual(changes[-1], {"op": "added", "line": "d", "count": 2})
        self.assertTrue(summary["summary"]["complete"])

    def test_an_empty_source_has_a_sketch_too(self):
        self.write("none.txt", "")
        self.write("some.txt", "a\nb\n")
        self.sketch("none.txt", "-o", "none.peel")
        self.assertEqual(self.peel("diff", "none.peel", "some.txt").stdout.decode(), "+ a\n+ b\n")


class RandomPairs(InAFolder):
    def test_differ_as_the_model_says(self):
        seed = int(os.environ.get("PEEL_TEST_SEED", random.randrange(2**32)))
        print(f"seed: PEEL_TEST_SEED={seed} replays this run")
        dice = random.Random(seed)
        for _ in range(rounds(12, 12)):
            old = [(str(dice.randrange(400)), dice.choice("abc")) for _ in range(dice.randrange(300))]
            new = [row if dice.random() < 0.9 else (row[0], dice.choice("xyz")) for row in old]
            dice.shuffle(new)
            new = new[dice.randrange(20):] + [(str(dice.randrange(400, 500)), "n") for _ in range(dice.randrange(20))]
            self.write("old.csv", csv(old))
            self.write("new.csv", csv(new))
            for name in ["old", "new"]:
                capacity = ["--capacity", str(dice.randrange(900, 3000))] if dice.random() < 0.5 else []
                self.sketch("--key", "id", *capacity, f"{name}.csv", "-o", f"{name}.peel")
            expected = sorted((change.op, change.row[0], change.count) for change in modelled(old, new, 1))
            for left, right in [("old.peel", "new.csv"), ("old.csv", "new.peel"), ("old.peel", "new.peel")]:
                *changes, summary = json_lines(self.peel("diff", "--json", left, right))
                self.assertTrue(summary["summary"]["complete"], (left, right))
                found = sorted((change["op"], change["key"]["id"], change["count"]) for change in changes)
                self.assertEqual(found, expected, (left, right))


class Cut(InAFolder):
    def setUp(self):
        super().setUp()
        self.rows = [(i, "a") for i in range(3000)]
        self.write("old.csv", csv(self.rows))
        self.write("new.csv", csv([(i, "b" if i < 150 else "a") for i in range(3000)]))
        self.sketch("--key", "id", "--seed", "1", "old.csv", "-o", "old.peel")

    def test_behind_any_block_lists_or_says_how_much_is_missing(self):
        whole = self.bytes_of("old.peel")
        ends = block_ends(whole)
        self.assertGreater(len(ends), 10)
        outcomes = []
        for end in ends[1:]:
            self.write("cut.peel", whole[:end])
            result = self.peel("diff", "--json", "cut.peel", "new.csv")
            *changes, last = json_lines(result)
            summary = last["summary"]
            outcomes.append(summary["complete"])
            if summary["complete"]:
                self.assertEqual((result.returncode, summary["changed"], len(changes)), (1, 150, 150))
                continue
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stderr.decode(), r"about [\d,]+ items differ.*--capacity \d+\n$")
            self.assertLessEqual(summary["estimate"]["least"], 300)
            self.assertGreaterEqual(summary["estimate"]["most"], 300)
            for change in changes:
                self.assertLess(int(change["key"]["id"]), 150)
        self.assertEqual(outcomes, sorted(outcomes))
        self.assertEqual((outcomes[0], outcomes[-1]), (False, True))

    def test_inside_a_block_is_refused(self):
        whole = self.bytes_of("old.peel")
        ends = block_ends(whole)
        for length in [ends[0] - 1, ends[0] + 1, ends[1] - 1, ends[2] + 16, len(whole) - 1]:
            self.write("cut.peel", whole[:length])
            for verb in ["diff", "inspect"]:
                result = self.peel(verb, "cut.peel", *(["new.csv"] if verb == "diff" else []))
                self.assertEqual((result.returncode, result.stdout), (2, b""), length)
                self.assertIn(b"cut.peel: cut short", result.stderr)

    def test_behind_its_head_is_refused(self):
        self.write("cut.peel", self.bytes_of("old.peel")[:block_ends(self.bytes_of("old.peel"))[0]])
        self.assert_trouble(self.peel("diff", "cut.peel", "new.csv"),
                            "cut.peel: a rateless sketch without a block; accepted is at least one\n")

    def test_and_whole_compare_as_far_as_both_go(self):
        self.sketch("--key", "id", "--seed", "1", "new.csv", "-o", "new.peel")
        whole = self.bytes_of("old.peel")
        self.write("cut.peel", whole[:block_ends(whole)[6]])
        self.assertEqual(self.summary("cut.peel", "new.peel")["changed"], 150)
        self.assertEqual(self.summary("new.peel", "cut.peel")["changed"], 150)

    def test_the_capacity_that_is_suggested_suffices(self):
        whole = self.bytes_of("old.peel")
        self.write("cut.peel", whole[:block_ends(whole)[1]])
        advice = self.peel("diff", "cut.peel", "new.csv").stderr.decode().rsplit(" ", 1)[1].strip()
        self.sketch("--key", "id", "--capacity", advice, "old.csv", "-o", "again.peel")
        self.assertEqual(self.summary("again.peel", "new.csv")["changed"], 150)


class Damaged(InAFolder):
    def test_any_byte_changed_is_noticed(self):
        self.write("old.txt", "a\nb\nc\n")
        self.sketch("--capacity", "5", "old.txt", "-o", "old.peel")
        whole = self.bytes_of("old.peel")
        for at in range(0, len(whole), 7):
            self.write("bad.peel", whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1:])
            result = self.peel("diff", "bad.peel", "old.txt")
            self.assertEqual((result.returncode, result.stdout), (2, b""), at)

    def test_blocks_of_another_file_are_refused(self):
        self.write("old.txt", "a\n")
        self.write("new.txt", "b\n")
        for name in ["old", "new"]:
            self.sketch(f"{name}.txt", "-o", f"{name}.peel")
        old, new = self.bytes_of("old.peel"), self.bytes_of("new.peel")
        self.write("mixed.peel", old[:block_ends(old)[0]] + new[block_ends(new)[0]:])
        result = self.peel("inspect", "mixed.peel")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"or are of another file", result.stderr)

    def test_options_that_exclude_each_other_are_refused(self):
        self.write("old.txt", "a\n")
        self.sketch("old.txt", "-o", "old.peel")
        self.assert_trouble(self.peel("sketch", "--rateless", "--like", "old.peel", "old.txt"),
                            "--like takes size, key, hash and seed from the other sketch; leave out --capacity, "
                            "--expect, --rateless, --key-bytes, --hash and --seed\n")


class Sizes(InAFolder):
    def test_twenty_thousand_items_or_all_rows_changed(self):
        self.write("few.txt", "".join(f"{i}\n" for i in range(300)))
        self.write("many.txt", "".join(f"{i}\n" for i in range(30_000)))
        self.sketch("few.txt", "-o", "few.peel")
        self.sketch("many.txt", "-o", "many.peel")
        capacities = [json_lines(self.peel("inspect", "--json", f"{name}.peel"))[0]["capacity"]
                      for name in ["few", "many"]]
        self.assertEqual(capacities, [600, 20_000])
        self.write("none.txt", "")
        self.assertEqual(self.summary("few.peel", "none.txt")["removed"], 300)


if __name__ == "__main__":
    unittest.main()
