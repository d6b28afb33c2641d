#!/usr/bin/env python3
"""peel sync of lines, CSV and TSV: what it writes, what it leaves alone, what it says.

usage: PEEL_COMMAND=path/to/peel sync_files_test.py
       PEEL_TEST_SEED=n replays a run; PEEL_SYNC_PAIRS=n says how many pairs are generated.
"""
import json
import os
import random
import sqlite3
import subprocess
import unittest
from collections import Counter
from pathlib import Path

from command import FolderTest, json_lines, peel, without_notes
from diff_model import as_json, as_text
from diff_pairs import random_pair, test_seed
from sync_model import planned, synced

PAIRS = int(os.environ.get("PEEL_SYNC_PAIRS") or (30 if os.environ.get("PEEL_SANITIZE") else 100))


class SyncTest(FolderTest):
    def assert_becomes(self, left, right, expected, *options, names=("left.csv", "right.csv")):
        """After sync, RIGHT is this; returns what was said."""
        sides = [self.file(name, text) for name, text in zip(names, (left, right))]
        result = peel("sync", "--apply", *options, *sides)
        self.assertEqual(without_notes(result), "")
        self.assertEqual(Path(sides[1]).read_bytes(), expected)
        self.assertEqual(result.returncode, 0)
        return result.stdout.decode()


class GeneratedPairs(SyncTest):
    def test_right_becomes_what_the_model_says(self):
        seed = test_seed()
        print(f"PEEL_TEST_SEED={seed} PEEL_SYNC_PAIRS={PAIRS}", flush=True)
        for number in range(PAIRS):
            r = random.Random(seed * 1_000_003 + number)
            pair = random_pair(r)
            if not pair.right_rows and pair.terms.is_table and r.random() < 0.7:
                pair.right = r.choice([b"", b"\xef\xbb\xbf", b"\n\r\n"])
            with self.subTest(seed=seed, number=number, pair=pair.what):
                self.assert_agrees(pair, r)

    def assert_agrees(self, pair, r):
        left, right = [self.folder / f"{side}.{pair.kind}" for side in ("left", "right")]
        left.write_bytes(pair.left)
        right.write_bytes(pair.right)
        arguments = [*pair.arguments, *r.choice([[], ["--memory", "1M"]])]
        pipe = {"input": pair.left} if r.random() < 0.3 else {}
        sides = ["-", str(right), "--input", pair.kind] if pipe else [str(left), str(right)]
        expected = planned(pair)

        dry = peel("sync", *arguments, *sides, **pipe)
        self.assertEqual(without_notes(dry), "")
        self.assertTrue(dry.stdout.startswith(b"".join(as_text(change, pair.terms) for change in expected)))
        self.assertEqual(dry.returncode, 1 if expected else 0)
        self.assertEqual(right.read_bytes(), pair.right)

        said = peel("sync", "--apply", "--json", *arguments, *sides, **pipe)
        self.assertEqual(without_notes(said), "")
        *shown, last = [json.loads(line) for line in said.stdout.decode().split("\n")[:-1]]
        self.assertEqual(shown, [as_json(change, pair.terms) for change in expected])
        totals = {op: sum(change.count for change in expected if change.op == op)
                  for op in ("removed", "added", "changed")}
        self.assertEqual(last["summary"], {**last["summary"], **totals, "applied": bool(expected), "proved": True,
                                           "rows_left": len(pair.left_rows), "rows_right": len(pair.left_rows)})
        self.assertEqual(said.returncode, 0)
        self.assertEqual(right.read_bytes(), synced(pair))
        if not pipe:
            self.assertEqual(left.read_bytes(), pair.left)

        if pair.left_rows:  # without rows on either side, nothing may say what the columns are
            again = peel("diff", *arguments, *sides, **pipe)
            self.assertEqual((again.stdout, again.returncode), (b"", 0))


class Lines(SyncTest):
    def assert_lines_become(self, left, right, expected):
        return self.assert_becomes(left, right, expected, names=("left", "right"))

    def test_that_stay_keep_their_place_and_added_ones_come_last(self):
        said = self.assert_lines_become(b"new\nb\na\n", b"a\nx\nb\n", b"a\nb\nnew\n")
        self.assertEqual(said, "- x\n+ new\ndone: 1 row added, 1 removed\n"
                               "proved equal: 3 rows on each side, error bound 0\n")

    def test_of_equal_ones_as_many_are_removed_as_are_too_many(self):
        self.assert_lines_become(b"a\nb\n", b"a\nb\na\nc\na\n", b"b\na\n")

    def test_are_added_as_often_as_they_are_missing(self):
        self.assert_lines_become(b"a\na\na\n", b"a\n", b"a\na\na\n")

    def test_a_last_one_without_end_gets_one_if_others_follow(self):
        self.assert_lines_become(b"a\nb", b"a", b"a\nb\n")
        self.assert_lines_become(b"a\r\nb", b"a\r", b"a\r\nb\n")

    def test_a_last_one_without_end_stays_so_if_it_stays_last(self):
        self.assert_lines_become(b"b\n", b"a\nb", b"b")

    def test_of_an_empty_left_side_leave_an_empty_file(self):
        self.assert_lines_become(b"", b"a\na\n", b"")

    def test_of_an_empty_right_side_are_all_added(self):
        self.assert_lines_become(b"b\na", b"", b"b\na\n")

    def test_in_large_files_agree_by_whichever_method(self):
        for in_order in (True, False):
            with self.subTest(in_order=in_order):
                r = random.Random(7)
                old = [b"%d %d" % (i, r.getrandbits(60)) for i in range(150_000)] + [b"twice"] * 5
                new = list(old)
                for at in r.sample(range(len(new)), 200):
                    new[at] = r.choice([b"new %d" % at, new[at - 1], b"twice"])
                del new[-2:]
                if not in_order:
                    r.shuffle(new)
                left, right = self.file("l", b"\n".join(new)), self.file("r", b"\n".join(old) + b"\n")
                summary = json_lines(peel("sync", "--apply", "--json", "--limit", "0", left, right))[-1]["summary"]
                self.assertEqual((summary["applied"], summary["proved"]), (True, True))
                after = Path(right).read_bytes().split(b"\n")[:-1]
                self.assertEqual(Counter(after), Counter(new))
                kept = len(after) - summary["added"]
                self.assertEqual(summary["removed"], len(old) - kept)
                rest = iter(old)
                self.assertTrue(all(line in rest for line in after[:kept]), "rows that stay are in their old order")


class Tables(SyncTest):
    def test_cells_that_stay_keep_their_quotes(self):
        self.assert_becomes(b"id,a,b\n1,x,new\n", b'id,a,b\r\n"1","x",old\r\n', b'id,a,b\r\n"1","x",new\r\n', "--key",
                            "id")

    def test_columns_that_are_not_compared_stay_or_are_empty(self):
        self.assert_becomes(b"id,a\n1,x\n2,y\n", b"note,a,id\nkeep,w,1\n", b"note,a,id\nkeep,x,1\n,y,2\n", "--key",
                            "id", "--columns", "a")

    def test_are_written_with_the_delimiter_of_right(self):
        self.assert_becomes(b"id,a\n1,x;y\n2,\"p\tq\"\n", b"id\ta\n", b'id\ta\n1\tx;y\n2\t"p\tq"\n',
                            names=("left.csv", "right.tsv"))

    def test_an_empty_file_gets_the_header_of_left(self):
        self.assert_becomes(b'"a b",id\n1,2\n', b"", b"a b,id\n1,2\n")
        self.assert_becomes(b"a,id,b\n1,2,3\n", b"", b"a,id,b\n1,2,\n", "--key", "id", "--columns", "a")

    def test_a_header_without_end_gets_one_if_rows_follow(self):
        self.assert_becomes(b"id,a\n1,x\n", b"id,a", b"id,a\n1,x\n")

    def test_a_carriage_return_at_the_end_of_the_file_stays_part_of_the_cell(self):
        self.assert_becomes(b'id,a\n1,"x\r"\n2,y\n', b"id,a\n1,x\r", b'id,a\n1,"x\r"\n2,y\n')
        self.assert_becomes(b'id,"a\r"\n1,x\n', b"id,a\r", b'id,"a\r"\n1,x\n')

    def test_a_row_like_a_byte_order_mark_that_comes_first_stays_a_row(self):
        self.assert_becomes(b'"\xef\xbb\xbfa",b\n', b"x,y\n\xef\xbb\xbfa,b\n", b'"\xef\xbb\xbfa",b\n', "--no-header")

    def test_an_empty_row_that_comes_first_stays_a_row(self):
        self.assert_becomes(b'""\n\n', b"x\n\n\n", b'""\n\n', "--no-header")

    def test_empty_lines_of_a_file_without_rows_do_not_become_rows(self):
        self.assert_becomes(b"a\n", b"\n\n", b"a\n", "--no-header")
        self.assert_becomes(b"id\na\n", b"\n\n", b"id\na\n")

    def test_with_header_of_an_empty_left_side_are_left_alone(self):
        right = self.file("right.csv", b"id\n1\n")
        result = peel("sync", "--apply", self.file("left.csv", b""), right)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(Path(right).read_bytes(), b"id\n1\n")

    def test_cascade_of_quoted_newlines_is_found_by_its_first_line(self):
        self.assert_becomes(b'id,a\n1,"x\ny"\n3,"p\n\nq"\n', b'id,a\n\n2,"\n\n\n"\n3,"p\n\nr"\n1,"x\ny"\n',
                            b'id,a\n\n3,"p\n\nq"\n1,"x\ny"\n', "--key", "id")


class Databases(SyncTest):
    def test_on_the_left_are_written_as_an_export_would(self):
        path = self.folder / "left.db"
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, price REAL)")
            database.executemany("INSERT INTO t VALUES (?, ?, ?)", [(1, "a,b", 1.5), (2, None, None), (3, "", 2)])
        database.close()
        left = f"sqlite:{path}?table=t"
        right = self.folder / "right.csv"
        for before, after in ((b"", b'id,name,price\n1,"a,b",1.5\n2,,\n3,"",2.0\n'),
                              (b'price,name,id\r\n1.50,"a,b",1\r\n2.5,"",3\r\n,,4\r\n',
                               b'price,name,id\r\n1.50,"a,b",1\r\n2.0,"",3\r\n,,2\r\n')):
            with self.subTest(before):
                right.write_bytes(before)
                result = peel("sync", "--apply", left, str(right))
                self.assertEqual((result.stderr.decode(), right.read_bytes(), result.returncode), ("", after, 0))
                self.assertTrue(result.stdout.endswith(b"\nproved equal: 3 rows on each side, error bound 0\n"))


    def test_of_one_column_tell_null_from_empty_text(self):
        path = self.folder / "left.db"
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE t (name TEXT)")
            database.executemany("INSERT INTO t VALUES (?)", [("",), (None,), ("a",)])
        database.close()
        right = self.folder / "right.csv"
        right.write_bytes(b"")
        result = peel("sync", "--apply", "--quiet", f"sqlite:{path}?table=t", str(right))
        self.assertEqual((result.stderr.decode(), right.read_bytes(), result.returncode),
                         ("", b'name\n""\n\na\n', 0))


class Tolerances(SyncTest):
    def test_let_cells_stay_that_are_near_enough(self):
        self.assert_becomes(b"id,a,b\n1,1.0,5\n2,0.00001,5\n3,1.0,6\n", b"id,a,b\n1,1.001,5\n2,0,5\n3,1.004,5\n",
                            b"id,a,b\n1,1.001,5\n2,0,5\n3,1.004,6\n", "--key", "id", "--tolerance", "a=0.01")

    def test_that_are_exceeded_give_the_text_of_left(self):
        self.assert_becomes(b"id,a\n1,1.50\n", b"id,x\n1,1.7\n", b"id,x\n1,1.50\n", "--key", "id", "--map", "a=x",
                            "--tolerance", "a=0.1")


class Answers(SyncTest):
    def setUp(self):
        super().setUp()
        self.left = self.file("left.csv", b"id,a\n1,x\n2,y\n3,z\n")
        self.right = self.file("right.csv", b"id,a\n1,x\n2,w\n4,v\n5,u\n")
        self.old = Path(self.right).read_bytes()

    def assert_says(self, arguments, stdout, status, stderr=""):
        result = peel("sync", *arguments, self.left, self.right)
        self.assertEqual((result.stdout.decode(), result.stderr.decode(), result.returncode), (stdout, stderr, status))

    def test_a_dry_run_says_what_would_be_done_and_does_nothing(self):
        self.assert_says(["--key", "id"], "~ id=2: a w -> y\n- 4,v\n- 5,u\n+ 3,z\ndry run: 1 row would be changed, 1 "
                         "added, 2 removed; nothing was written; --apply does it\n", 1)
        self.assertEqual(Path(self.right).read_bytes(), self.old)
        self.assertEqual(len(os.listdir(self.folder)), 2)

    def test_equal_sides_need_nothing(self):
        self.right = self.left
        before = os.stat(self.left)
        for arguments in ([], ["--apply"], ["--apply", "--key", "id", "--max-delete", "0"]):
            with self.subTest(arguments):
                self.assert_says(arguments, "nothing to do: 3 rows on each side, error bound 0\n", 0)
        self.assertEqual(os.stat(self.left).st_ctime_ns, before.st_ctime_ns)

    def test_more_removals_than_allowed_stop_it(self):
        for limit, allowed in (("1", "1"), ("49%", "1"), ("0", "0")):
            for apply in ([], ["--apply"]):
                with self.subTest(limit=limit, apply=apply):
                    self.assert_says([*apply, "--key", "id", "--limit", "0", "--max-delete", limit],
                                     "... and 4 more\nstopped: 1 row would be changed, 1 added, 2 removed; nothing was "
                                     f"written; --max-delete {limit} is {allowed} of 4 rows, and --max-delete 2 would "
                                     "do\n", 1)
                    self.assertEqual(Path(self.right).read_bytes(), self.old)

    def test_as_many_removals_as_allowed_pass(self):
        for limit in ("2", "50%", "100%"):
            with self.subTest(limit):
                Path(self.right).write_bytes(self.old)
                self.assertEqual(peel("sync", "--apply", "--key", "id", "--max-delete", limit, self.left,
                                      self.right).returncode, 0)
                self.assertEqual(Path(self.right).read_bytes(), b"id,a\n1,x\n2,y\n3,z\n")

    def test_a_stop_is_said_in_json_and_to_quiet_callers(self):
        result = peel("sync", "--json", "--apply", "--max-delete", "0", self.left, self.right)
        summary = json_lines(result)[-1]["summary"]
        self.assertEqual((summary["stopped_by_max_delete"], summary["applied"], summary["proved"], result.returncode),
                         (True, False, False, 1))
        result = peel("sync", "--quiet", "--apply", "--max-delete", "0", self.left, self.right)
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertRegex(result.stderr.decode(), r"\Anote: stopped: [^\n]+\n\Z")

    def test_more_time_than_allowed_is_trouble(self):
        late = "takes longer than allowed; give it more time with --timeout"
        for limit, problem in (("0.001s", late), ("soon", "--timeout soon: ")):
            with self.subTest(limit):
                left = self.file("many", b"".join(b"%d\n" % i for i in range(400_000)))
                right = self.file("none", b"")
                result = peel("sync", "--apply", "--quiet", "--timeout", limit, left, right)
                self.assertRegex(result.stderr.decode(), r"\Apeel: [^\n]*" + problem + r"[^\n]*\n\Z")
                self.assertEqual((result.returncode, Path(right).read_bytes()), (2, b""))

    def test_quiet_says_nothing(self):
        self.assert_says(["--quiet"], "", 1)
        self.assert_says(["--quiet", "--apply"], "", 0)
        self.assert_says(["--quiet", "--json"], "", 0)

    def test_what_came_through_a_named_pipe_is_proved_too(self):
        pipe = str(self.folder / "pipe.csv")
        os.mkfifo(pipe)
        with subprocess.Popen(["cp", self.left, pipe]):
            result = peel("sync", "--apply", "--quiet", pipe, self.right)
        self.assertEqual((result.returncode, result.stderr), (0, b""))


if __name__ == "__main__":
    unittest.main()
