"""peel diff, sketch and sync of JSON Lines against an oracle, over random values spelled in many ways."""
import json
import os
import random
import sqlite3
import unittest

from command import FolderTest, json_lines, peel, rounds
from json_model import MISSING, differing_parts, frozen, keyed_changes, load, part, whole_changes, without
from random_json import random_value, spelled

SEED = int(os.environ.get("PEEL_TEST_SEED", random.randrange(2**32)))


def changed_a_little(rng, values):
    """Some values changed, some removed, some added; all keys stay unique."""
    result = []
    for value in values:
        dice = rng.randrange(12)
        if dice == 0:
            continue
        if dice < 3:
            value = {**random_object(rng), "user": value["user"]}
        elif dice < 6:
            value = {**changed_inside(rng, value), "user": value["user"]}
        result.append(value)
    taken = len(values)
    result += [{**random_object(rng), "user": {"id": (str(taken + i),)}} for i in range(rng.randrange(4))]
    rng.shuffle(result)
    return result


def changed_inside(rng, value):
    """The value with one of its parts, however deep, made another."""
    if isinstance(value, dict) and value:
        name = rng.choice(list(value))
        return {**value, name: changed_inside(rng, value[name])}
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        return value[:at] + [changed_inside(rng, value[at])] + value[at + 1:]
    return random_value(rng, depth=2)


def random_object(rng):
    return {name: random_value(rng) for name in rng.sample(["p", "q", "x.y", "tags", "é"], rng.randrange(5))}


def random_objects(rng):
    return [{**random_object(rng), "user": {"id": rng.choice([(str(i),), str(i), "n" + str(i)])}}
            for i in range(rng.randrange(30))]


class Values(FolderTest):
    def values_file(self, rng, name, values):
        end = rng.choice(["\n", "\r\n"])
        lines = [spelled(rng, value) + end + rng.choice(["", "", "", end, " \t" + end]) for value in values]
        return self.file(name, (rng.choice(["", "\ufeff"]) + "".join(lines)).encode())

    def pair(self, rng):
        values = random_objects(rng)
        return (self.values_file(rng, "left.jsonl", values),
                self.values_file(rng, "right.ndjson", changed_a_little(rng, values)))

    def loaded(self, path):
        with open(path, encoding="utf-8-sig", newline="\n") as lines:
            return [load(line) for line in lines if line.strip()]

    def lines_of(self, path):
        with open(path, "rb") as lines:
            return lines.read().removeprefix("\ufeff".encode()).splitlines()

    def changes_shown(self, result, stderr=""):
        """As keyed_changes has them, and whether the parts named are those that differ."""
        self.assertEqual(result.stderr.decode(), stderr)
        lines = result.stdout.decode().split("\n")[:-1]
        changes = {}
        for line in lines[:-1]:
            change = load(line)
            old, new = change.get("old", MISSING), change.get("new", MISSING)
            (key,) = change["key"].values()
            changes[change["op"], frozen(key)] = tuple(v if v is MISSING else frozen(v) for v in (old, new))
        return changes, [load(line) for line in lines[:-1]]


class OracleTest(Values):
    rounds = rounds(60, 60)

    def test_changes_by_key_are_those_of_the_oracle(self):
        for round in range(self.rounds):
            rng = random.Random(f"{SEED} {round}")
            left, right = self.pair(rng)
            method = rng.choice(["exact", "sketch", "auto"])
            with self.subTest(seed=SEED, round=round, method=method):
                result = peel("diff", "--json", "--method", method, "--key", "user.id", left, right)
                shown, lines = self.changes_shown(result)
                expected = keyed_changes(self.loaded(left), self.loaded(right), "user.id", lambda value: value)
                self.assertEqual(shown, expected)
                self.assertEqual(result.returncode, 1 if expected else 0)
                for line in lines:
                    if line["op"] == "changed":
                        self.check_parts(line)

    def check_parts(self, line):
        shown = {change["path"]: tuple(frozen(change[side]) if side in change else MISSING for side in ("old", "new"))
                 for change in line["changes"]}
        self.assertEqual(shown, differing_parts(line["old"], line["new"]))

    def test_parts_that_are_ignored_do_not_count(self):
        for round in range(self.rounds // 3):
            rng = random.Random(f"ignore {SEED} {round}")
            left, right = self.pair(rng)
            with self.subTest(seed=SEED, round=round):
                values = self.loaded(left) + self.loaded(right)
                nowhere = [path for path in ("p", "tags.a") if all(part(value, path) is MISSING for value in values)]
                note = f"note: no value of {{}} has {', '.join(nowhere)}\n" if nowhere and values else ""
                read = [path for path in (left, right) if self.loaded(path)]
                result = peel("diff", "--json", "--key", "user.id", "--ignore", "p,tags.a", left, right)
                shown, _ = self.changes_shown(result, note.format(" and ".join(read)))
                expected = keyed_changes(self.loaded(left), self.loaded(right), "user.id",
                                         lambda value: without(without(value, "p"), "tags.a"))
                self.assertEqual(shown.keys(), expected.keys())

    def test_columns_are_compared_by_path(self):
        for round in range(self.rounds // 3):
            rng = random.Random(f"columns {SEED} {round}")
            left, right = self.pair(rng)
            with self.subTest(seed=SEED, round=round):
                paths = ("p", "tags.0", "q.a")
                values = self.loaded(left) + self.loaded(right)
                nowhere = [path for path in paths if all(part(value, path) is MISSING for value in values)]
                note = f"note: no value of {{}} has {', '.join(nowhere)}\n" if nowhere and values else ""
                read = [path for path in (left, right) if self.loaded(path)]
                result = peel("diff", "--json", "--key", "user.id", "--columns", ",".join(paths), left, right)
                shown, _ = self.changes_shown(result, note.format(" and ".join(read)))
                def chosen(value):
                    parts = {path: part(value, path) for path in paths}
                    return {path: found for path, found in parts.items() if found is not MISSING}
                expected = keyed_changes(self.loaded(left), self.loaded(right), "user.id", chosen)
                self.assertEqual(shown, expected)

    def test_without_key_values_are_a_multiset(self):
        for round in range(self.rounds // 2):
            rng = random.Random(f"whole {SEED} {round}")
            values = [random_value(rng) for _ in range(rng.randrange(25))]
            others = [value for value in values if rng.randrange(6)] + [random_value(rng)]
            rng.shuffle(others)
            left = self.values_file(rng, "left.jsonl", values)
            right = self.values_file(rng, "right.jsonl", others)
            with self.subTest(seed=SEED, round=round):
                lines = peel("diff", "--json", left, right).stdout.decode().split("\n")[:-2]
                shown = {(change["op"], frozen(change["row"])): int(change["count"][1]) for change in map(load, lines)}
                self.assertEqual(shown, whole_changes(self.loaded(left), self.loaded(right)))

    def test_a_sketch_knows_which_keys_changed(self):
        for round in range(self.rounds // 3):
            rng = random.Random(f"sketch {SEED} {round}")
            left, right = self.pair(rng)
            sketch = str(self.folder / "left.peel")
            with self.subTest(seed=SEED, round=round):
                made = peel("sketch", "--key", "user.id", "--ignore", "p", left, "-o", sketch)
                values = self.loaded(left)
                is_nowhere = values and all(part(value, "p") is MISSING for value in values)
                note = f"note: no value of {left} has p\n" if is_nowhere else ""
                self.assertEqual((made.returncode, made.stderr.decode()), (0, note))
                self.assertEqual(peel("diff", "--quiet", sketch, left).returncode, 0)
                shown, _ = self.changes_shown(peel("diff", "--json", sketch, right))
                expected = keyed_changes(self.loaded(left), self.loaded(right), "user.id",
                                         lambda value: without(value, "p"))
                self.assertEqual(shown.keys(), expected.keys())

    def test_a_sync_makes_right_equal_and_keeps_the_lines_that_stay(self):
        for round in range(self.rounds // 3):
            rng = random.Random(f"sync {SEED} {round}")
            right, left = self.pair(rng)
            before = self.lines_of(right)
            plan = keyed_changes(self.loaded(right), self.loaded(left), "user.id", lambda value: value)
            gone = {key for op, key in plan if op != "added"}
            kept = [line for line in before if line.strip()
                    and frozen(part(load(line.decode()), "user.id")) not in gone]
            with self.subTest(seed=SEED, round=round):
                result = peel("sync", "--apply", "--key", "user.id", left, right)
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                self.assertEqual(peel("diff", "--quiet", "--key", "user.id", left, right).returncode, 0)
                self.assertEqual(keyed_changes(self.loaded(left), self.loaded(right), "user.id", lambda v: v), {})
                after = self.lines_of(right)
                self.assertEqual([line for line in after if line in set(kept)], kept)


class OutputTest(FolderTest):
    LEFT = b'{"user":{"id":7},"price":1.50,"tags":["x","y","a"]}\n{"user":{"id":8},"n":null}\n{"user":{"id":9}}\n'
    RIGHT = b'{"price":1.6,"user":{"id":7.0},"tags":["x","y","b"]}\n{"user":{"id":8}}\n{"user":{"id":"9"}}\n'

    def diff(self, *options):
        return peel("diff", *options, self.file("a.jsonl", self.LEFT), self.file("b.jsonl", self.RIGHT))

    def test_changed_values_say_which_parts_changed(self):
        result = self.diff("--key", "user.id")
        self.assertEqual(result.stdout.decode(),
                         '~ user.id=7: price 1.50 -> 1.6, tags[2] "a" -> "b"\n'
                         "~ user.id=8: n null -> missing\n"
                         '- {"user":{"id":9}}\n'
                         '+ {"user":{"id":"9"}}\n')
        self.assertEqual(result.returncode, 1)

    def test_chosen_parts_are_shown_as_json(self):
        self.assertEqual(self.diff("--key", "user.id", "--columns", "price,n,tags.2").stdout.decode(),
                         '~ user.id=7: price 1.5 -> 1.6, tags.2 "a" -> "b"\n'
                         "~ user.id=8: n null -> missing\n"
                         "- 9,missing,missing,missing\n"
                         '+ "9",missing,missing,missing\n')

    def test_csv_has_the_line_as_a_cell(self):
        self.assertEqual(self.diff("--key", "user.id", "--format", "csv").stdout.decode().splitlines()[:3],
                         ["op,count,digest,user.id,.",
                          'changed_from,1,,7,"{""user"":{""id"":7},""price"":1.50,""tags"":[""x"",""y"",""a""]}"',
                          'changed_to,1,,7,"{""price"":1.6,""user"":{""id"":7.0},""tags"":[""x"",""y"",""b""]}"'])

    def test_csv_tells_null_from_missing_and_from_what_a_sketch_does_not_know(self):
        lines = self.diff("--key", "user.id", "--columns", "n", "--format", "csv").stdout.decode().splitlines()
        self.assertEqual(lines[1:3], ["changed_from,1,,8,null", "changed_to,1,,8,"])
        sketch = str(self.folder / "a.peel")
        peel("sketch", "--key", "user.id", "--columns", "n", self.file("a.jsonl", self.LEFT), "-o", sketch)
        lines = peel("diff", "--format", "csv", sketch, self.file("b.jsonl", self.RIGHT)).stdout.decode().splitlines()
        self.assertIn("changed_from,1,,8,", lines)

    def test_json_has_values_as_they_are_spelled(self):
        first = self.diff("--key", "user.id", "--json").stdout.decode().splitlines()[0]
        self.assertEqual(first, '{"op":"changed","key":{"user.id":7},"old":{"user":{"id":7},"price":1.50,'
                                '"tags":["x","y","a"]},"new":{"price":1.6,"user":{"id":7.0},"tags":["x","y","b"]},'
                                '"changes":[{"path":"price","old":1.50,"new":1.6},'
                                '{"path":"tags[2]","old":"a","new":"b"}],"count":1}')

    def test_sketches_that_leave_out_the_same_are_compared(self):
        file = self.file("ignoring.jsonl", b'{"id":1,"v":1,"w":2}\n')
        for name, ignored in (("one", "v,w"), ("other", "w,v,w")):
            peel("sketch", "--key", "id", "--ignore", ignored, file, "-o", self.folder / f"{name}.peel")
        result = peel("diff", self.folder / "one.peel", self.folder / "other.peel")
        self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_a_database_with_a_key_wants_one(self):
        path = self.folder / "keyed.db"
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE q(id INTEGER PRIMARY KEY, b)")
            database.execute("INSERT INTO q VALUES (1, 1)")
        database.close()
        file = self.file("keyed.jsonl", b'{"id":1,"b":1}\n')
        result = peel("diff", "--columns", "b", file, path)
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr.decode(), r"has a key; say with --key which parts are the key, such as --key id\n$")
        self.assertEqual(peel("diff", "--columns", "b", "--key", "id", file, path).returncode, 0)
        self.assertEqual(peel("diff", "--columns", "id,b", file, path).returncode, 0)

    def test_a_sketch_beside_a_table_is_noted(self):
        file = self.file("true.jsonl", b'{"id":1,"v":true}\n')
        peel("sketch", "--key", "id", "--columns", "v", file, "-o", self.folder / "true.peel")
        result = peel("diff", self.folder / "true.peel", self.file("true.csv", b"id,v\n1,true\n"))
        self.assertRegex(result.stderr.decode(), r"^note: .*true.peel is JSON and .*true.csv is a table, .*\n$")

    def test_numbers_within_a_tolerance_are_equal(self):
        result = self.diff("--key", "user.id", "--columns", "price", "--tolerance", "price=0.2")
        self.assertEqual(result.stdout.decode(), '- 9,missing\n+ "9",missing\n')

    def test_a_path_that_leads_nowhere_is_noted(self):
        result = self.diff("--key", "user.id", "--columns", "prize,price,nose")
        self.assertRegex(result.stderr.decode(), r"^note: no value of \S+/a.jsonl and \S+/b.jsonl has prize, nose\n$")
        result = self.diff("--key", "user.id", "--columns", "n")
        self.assertEqual(result.stderr, b"", "one side has it")
        path = self.file("a.jsonl", self.LEFT)
        result = peel("sketch", "--columns", "prize", path, "-o", os.devnull)
        self.assertEqual(result.stderr.decode(), f"note: no value of {path} has prize\n")

    def test_standard_input_is_read_as_it_is_told(self):
        result = peel("diff", "--input", "jsonl", "--key", "a", "-", self.file("b", b'{"a":1.0,"b":2}\n'),
                      input=b'{"b":3,"a":1}\n')
        self.assertEqual(result.stdout.decode(), "~ a=1: b 3 -> 2\n")

    def test_a_table_of_text_is_compared_by_its_columns(self):
        values = self.file("v.jsonl", b'{"id":1,"p":1.50,"o":{"n":"x"},"ok":true}\n{"id":2,"o":{"n":null}}\n')
        table = self.file("t.csv", b"id,p,name,ok\n1,1.5,x,true\n2,,,\n")
        options = ("--key", "id", "--columns", "p,o.n,ok", "--map", "o.n=name")
        result = peel("diff", *options, values, table)
        self.assertEqual((result.stdout, result.stderr, result.returncode), (b"", b"", 0))
        changed = self.file("u.csv", b"id,p,name,ok\n1,1.25,x,true\n2,,y,\n")
        self.assertEqual(peel("diff", *options, values, changed).stdout.decode(),
                         "~ id=1: p 1.5 -> 1.25\n~ id=2: o.n NULL -> y\n")

    def test_a_table_of_a_database_is_compared_by_its_columns(self):
        path = str(self.folder / "t.db")
        with sqlite3.connect(path) as database:
            database.execute("create table t(id integer primary key, p real, n text, ok integer)")
            database.executemany("insert into t values(?, ?, ?, ?)", [(1, 1.5, "x", 1), (2, None, None, 0)])
        database.close()
        values = self.file("v.jsonl", b'{"id":1,"p":1.50,"n":"x","ok":true}\n{"id":2,"n":null,"ok":false}\n')
        for sides in ((values, f"sqlite:{path}?table=t"), (f"sqlite:{path}?table=t", values)):
            result = peel("diff", "--key", "id", "--columns", "p,n,ok", *sides)
            self.assertEqual((result.stdout, result.stderr, result.returncode), (b"", b"", 0))


class InStepTest(FolderTest):
    def lines(self, count):
        return [json.dumps({"id": i, "name": f"n{i % 97}", "v": [i * 0.5, {"x": None}]}) for i in range(count)]

    def test_files_in_the_same_order_are_passed_over_side_by_side(self):
        lines = self.lines(60_000)
        left = self.file("l.jsonl", "\n".join(lines).encode())
        lines[30_000] = lines[30_000].replace("null", "1")
        del lines[40_000]
        right = self.file("r.jsonl", "\n".join(lines).encode())
        result = peel("diff", "--json", "--key", "id", left, right)
        changes = json_lines(result)
        self.assertEqual(changes[-1]["summary"]["method"], "in_step")
        self.assertEqual([(c["op"], c["key"]["id"]) for c in changes[:-1]],
                         [("changed", 30_000), ("removed", 40_000)])

    def test_a_line_that_both_sides_have_is_refused_all_the_same(self):
        lines = self.lines(60_000)
        lines[50_000] = "{"
        left, right = (self.file(name, "\n".join(lines).encode()) for name in ("l.jsonl", "r.jsonl"))
        result = peel("diff", "--key", "id", left, right)
        self.assertEqual(result.returncode, 2)
        self.assertIn("line 50001: byte 2: the end of the line where", result.stderr.decode())

    def test_files_in_another_order_are_compared_by_sketches(self):
        lines = self.lines(60_000)
        left = self.file("l.jsonl", "\n".join(lines).encode())
        lines[30_000] = lines[30_000].replace("null", "1")
        random.Random(SEED).shuffle(lines)
        right = self.file("r.jsonl", "\n".join(lines).encode())
        changes = json_lines(peel("diff", "--json", "--key", "id", left, right))
        self.assertEqual(changes[-1]["summary"]["method"], "sketch")
        self.assertEqual([(c["op"], c["key"]["id"], c["changes"]) for c in changes[:-1]],
                         [("changed", 30_000, [{"path": "v[1].x", "old": None, "new": 1}])])


if __name__ == "__main__":
    unittest.main()
