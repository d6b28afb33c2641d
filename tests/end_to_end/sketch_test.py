#!/usr/bin/python3
"""peel sketch, and sketches as sides of peel diff, from outside.

usage: PEEL_COMMAND=path/to/peel sketch_test.py
"""
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from command import PEEL, TESTS, CommandTest, json_lines, rounds


class InAFolder(CommandTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, content):
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    def peel(self, *arguments, **options):
        options.setdefault("capture_output", True)
        return subprocess.run([PEEL, *arguments], cwd=self.folder, timeout=300, **options)

    def sketch(self, *arguments):
        self.assert_result(self.peel("sketch", *arguments), "")


class OfATable(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("old.csv", "id,name,price\n1,apple,10\n2,pear,20\n3,plum,30\n4,fig,40\n")
        self.write("new.csv", "price,id,name\n40,4,fig\n25,2,pear\n30,3,plum\n50,5,quince\n")
        self.sketch("--key", "id", "old.csv", "-o", "old.peel")

    def test_stands_for_its_source_on_the_left(self):
        result = self.peel("diff", "old.peel", "new.csv")
        self.assertEqual(result.stdout.decode(), "- id=1\n~ id=2: ? -> pear,25\n+ 5,quince,50\n")
        self.assertEqual((result.returncode, result.stderr), (1, b""))

    def test_stands_for_its_source_on_the_right(self):
        result = self.peel("diff", "new.csv", "old.peel")
        self.assertEqual(result.stdout.decode(), "~ id=2: pear,25 -> ?\n- 5,quince,50\n+ id=1\n")
        self.assertEqual(result.returncode, 1)

    def test_rows_of_the_source_come_in_its_order(self):
        self.write("many.csv", "id,name,price\n9,i,1\n8,h,1\n7,g,1\n1,apple,10\n2,pear,20\n3,plum,30\n4,fig,40\n")
        result = self.peel("diff", "old.peel", "many.csv")
        self.assertEqual(result.stdout.decode(), "+ 9,i,1\n+ 8,h,1\n+ 7,g,1\n")

    def test_values_that_nobody_has_are_null(self):
        changes = json_lines(self.peel("diff", "--json", "old.peel", "new.csv"))
        self.assertEqual(changes[0], {"op": "removed", "key": {"id": "1"}, "old": None, "count": 1})
        self.assertEqual(changes[1], {"op": "changed", "key": {"id": "2"}, "old": None,
                                      "new": {"name": "pear", "price": "25"}, "count": 1})
        self.assertEqual(changes[2], {"op": "added", "key": {"id": "5"},
                                      "new": {"name": "quince", "price": "50"}, "count": 1})
        summary = changes[3]["summary"]
        self.assertEqual([summary[name] for name in ["schema", "removed", "added", "changed", "complete", "method"]],
                         [1, 1, 1, 1, True, "sketch_file"])

    def test_two_sketches_differ_by_keys(self):
        self.sketch("--like", "old.peel", "new.csv", "-o", "new.peel")
        result = self.peel("diff", "old.peel", "new.peel")
        self.assertEqual(result.stdout.decode(), "- id=1\n~ id=2: ? -> ?\n+ id=5\n")
        self.assertEqual(result.returncode, 1)

    def test_an_equal_source_is_the_same(self):
        self.assert_result(self.peel("diff", "old.peel", "old.csv"), "")

    def test_comes_from_standard_input_too(self):
        sketch = self.peel("sketch", "--key", "id", "old.csv").stdout
        result = self.peel("diff", "-", "new.csv", input=sketch)
        self.assertEqual(result.stdout.decode(), "- id=1\n~ id=2: ? -> pear,25\n+ 5,quince,50\n")

    def test_the_source_comes_from_standard_input_too(self):
        rows = (self.folder / "new.csv").read_bytes()
        result = self.peel("diff", "--input", "csv", "old.peel", "-", input=rows)
        self.assertEqual(result.stdout.decode(), "- id=1\n~ id=2: ? -> pear,25\n+ 5,quince,50\n")

    def test_a_copy_by_another_name_is_still_a_sketch(self):
        shutil.copy(self.folder / "old.peel", self.folder / "old")
        self.assertEqual(self.peel("diff", "old", "new.csv").returncode, 1)

    def test_parts_merge_to_the_sketch_of_the_whole(self):
        lines = (self.folder / "old.csv").read_text().splitlines(keepends=True)
        self.write("a.csv", lines[0] + "".join(lines[1:3]))
        self.write("b.csv", lines[0] + "".join(lines[3:]))
        for part in "ab":
            self.sketch("--key", "id", f"{part}.csv", "-o", f"{part}.peel")
        self.assert_result(self.peel("merge", "a.peel", "b.peel", "-o", "both.peel"), "")
        self.assertEqual((self.folder / "both.peel").read_bytes(), (self.folder / "old.peel").read_bytes())

    def test_subtraction_says_what_diff_says(self):
        self.sketch("--like", "old.peel", "new.csv", "-o", "new.peel")
        self.assert_result(self.peel("subtract", "old.peel", "new.peel", "-o", "difference.peel"), "")
        seen, rest = json_lines(self.peel("inspect", "--json", "difference.peel"))
        self.assertEqual((seen["kind"], seen["description"]["rows"]), ("sketch", 0))
        self.assertEqual((rest["summary"]["inserted"], rest["summary"]["deleted"]), (2, 2))

    def test_long_keys_appear_as_digests(self):
        self.write("long.csv", "id,x\n" + "k" * 17 + ",1\n" + "short,1\n")
        self.write("empty.csv", "id,x\n")
        self.sketch("--key", "id", "long.csv", "-o", "long.peel")
        changes = json_lines(self.peel("diff", "--json", "long.peel", "empty.csv"))
        by_digest = [change for change in changes if "key_digest" in change]
        self.assertEqual([len(change["key_digest"]) for change in by_digest], [32])
        self.assertIsNone(by_digest[0]["key"])
        self.assertEqual([change["key"] for change in changes[:-1] if "key_digest" not in change], [{"id": "short"}])

    def test_the_key_of_a_changed_row_is_known_from_the_source(self):
        key = "k" * 40
        self.write("long.csv", f"id,x\n{key},1\n")
        self.write("now.csv", f"id,x\n{key},2\n")
        self.sketch("--key", "id", "long.csv", "-o", "long.peel")
        self.assertEqual(self.peel("diff", "long.peel", "now.csv").stdout.decode(), f"~ id={key}: ? -> 2\n")

    def test_key_bytes_keep_longer_keys(self):
        key = "k" * 48
        self.write("long.csv", f"id,x\n{key},1\n")
        self.write("empty.csv", "id,x\n")
        self.sketch("--key", "id", "--key-bytes", "48", "long.csv", "-o", "long.peel")
        self.assertEqual(self.peel("diff", "long.peel", "empty.csv").stdout.decode(), f"- id={key}\n")

    def test_composite_keys_do_not_run_together(self):
        self.write("left.csv", "a,b,x\na b,c,1\n")
        self.write("right.csv", "a,b,x\na,b c,1\n")
        self.sketch("--key", "a,b", "left.csv", "-o", "left.peel")
        self.assertEqual(self.peel("diff", "left.peel", "right.csv").stdout.decode(), "- a=a b, b=c\n+ a,b c,1\n")

    def test_tables_without_header_go_by_number(self):
        self.write("plain.csv", "1,x\n2,y\n")
        self.write("plain2.csv", "1,x\n2,z\n")
        self.sketch("--no-header", "--key", "1", "plain.csv", "-o", "plain.peel")
        self.assertEqual(self.peel("diff", "plain.peel", "plain2.csv").stdout.decode(), "~ 1=2: ? -> z\n")


    def test_siphash_and_a_seed_of_ones_own_travel_in_the_file(self):
        self.sketch("--key", "id", "--hash", "siphash", "--seed", "123", "old.csv", "-o", "own.peel")
        seen = json_lines(self.peel("inspect", "--json", "own.peel"))[0]
        self.assertEqual((seen["hash_family"], seen["seed"]), ("siphash", f"{0:016x}{123:016x}"))
        self.assertEqual(self.peel("diff", "own.peel", "new.csv").stdout.decode(),
                         "- id=1\n~ id=2: ? -> pear,25\n+ 5,quince,50\n")

    def test_keys_known_only_from_sketches_come_by_their_bytes(self):
        self.write("keys.csv", "id,x\n" + "".join(f"{key},1\n" for key in ["z", "10", "9", "aa", "b"]))
        self.write("none.csv", "id,x\n")
        self.sketch("--key", "id", "keys.csv", "-o", "keys.peel")
        self.assertEqual(self.peel("diff", "keys.peel", "none.csv").stdout.decode(),
                         "- id=10\n- id=9\n- id=aa\n- id=b\n- id=z\n")


class OfLines(InAFolder):
    def test_counts_lines_as_a_multiset(self):
        self.write("old.txt", "a\nb\nb\nc\n")
        self.write("new.txt", "c\nb\nd\nd\na\n")
        self.sketch("old.txt", "-o", "old.peel")
        changes = json_lines(self.peel("diff", "--json", "old.peel", "new.txt"))
        self.assertEqual(changes[0]["op"], "removed")
        self.assertIsNone(changes[0]["line"])
        self.assertEqual((len(changes[0]["digest"]), changes[0]["count"]), (28, 1))
        self.assertEqual(changes[1], {"op": "added", "line": "d", "count": 2})

    def test_a_table_may_be_read_as_lines(self):
        self.write("a.csv", "x,y\n1,2\n")
        self.sketch("--input", "lines", "a.csv", "-o", "a.peel")
        self.assert_result(self.peel("diff", "a.peel", "a.csv"), "")

    def test_random_differences_are_those_of_a_counter(self):
        seed = int(os.environ.get("PEEL_TEST_SEED", random.randrange(2**32)))
        print(f"seed: PEEL_TEST_SEED={seed} replays this run")
        dice = random.Random(seed)
        for _ in range(rounds(20, 20)):
            old = [str(dice.randrange(50)) for _ in range(dice.randrange(200))]
            new = old[:] if dice.random() < 0.1 else [str(dice.randrange(50)) for _ in range(dice.randrange(200))]
            self.write("old.txt", "".join(line + "\n" for line in old))
            self.write("new.txt", "".join(line + "\n" for line in new))
            self.sketch("old.txt", "-o", "old.peel")
            *changes, summary = json_lines(self.peel("diff", "--json", "old.peel", "new.txt"))
            net = {line: new.count(line) - old.count(line) for line in set(old + new)}
            added = {change["line"]: change["count"] for change in changes if change["op"] == "added"}
            removed = sorted(change["count"] for change in changes if change["op"] == "removed")
            self.assertEqual(added, {line: count for line, count in net.items() if count > 0})
            self.assertEqual(removed, sorted(-count for count in net.values() if count < 0))
            self.assertTrue(summary["summary"]["complete"])


class TooMany(InAFolder):
    def test_says_about_how_many_and_what_to_do(self):
        self.write("old.txt", "".join(f"{i}\n" for i in range(5000)))
        self.write("new.txt", "")
        self.sketch("--capacity", "20", "old.txt", "-o", "old.peel")
        result = self.peel("diff", "--json", "old.peel", "new.txt")
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr.decode(), r"^peel: about [\d,]+ items differ \(a changed row is two\), more than "
                                                 r"the sketch can list; make it again with --capacity \d+\n$")
        summary = json_lines(result)[-1]["summary"]
        self.assertFalse(summary["complete"])
        self.assertLessEqual(summary["estimate"]["least"], 5000)
        self.assertGreaterEqual(summary["estimate"]["most"], 5000)

    def test_the_size_that_is_suggested_suffices(self):
        self.write("old.txt", "".join(f"{i}\n" for i in range(500)))
        self.write("new.txt", "")
        self.sketch("--capacity", "20", "old.txt", "-o", "old.peel")
        advice = self.peel("diff", "old.peel", "new.txt").stderr.decode().rsplit(" ", 1)[1].strip()
        self.sketch("--capacity", advice, "old.txt", "-o", "old.peel")
        self.assertEqual(json_lines(self.peel("diff", "--json", "old.peel", "new.txt"))[-1]["summary"]["removed"], 500)

    def test_expect_plans_for_changed_rows(self):
        self.write("old.csv", "id,x\n" + "".join(f"{i},a\n" for i in range(400)))
        self.write("new.csv", "id,x\n" + "".join(f"{i},{'b' if i < 200 else 'a'}\n" for i in range(400)))
        self.sketch("--key", "id", "--expect", "200", "old.csv", "-o", "old.peel")
        summary = json_lines(self.peel("diff", "--json", "old.peel", "new.csv"))[-1]["summary"]
        self.assertEqual((summary["changed"], summary["complete"]), (200, True))


    def test_what_is_printed_of_keys_may_be_one_half_of_a_change(self):
        self.write("old.csv", "id,x\n" + "".join(f"{i},a\n" for i in range(2000)))
        self.write("new.csv", "id,x\n" + "".join(f"{i},{'b' if i < 400 else 'a'}\n" for i in range(2000)))
        self.sketch("--key", "id", "--capacity", "600", "--seed", "1", "old.csv", "-o", "old.peel")
        *changes, summary = json_lines(self.peel("diff", "--json", "old.peel", "new.csv"))
        self.assertFalse(summary["summary"]["complete"])
        self.assertGreater(len(changes), 0)
        for change in changes:
            self.assertTrue(change["op"] == "changed" or change["may_be_changed"])
            self.assertLess(int(change["key"]["id"]), 400)
        text = self.peel("diff", "old.peel", "new.csv").stdout.decode()
        self.assertRegex(text, r"(?m)^[-+] .*  \(or changed\)$")


class Forged(InAFolder):
    """Sketches whose checksums are right: tests/forged."""

    def assert_refused(self, sketch, other):
        forged = str(TESTS / "forged" / sketch)
        self.assert_trouble(self.peel("diff", forged, other),
                            f"{forged} and {other}: their difference holds what no rows can have made; a sketch is "
                            "damaged or forged, make it again\n")

    def test_counts_that_overflow_are_not_the_same(self):
        self.write("empty.txt", "")
        self.assert_refused("counts-beyond-total.peel", "empty.txt")

    def test_cells_that_contradict_each_other_list_nothing(self):
        self.assert_refused("cells-contradict.peel", str(TESTS / "forged/empty-lines.peel"))

    def test_an_item_that_no_row_makes_is_not_shown_as_a_key(self):
        self.write("t.csv", "id,x\n1,2\n3,4\n")
        self.assert_refused("slot-not-padded.peel", "t.csv")


class OfANewerPeel(InAFolder):
    """A sketch with a type of columns that is not known."""

    sketch_file = str(TESTS / "forged/unknown-type.peel")

    def test_is_not_compared_with_anything(self):
        self.write("t.csv", "id,place,price,seen\n")
        self.assert_trouble(self.peel("diff", self.sketch_file, "t.csv"),
                            f"{self.sketch_file}: a column of the sketch has the type 'z'; accepted are a, b, d, e, f, i, p, t "
                            "and u\n")

    def test_can_be_inspected(self):
        self.assertIn(b"; other columns 'price' z, 'seen' time; ", self.peel("inspect", self.sketch_file).stdout)


class Trouble(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("old.csv", "id,name\n1,apple\n")
        self.write("new.csv", "id,name\n1,pear\n")
        self.write("lines.txt", "a\n")
        self.sketch("--key", "id", "old.csv", "-o", "old.peel")

    def test_sketches_of_other_size_or_seed_say_how_to_make_one_that_fits(self):
        for option in ["--seed", "--capacity"]:
            self.sketch("--key", "id", option, "77", "new.csv", "-o", "new.peel")
            result = self.peel("diff", "old.peel", "new.peel")
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            self.assertRegex(result.stderr.decode(), r"^peel: old.peel and new.peel: .*; make one of them again with "
                                                     r"peel sketch --like the other\n$")

    def test_a_key_that_is_not_the_sketchs_is_refused(self):
        self.assert_trouble(self.peel("diff", "--key", "name", "old.peel", "new.csv"),
                            "--key name: the sketch old.peel was made with --key id; leave the option out\n")
        self.assertEqual(self.peel("diff", "--key", "id", "old.peel", "new.csv").returncode, 1)

    def test_columns_are_the_sketchs(self):
        self.assert_trouble(self.peel("diff", "--columns", "name", "old.peel", "new.csv"),
                            "--columns: the sketch old.peel says which columns count; leave the option out\n")

    def test_a_table_without_the_sketchs_columns_is_refused(self):
        self.write("other.csv", "id,price\n1,10\n")
        self.assert_trouble(self.peel("diff", "old.peel", "other.csv"),
                            "other.csv has no column name; its columns are id, price\n")

    def test_lines_against_the_sketch_of_a_table_are_refused(self):
        self.assert_trouble(self.peel("diff", "old.peel", "lines.txt"),
                            "lines.txt is read as lines and the sketch old.peel is of a table; say --input csv, "
                            "tsv or jsonl\n")

    def test_columns_that_the_sketch_does_not_cover_are_named(self):
        self.write("more.csv", "id,name,price\n1,apple,10\n")
        result = self.peel("diff", "old.peel", "more.csv")
        self.assertEqual((result.returncode, result.stdout), (0, b""))
        self.assertEqual(result.stderr.decode(),
                         "note: the sketch old.peel does not cover these columns of more.csv: price\n")

    def test_a_sketch_is_no_source(self):
        self.assert_trouble(self.peel("sketch", "old.peel"),
                            "old.peel is a file that peel wrote, and a sketch of it would say nothing of its source; peel "
                            "merge joins sketches\n")

    def test_a_sketch_in_a_named_pipe_is_not_taken_for_lines(self):
        for lines in ["lines.txt", "/dev/null"]:
            result = subprocess.run(["bash", "-c", f"{PEEL} diff <(cat old.peel) {lines}"], cwd=self.folder,
                                    capture_output=True, timeout=60)
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            self.assertRegex(result.stderr.decode(), r"holds a file that peel wrote, in a pipe; accepted is its name")

    def test_the_difference_of_two_sketches_is_no_side(self):
        self.sketch("--like", "old.peel", "new.csv", "-o", "new.peel")
        self.assert_result(self.peel("subtract", "old.peel", "new.peel", "-o", "both.peel"), "")
        self.assert_trouble(self.peel("diff", "both.peel", "new.csv"),
                            "both.peel holds the difference of two sketches; accepted is the sketch of a source, and peel "
                            "inspect says how much is in a difference\n")

    def test_another_kind_of_file_is_refused(self):
        shutil.copy(Path(__file__).parent.parent / "golden/iblt-xor.peel", self.folder)
        self.assert_trouble(self.peel("diff", "iblt-xor.peel", "new.csv"),
                            "iblt-xor.peel holds an iblt; accepted is a sketch\n")

    def test_a_cut_or_flipped_sketch_is_refused(self):
        good = (self.folder / "old.peel").read_bytes()
        for at in [0, 7, 40, 60, len(good) // 2, len(good) - 1]:
            flipped = bytearray(good)
            flipped[at] ^= 4
            self.write("bad.peel", bytes(flipped))
            result = self.peel("diff", "bad.peel", "new.csv")
            self.assertEqual((result.returncode, result.stdout, result.stderr.count(b"\n")), (2, b"", 1), at)
            self.write("bad.peel", good[:at])
            result = self.peel("diff", "new.csv", "bad.peel")
            self.assertEqual((result.returncode, result.stdout, result.stderr.count(b"\n")), (2, b"", 1), at)

    def test_options_that_exclude_each_other_are_refused(self):
        self.assert_trouble(self.peel("sketch", "--capacity", "9", "--expect", "9", "lines.txt"),
                            "--capacity and --expect exclude each other; give one of them\n")
        self.assert_trouble(self.peel("sketch", "--like", "old.peel", "--seed", "9", "new.csv"),
                            "--like takes size, key, hash and seed from the other sketch; leave out --capacity, "
                            "--expect, --rateless, --key-bytes, --hash and --seed\n")
        self.assert_trouble(self.peel("diff", "--method", "exact", "old.peel", "new.csv"),
                            "--method and --memory are for two files; leave them out where a side is a sketch\n")
        self.assert_trouble(self.peel("diff", "--no-header", "old.peel", "new.csv"),
                            "--no-header: the sketch old.peel is of a table with a header; leave the option out\n")
        self.assert_trouble(self.peel("sketch", "--like", "-", "-"),
                            "only one of SOURCE and --like can be -, standard input\n")
        self.assert_trouble(self.peel("sketch", "--key-bytes", "20", "new.csv"),
                            "--key-bytes needs --key: whole rows are kept as digests\n")

    def test_numbers_out_of_range_are_refused(self):
        for option, accepted in [("--capacity", "1 to 1000000000"), ("--expect", "1 to 250000000"),
                                 ("--key-bytes", "16 to 48")]:
            result = self.peel("sketch", "--key", "id", option, "0", "new.csv")
            self.assert_trouble(result, f"{option} 0: accepted are whole numbers from {accepted}\n")

    def test_a_source_that_cannot_be_read_leaves_no_file(self):
        self.write("ragged.csv", "id,name\n1,apple\n2\n")
        before = sorted(os.listdir(self.folder))
        result = self.peel("sketch", "--key", "id", "ragged.csv", "-o", "ragged.peel")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"line 3", result.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_a_source_is_not_replaced_by_its_sketch(self):
        self.write("lines.txt", "a\n")
        with sqlite3.connect(self.folder / "shop.db") as database:
            database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY)")
        for source, out in (("lines.txt", "./lines.txt"), ("sqlite:shop.db?table=t", "shop.db")):
            before = (self.folder / out).read_bytes()
            self.assert_trouble(self.peel("sketch", source, "-o", out),
                                f"-o {out}: that is the file to be read, and would be replaced; accepted is another "
                                "name\n")
            self.assertEqual((self.folder / out).read_bytes(), before)

    def test_a_full_disk_is_trouble(self):
        with open("/dev/full", "wb") as full:
            result = self.peel("sketch", "new.csv", stdout=full, stderr=subprocess.PIPE, capture_output=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"No space left", result.stderr)


if __name__ == "__main__":
    unittest.main()
