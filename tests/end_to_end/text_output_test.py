"""What programs read back from the text of the command: hostile names, cells, lines and keys come out as they went in,
and no other change can be made of them."""
import os
import random
import sqlite3
import unittest
from collections import Counter

from command import FolderTest, peel, rounds
from diff_model import Terms, as_text, changes
from terminal import on_a_terminal
from text_model import Scanner, in_quotes, line_text, read_line, read_path, read_row, word_text

PIECES = [b"\n", b"\r", b"\t", b"\0", b"\x1b[2J", b"\x7f", b"\xc2\x85", b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\xe2\x81\xa6",
          b"\xd8\x9c", b"\xff", b'"', b"\\", b"'", b",", b", ", b" ", b"  ", b"->", b" -> ", b": ", b"=", b"  (x2)", b"(x3)",
          b"  (or changed)", b"... (9 bytes)", b"[", b"]", b"- ", b"+ ", b"~ ", b"> ", b"x'00'", b"NULL", b"?", b"#0123",
          b"missing", b"important.txt", b"a", b"b", b"\xc3\xa9", b"\\n", b"\\012"]


def hostile(chance, without=b""):
    text = b"".join(chance.choice(PIECES) for _ in range(chance.randrange(5)))
    return bytes(byte for byte in text if byte not in without)


def in_csv(rows):
    return b"".join(b",".join(b'"' + cell.replace(b'"', b'""') + b'"' for cell in row) + b"\n" for row in rows)


class ReadBack(FolderTest):
    def trials(self):
        seed = int(os.environ.get("PEEL_TEST_SEED") or random.SystemRandom().getrandbits(32))
        for number in range(rounds(usual=40, sanitized=8)):
            yield random.Random(f"{seed} {number}"), self.subTest(seed=seed, number=number)

    def records(self, result, status=1):
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertTrue(result.stdout.isascii() or result.stdout.decode())  # UTF-8
        return result.stdout.split(b"\n")[:-1]

    def test_lines(self):
        for chance, trial in self.trials():
            with trial:
                sides = [[hostile(chance, without=b"\n") for _ in range(30)] for _ in range(2)]
                names = [self.file(name, b"".join(line + b"\n" for line in side)) for name, side in zip("ab", sides)]
                expected = Counter({(b"-", line): n for line, n in (Counter(sides[0]) - Counter(sides[1])).items()})
                expected.update({(b"+", line): n for line, n in (Counter(sides[1]) - Counter(sides[0])).items()})
                found = Counter()
                for record in self.records(peel("diff", *names)):
                    sign, line, count = read_line(record)
                    found[sign, line] += count
                self.assertEqual(found, expected)
                nulls = peel("diff", "-z", *names).stdout.split(b"\0")
                if not any(b"\0" in line for side in sides for line in side):
                    self.assertEqual(Counter((record[:1], record[2:]) for record in nulls[:-1]), expected)

    def test_tables_with_a_key(self):
        for chance, trial in self.trials():
            with trial:
                columns = [b"id", hostile(chance, b"\0") + b"1", hostile(chance, b"\0") + b"2"]
                keys = sorted({hostile(chance, b"\0") + b"k" for _ in range(12)} | {b"k"})
                sides = [[(key, *(hostile(chance, b"\0") for _ in "12")) for key in keys if chance.random() < 0.8]
                         for _ in range(2)]
                names = [self.file(f"{name}.csv", in_csv([columns, *rows])) for name, rows in zip("ab", sides)]
                expected = changes(*sides, 1)
                result = peel("diff", "--key", "id", *names)
                self.assertEqual(list(map(read_row, self.records(result, bool(expected)))), [
                    (b"~", {b"id": change.old[0]}, {name: (old, new) for name, old, new
                                                    in zip(columns[1:], change.old[1:], change.new[1:]) if old != new})
                    if change.op == "changed" else (b"-" if change.op == "removed" else b"+", list(change.row), 1)
                    for change in expected])

    def test_rows_as_a_whole(self):
        for chance, trial in self.trials():
            with trial:
                sides = [[(hostile(chance, b"\0"), hostile(chance, b"\0")) for _ in range(20)] for _ in range(2)]
                names = [self.file(f"{name}.csv", in_csv([(b"x", b"y"), *rows])) for name, rows in zip("ab", sides)]
                expected = [(b"-" if change.op == "removed" else b"+", list(change.row), change.count)
                            for change in changes(*sides, 2)]
                result = peel("diff", *names)
                self.assertEqual(list(map(read_row, self.records(result, bool(expected)))), expected)

    def test_folders(self):
        for number, (chance, trial) in enumerate(self.trials()):
            with trial:
                names = {hostile(chance, b"\0/") + bytes([97 + i]) for i in range(8)}
                names |= {b"x\n- important.txt", b"a -> b: mode "}
                left, right = [os.fsencode(self.folder / f"{side}{number}") for side in "ab"]
                for folder in (left, right):
                    os.mkdir(folder)
                expected = Counter()
                for i, name in enumerate(sorted(names)):
                    content = b"content of %d" % i
                    kind = chance.choice("-+~>=/")
                    if kind != "+":
                        self.put(left, name, content, is_folder=kind == "/")
                    if kind in "+~=":
                        self.put(right, name, content + (b" changed" if kind == "~" else b""))
                    if kind == ">":
                        self.put(right, name + b"!", content)
                        expected[b">", name, name + b"!"] += 1
                    elif kind != "=":
                        expected[b"-" if kind == "/" else kind.encode(), name + (b"/" if kind == "/" else b""), None] += 1
                found = self.records(peel("diff", left, right), bool(expected))
                self.assertEqual(Counter(map(read_path, found)), expected)
                fields = peel("diff", "-z", left, right).stdout.split(b"\0")[:-1]
                found = Counter()
                while fields:
                    record = fields.pop(0)
                    found[record[:1], record[2:], fields.pop(0) if record[:1] == b">" else None] += 1
                self.assertEqual(found, expected)
                plan = [line for line in self.records(peel("sync", right, left), bool(expected)) if line[1:2] == b" "]
                self.assertEqual(Counter(map(read_path, plan)), expected)

    @staticmethod
    def put(folder, name, content, is_folder=False):
        path = os.path.join(folder, name)
        if is_folder:
            return os.mkdir(path)
        with open(path, "wb") as file:
            file.write(content)
        os.utime(path, ns=(0, 0))

    def test_keys(self):
        for chance, trial in self.trials():
            with trial:
                lines = [hostile(chance, without=b"\n") for _ in range(40)]
                path = self.file("lines", b"".join(line + b"\n" for line in lines))
                for verb in (["count"], ["top", "-n", "100"]):
                    gap = b" " if verb == ["count"] else b"%  "
                    found = [record.lstrip().partition(gap) for record in self.records(peel(*verb, path), 0)]
                    self.assertEqual({read_key(key): int(count.split()[0]) for count, _, key in found}, Counter(lines))
                    if not any(b"\0" in line for line in lines):
                        records = peel(*verb, "-z", path).stdout.split(b"\0")[:-1]
                        found = [record.lstrip().partition(gap) for record in records]
                        self.assertEqual({key: int(count.split()[0]) for count, _, key in found}, Counter(lines))


def read_key(key):
    return Scanner(key).word()


class Quotes(FolderTest):
    def test_a_name_cannot_pretend_to_be_another_change(self):
        for side, names in (("a", ["x\n- important.txt"]), ("b", [])):
            (self.folder / side).mkdir()
            for name in names:
                (self.folder / side / name).write_text(name)
        result = peel("diff", str(self.folder / "a"), str(self.folder / "b"))
        self.assertEqual(result.stdout, b'- "x\\n- important.txt"\n')

    def test_a_row_cannot_pretend_to_be_counted(self):
        a = self.file("a", b"a  (x2)\nb\nb\n")
        self.assertEqual(peel("diff", a, self.file("b", b"")).stdout, b'- "a  (x2)"\n- b  (x2)\n')

    def test_a_cell_with_an_arrow_is_told_from_one_without(self):
        a, b = self.file("a.csv", b"id,v\n1,a ->\n2,a\n"), self.file("b.csv", b"id,v\n1,cells\n2,-> cells\n")
        self.assertEqual(peel("diff", "--key", "id", a, b).stdout,
                         b'~ id=1: v "a ->" -> cells\n~ id=2: v a -> "-> cells"\n')

    def test_what_is_clear_is_left_as_it_is(self):
        lines = [b"", b" indented", b"ends with a blank ", b"a\tb", b"[2024-01-01] start", b"f(x)", b"C:\\new",
                 b'say "yes"', b"a -> b: c, d", "Zoë 漢字".encode()]
        result = peel("diff", self.file("a", b"\n".join(lines) + b"\n"), self.file("b", b""))
        self.assertEqual(result.stdout, b"".join(b"- " + line + b"\n" for line in lines))
        a = self.file("a.csv", b"id,city,note\n1,New York,a=b\n")
        b = self.file("b.csv", b"id,city,note\n1,Old York,12:30 (noon)\n")
        self.assertEqual(peel("diff", "--key", "id", a, b).stdout,
                         b"~ id=1: city New York -> Old York, note a=b -> 12:30 (noon)\n")

    def test_the_model_reads_what_it_writes(self):
        for text in [*PIECES, b"".join(PIECES), bytes(range(256))]:
            for written in (in_quotes(text), word_text(text, b',"= '), line_text(text)):
                self.assertEqual(Scanner(written).word(), text)
        self.assertEqual(as_text(changes([(b"a\n",)], [], 1)[0], Terms()), b'- "a\\n"\n')

    def test_a_tab_joins_no_bytes_to_a_character(self):
        sides = [self.file("a", b"\xc4\t\xa8\n"), self.file("b", b"\xc4\xa8\n")]
        self.assertEqual(peel("diff", *sides).stdout, b'- "\\304\\t\\250"\n+ \xc4\xa8\n')
        self.assertEqual(line_text(b"\xc4\t\xa8"), b'"\\304\\t\\250"')

    def test_json_is_escaped_as_json_is(self):
        a = self.file("a.jsonl", '{"id":1,"v":"\u202e"}\n'.encode())
        b = self.file("b.jsonl", '{"id":1,"v":"\u0085"}\n'.encode())
        self.assertEqual(peel("diff", "--key", "id", a, b).stdout, b'~ id=1: v "\\u202e" -> "\\u0085"\n')
        self.assertEqual(peel("diff", a, b).stdout, b'- {"id":1,"v":"\\u202e"}\n+ {"id":1,"v":"\\u0085"}\n')

    def test_a_table_cannot_pretend_to_be_another(self):
        paths = []
        for name in ("a.db", "b.db"):
            paths.append(str(self.folder / name))
            with sqlite3.connect(paths[-1]) as database:
                database.execute('CREATE TABLE "t: same, 1 row\ntable u" (x INTEGER PRIMARY KEY)')
                database.execute(f'INSERT INTO "t: same, 1 row\ntable u" VALUES ({len(paths)})')
            database.close()
        self.assertEqual(peel("diff", *paths).stdout.splitlines()[-1],
                         b'table "t: same, 1 row\\ntable u": 1 removed, 1 added, 0 changed')

    def test_one_row_is_one_row(self):
        path = str(self.folder / "a.db")
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE t (x INTEGER PRIMARY KEY)")
            database.execute("INSERT INTO t VALUES (1)")
        database.close()
        self.assertEqual(peel("diff", path, path).stdout, b"table t: same, 1 row\n")

    def test_no_terminal_gets_control_characters(self):
        line = b"".join(piece for piece in PIECES if piece not in (b"\n", b"\t")) + b"\n"
        a, b, words = self.file("a", line), self.file("b", b""), self.file("words", line)
        filter_path = str(self.folder / "set.peel")
        self.assertEqual(peel("filter", "build", words, "-o", filter_path).returncode, 0)
        for arguments in (["diff", a, b], ["sync", a, b], ["count", a], ["top", a], ["filter", "query", filter_path, a]):
            for colour in ([], ["--color", "never"]) if arguments[0] in ("diff", "sync", "top") else ([],):
                seen, status = on_a_terminal(*arguments, *colour, NO_COLOR="1")
                self.assertIn(status, (0, 1), seen)
                seen = seen.replace(b"\r\n", b"\n")
                self.assertIn(b"\\033[2J", seen)
                text = seen.decode()
                self.assertFalse(set(text) & set("\r\0\x1b\x7f\x85\u202e\u2028\u2066\u061c"), (arguments, text))


class Nulls(FolderTest):
    """-z"""

    def test_copies_of_a_line_come_one_by_one(self):
        a, b = self.file("a", b"x  (x2)\ny\ny\n"), self.file("b", b"")
        self.assertEqual(peel("diff", "-z", a, b).stdout, b"- x  (x2)\0- y\0- y\0")

    def test_what_is_said_of_the_records_goes_elsewhere(self):
        a, b = self.file("a", b"x\ny\n"), self.file("b", b"")
        result = peel("diff", "-z", "--limit", "1", "--stat", a, b)
        self.assertEqual(result.stdout, b"- x\0")
        self.assertIn(b"... and 1 more\n", result.stderr)
        self.assertIn(b"error bound", result.stderr)
        result = peel("sync", "--null", a, b)
        self.assertEqual(result.stdout, b"+ x\0+ y\0")
        self.assertEqual(result.stderr, b"dry run: 2 rows would be added; nothing was written; --apply does it\n")

    def test_of_a_query_names_end_with_it_too(self):
        path = str(self.folder / "set.peel")
        words = self.file("words", b"x\n")
        peel("filter", "build", words, "-o", path)
        odd = self.file("od:d", b"y\nx\n")
        self.assertEqual(peel("filter", "query", "-z", "-H", "-n", path, odd).stdout, odd.encode() + b"\x002:x\0")
        self.assertEqual(peel("filter", "query", "-z", "-c", "-H", path, odd).stdout, odd.encode() + b"\x001\0")
        self.assertEqual(peel("filter", "query", "-H", "-n", path, odd).stdout, b'"' + odd.encode() + b'":2:x\n')

    def test_a_digest_is_told_from_a_text(self):
        long = b"a key of more than sixteen bytes\n"
        digest = peel("count", "--seed", "1", "-z", input=long).stdout[:-1].split(b"#")[1]
        self.assertEqual(peel("count", "--seed", "1", input=long).stdout, b"      1 #" + digest + b"\n")
        text = self.file("text", b"#" + digest + b"\n")
        self.assertEqual(peel("count", text).stdout, b'      1 "#' + digest + b'"\n')
        self.assertEqual(peel("count", "-z", text).stdout, b"      1 #" + digest + b"\0")

    def test_a_key_that_was_cut_is_named_in_a_note(self):
        path = self.file("lines", b"abcdef\n")
        result = peel("top", "-z", "--text-bytes", "3", path)
        self.assertEqual(result.stdout, b"      1  100.0%  abc\0")
        self.assertIn(b"only the beginning of 1 key was kept", result.stderr)

    def test_is_refused_where_it_says_nothing(self):
        a, b = self.file("a.csv", b"x,y\n1,2\n"), self.file("b.csv", b"x,y\n1,3\n")
        tables = "-z is for lines and folders, and these are tables, whose rows have cells; --json has them all\n"
        self.assert_trouble(peel("diff", "-z", a, b), tables)
        self.assert_trouble(peel("sync", "-z", a, b), tables)
        for verb, *options in (["diff", "--json"], ["sync", "--json"], ["count", "--json"], ["top", "--json"],
                               ["diff", "--color", "always"], ["top", "-f"]):
            files = [a, b] if verb in ("diff", "sync") else [a]
            said = "--format json" if [verb, *options] == ["diff", "--json"] else " ".join(options)
            self.assert_trouble(peel(verb, "-z", *options, *files),
                                f"-z is for plain text, and {said} is not; leave one of them out\n")
        sketch = str(self.folder / "s.peel")
        peel("sketch", self.file("lines", b"a\n"), "-o", sketch)
        result = peel("diff", "-z", sketch, self.file("lines", b"a\n"))
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertIn(b"a sketch has of some only a digest", result.stderr)


if __name__ == "__main__":
    unittest.main()
