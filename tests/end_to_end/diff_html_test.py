#!/usr/bin/python3
"""The HTML report of peel diff as a file: well formed, complete, closed against the data in it, alone in the world.

usage: PEEL_COMMAND=path/to/peel diff_html_test.py
"""
import base64
import hashlib
import json
import os
import re
import sqlite3
import subprocess
import unittest
from html.parser import HTMLParser

from command import PEEL, FolderTest, json_lines, peel
from tree_folders import unprivileged

VOID = {"meta", "input", "br", "link", "img", "rect"}
MARKUP = ["</script><script>alert(1)</script>", "<!--<script>", "<img src=x onerror=alert(1)>", "]]>", "--!>", "&amp;", "'\"`"]


class Page(HTMLParser):
    """Reads a page, and complains of elements that do not close. Keeps its data, its scripts and its visible text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.data, self.raw, self.text = [], [], [], [], {}, ""
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attributes]
        if tag not in VOID:
            self.open.append((tag, dict(attributes)))

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1][0] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        tag, attributes = self.open[-1] if self.open else ("", {})
        if tag == "script" and attributes.get("type") == "application/json":
            self.data.append((attributes["class"], json.loads(data)))
        elif tag in ("script", "style"):
            self.raw[tag] = data
        else:
            self.text += data

    @property
    def changes(self):
        return [change for kind, block in self.data if kind == "rows" for change in block]

    @property
    def tables(self):
        return [block for kind, block in self.data if kind == "table"]


class HtmlTest(FolderTest):
    def page(self, *arguments, status=1):
        result = peel("diff", "--format", "html", *arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        return Page(result.stdout.decode())

    def csv_pair(self, rows=30):
        left = "id,name,price\n" + "".join(f"{i},name {i},{i * 10}\n" for i in range(1, rows + 1))
        right = left.replace("3,name 3,30\n", "3,name 3,31\n").replace("7,name 7,70\n", "") + "99,new,1\n"
        return self.file("a.csv", left.encode()), self.file("b.csv", right.encode())


class Pages(HtmlTest):
    def test_holds_the_changes_that_json_has(self):
        a, b = self.csv_pair()
        page = self.page("--key", "id", a, b)
        self.assertEqual(page.tables, [{"name": "", "place": "Line", "typed": False, "columns": ["id", "name", "price"],
                                        "key": [0]}])
        self.assertEqual(page.changes, [["~", 4, 1, ["3", "name 3", "30"], [[2, "31"]]],
                                        ["-", 8, 1, ["7", "name 7", "70"]], ["+", 31, 1, ["99", "new", "1"]]])

    def test_counts_as_json_does_in_every_kind_of_diff(self):
        a, b = self.csv_pair()
        lines = self.file("a.txt", b"x\nx\ny\n"), self.file("b.txt", b"y\nz\n")
        for arguments in [("--key", "id", a, b), (a, b), lines, ("--method", "sketch", "--key", "id", a, b)]:
            with self.subTest(arguments):
                summary = json_lines(peel("diff", "--json", *arguments))[-1]["summary"]
                page = self.page(*arguments)
                for kind, sign in [("removed", "-"), ("added", "+"), ("changed", "~")]:
                    rows = sum(change[2] for change in page.changes if change[0] == sign)
                    self.assertEqual(rows, summary[kind])
                    self.assertRegex(page.text, rf"[−+~]{summary[kind]}\s+{kind}")

    def test_of_json_hold_the_parts_that_changed(self):
        a = self.file("a.jsonl", b'{"id":1,"p":1.5,"tags":["</script>"]}\n{"id":2,"p":"2"}\n{"id":4}\n')
        b = self.file("b.jsonl", b'{"id":1,"p":1.6,"tags":[]}\n{"id":3}\n{"id":4.0}\n')
        page = self.page("--key", "id", a, b)
        self.assertEqual(page.tables[0]["columns"], ["id", "value"])
        self.assertEqual(page.changes, [["~", 1, 1, [1, 'p 1.5, tags[0] "</script>"'], [[1, "p 1.6, tags[0] missing"]]],
                                        ["-", 2, 1, [2, '{"id":2,"p":"2"}']], ["+", 2, 1, [3, '{"id":3}']]])
        page = self.page("--key", "id", "--columns", "p", a, b)
        nulls = self.file("c.jsonl", b'{"id":1,"p":null}\n{"id":2,"p":"null"}\n{"id":4}\n')
        self.assertEqual(self.page("--key", "id", "--columns", "p", a, nulls).changes,
                         [["~", 1, 1, [1, ["n", "1.5"]], [[1, "null"]]], ["~", 2, 1, [2, '"2"'], [[1, '"null"']]]])
        self.assertEqual(page.changes, [["~", 1, 1, [1, ["n", "1.5"]], [[1, ["n", "1.6"]]]], ["-", 2, 1, [2, '"2"']],
                                        ["+", 2, 1, [3, ["m"]]]])

    def test_of_folders_hold_moves(self):
        for path, text in [("l/old/f", "one"), ("l/gone", "2"), ("l/edit", "a"), ("r/new/f", "one"), ("r/edit", "b")]:
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(text)
        page = self.page(str(self.folder / "l"), str(self.folder / "r"))
        self.assertEqual([(change[0], change[2], change[3][0], change[4:]) for change in page.changes],
                         [("~", 1, "edit", [[[4, "other content"]]]), ("-", 1, "gone", []), (">", 1, "old", [[[0, "new"]]])])
        self.assertRegex(page.text, r"→1\s+moved")
        self.assertIn("4 entries on the left, 3 on the right.", page.text)

    def test_of_folders_say_that_something_could_not_be_read(self):
        self.folder.chmod(0o755)
        for side in ("l", "r"):
            (self.folder / side).mkdir()
            (self.folder / side / "x").write_text(side)
        (self.folder / "r/x").chmod(0)
        result = subprocess.run([PEEL, "diff", "--format", "html", "l", "r"], cwd=self.folder, capture_output=True,
                                preexec_fn=unprivileged)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertRegex(Page(result.stdout.decode()).text, r"Incomplete\..* could not be read")

    def test_says_how_it_was_found(self):
        a, b = self.csv_pair()
        text = self.page("--key", "id", a, b).text
        self.assertIn("All differences were found. 30 rows on the left, 30 on the right.", text)
        self.assertRegex(text, r"method\s*exact: small files")
        self.assertRegex(text, r"bytes in 1 pass")

    def test_says_that_nothing_differs(self):
        a, _ = self.csv_pair()
        page = self.page(a, a, status=0)
        self.assertIn("Nothing differs.", page.text)
        self.assertEqual(page.changes, [])

    def test_shows_the_first_changes_without_scripts(self):
        a = self.file("a.txt", b"".join(b"line %d\n" % i for i in range(200)))
        page = self.page(a, self.file("b.txt", b""))
        self.assertEqual(len(page.changes), 200)
        self.assertIn("line 49", page.text)
        self.assertNotIn("line 50", page.text)

    def test_has_a_chart_of_where_changes_are(self):
        a = "".join(f"{i}\n" for i in range(10000))
        page = self.page(self.file("a.txt", a.encode()), self.file("b.txt", a.replace("5000\n", "").encode()))
        chart = page.data[-1][1]["charts"]["0"]
        self.assertEqual((chart["from"], chart["width"]), (1, 128))
        self.assertEqual([at for at, counts in enumerate(chart["bins"]) if any(counts)], [5000 // 128])
        self.assertEqual(page.tags.count("rect"), 1)

    def test_limit_is_honoured_and_said(self):
        a, b = self.csv_pair()
        page = self.page("--limit", "1", "--key", "id", a, b)
        self.assertEqual(len(page.changes), 1)
        self.assertIn("2 more changes are counted and not in this page (--limit).", page.text)

    def test_stat_changes_nothing_since_the_page_has_it(self):
        a, b = self.csv_pair()
        self.assertEqual(peel("diff", "--format", "html", a, b).stdout,
                         peel("diff", "--format", "html", "--stat", a, b).stdout)

    def test_quiet_is_refused(self):
        self.assert_trouble(peel("diff", "--format", "html", "--quiet", "a", "b"),
                            "--format html writes a report and --quiet says nothing; give one of them\n")

    def test_a_file_gets_what_standard_output_would_get(self):
        a, b = self.csv_pair()
        result = peel("diff", "--format", "html", a, b, "-o", self.folder / "report.html")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (1, b"", b""))
        self.assertEqual((self.folder / "report.html").read_bytes(), peel("diff", "--format", "html", a, b).stdout)

    @unittest.skipIf(os.environ.get("PEEL_SANITIZE"), "sanitizers take memory of their own")
    def test_needs_no_memory_for_changes_that_json_does_not_need(self):
        a = self.file("a.txt", b"".join(b"left %d\n" % i for i in range(200_000)))

        def peak(format):
            child = subprocess.Popen([PEEL, "diff", "--format", format, "--memory", "1M", a, os.devnull],
                                     stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_maxrss  # kB

        self.assertLess(peak("html"), peak("json") + 4_000)  # the data in the page has 10 MB


class Databases(HtmlTest):
    def database(self, name, script):
        path = str(self.folder / name)
        with sqlite3.connect(path) as database:
            database.executescript(script)
        database.close()
        return path

    def test_are_reported_table_by_table(self):
        a = self.database("a.db", "CREATE TABLE t(id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, NULL), (2, 1.5),"
                                  " (9007199254740993, x'00ff'); CREATE TABLE same(x); CREATE TABLE gone(x)")
        b = self.database("b.db", "CREATE TABLE t(id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, ''), (2, 1.5),"
                                  " (4, 'four'); CREATE TABLE same(x)")
        page = self.page(a, b)
        self.assertEqual([table["name"] for table in page.tables], ["same", "t"])
        self.assertEqual(page.changes, [["~", 1, 1, [1, None], [[1, ""]]],
                                        ["-", "9007199254740993", 1, [["n", "9007199254740993"], ["b", 2, "00ff"]]],
                                        ["+", 4, 1, [4, "four"]]])
        self.assertIn("only in LEFT, 0 rows", page.text)

    def test_that_cannot_be_compared_wholly_are_reported_with_the_reason(self):
        a = self.database("a.db", "CREATE TABLE t(a, b)")
        b = self.database("b.db", "CREATE TABLE t(a, c)")
        out = self.folder / "report.html"
        result = peel("diff", "--format", "html", a, b, "-o", out)
        self.assertEqual(result.returncode, 2)
        text = Page(out.read_text()).text
        self.assertIn("Incomplete.", text)
        self.assertIn("not compared:", text)


class Sketches(HtmlTest):
    def test_are_reported_with_what_they_know(self):
        a, b = self.csv_pair()
        sketch = str(self.folder / "a.peel")
        self.assertEqual(peel("sketch", "--key", "id", "--capacity", "100", a, "-o", sketch).returncode, 0)
        page = self.page(sketch, b)
        self.assertEqual(sorted(map(json.dumps, page.changes)), sorted(map(json.dumps, [
            ["~", 4, 1, ["3", ["?"], ["?"]], [[1, "name 3"], [2, "31"]]],
            ["-", None, 1, ["7", ["?"], ["?"]]],
            ["+", 31, 1, ["99", "new", "1"]]])))
        self.assertIn("by line in RIGHT; 1 change not in the chart, whose place is not known", page.text)

    def test_that_are_too_small_make_a_report_that_says_so(self):
        a = self.file("a.txt", b"".join(b"%d\n" % i for i in range(5000)))
        sketch, out = str(self.folder / "a.peel"), self.folder / "report.html"
        self.assertEqual(peel("sketch", "--capacity", "10", a, "-o", sketch).returncode, 0)
        result = peel("diff", "--format", "html", sketch, os.devnull, "-o", out)
        self.assertEqual(result.returncode, 2)
        text = Page(out.read_text()).text
        self.assertIn("Incomplete.", text)
        self.assertIn(result.stderr.decode().removeprefix("peel: ").strip(), text)


class HostileData(HtmlTest):
    def texts(self):
        controls = [chr(code) for code in (0, 7, 8, 0x1B, 0x7F, 0x85, 0x9B)]
        return MARKUP + controls + ["\u2028\u2029", "a\u202etxt", "\u2066x", "\ufeff", "\U000e0041"]

    def page_of(self, texts):
        lines = self.file("a.txt", b"".join(text if isinstance(text, bytes) else text.encode() for text in texts))
        return peel("diff", "--format", "html", lines, os.devnull).stdout.decode(), lines

    def test_reaches_the_data_unchanged(self):
        page, _ = self.page_of([text + "\n" for text in self.texts()])
        self.assertEqual([change[3][0] for change in Page(page).changes], self.texts())

    def test_becomes_neither_markup_nor_script(self):
        harmless = Page(self.page_of(["a\n"] * len(self.texts()))[0])
        page, _ = self.page_of([text + "\n" for text in self.texts()])
        parsed = Page(page)
        self.assertEqual(set(parsed.tags), set(harmless.tags))
        self.assertEqual(parsed.raw, harmless.raw)
        for text in MARKUP[:3]:
            self.assertNotIn(text, page)
            self.assertIn(text, parsed.text)

    def test_has_no_character_that_hides_outside_the_data(self):
        page, _ = self.page_of([text + "\n" for text in self.texts()])
        visible = Page(page).text.replace("\n", "")
        for text in self.texts()[len(MARKUP):]:
            for character in set(text) - set("atx"):
                self.assertNotIn(character, visible)
        for mark in [r"\x00", r"\x1B", "U+0085", "U+202E", "U+2028", "U+E0041"]:
            self.assertIn(mark, visible)

    def test_bytes_that_are_not_utf_8_are_kept_as_bytes(self):
        page, _ = self.page_of([b"\xff\xc3(\xed\xa0\x80\n"])
        (change,) = Page(page).changes
        self.assertEqual(change[3][0].encode("utf-8", "surrogateescape"), b"\xff\xc3(\xed\xa0\x80")
        self.assertIn(r"\xFF\xC3(\xED\xA0\x80", Page(page).text)

    def test_may_be_in_names_of_columns_and_files(self):
        a = self.file("<b>.csv", b"</script><i>,<!--\n1,2\n")
        b = self.file("<i>.csv", b"</script><i>,<!--\n1,3\n")
        page = self.page("--key", "</script><i>", a, b)
        self.assertNotIn("b", page.tags[page.tags.index("h1"):page.tags.index("h1") + 4])
        self.assertIn("<b>.csv", page.text)
        self.assertEqual(page.tables[0]["columns"], ["</script><i>", "<!--"])

    def test_of_a_million_characters_is_kept_whole(self):
        page, _ = self.page_of(["<" * 1_000_000 + "\n"])
        self.assertEqual(Page(page).changes[0][3][0], "<" * 1_000_000)
        self.assertLess(Page(page).text.count("<"), 1000)


class Alone(HtmlTest):
    """The page asks nothing of anybody."""

    def setUp(self):
        super().setUp()
        a, b = self.csv_pair()
        self.text = peel("diff", "--format", "html", a, b).stdout.decode()
        self.parsed = Page(self.text)

    def test_no_element_names_an_address(self):
        links = [(name, value) for _, name, value in self.parsed.attributes
                 if name in ("href", "src", "srcset", "action", "data", "poster")]
        self.assertEqual(links, [("href", "#changes")])
        self.assertEqual(set(re.findall(r"https?://[^\s\"']+", self.text)), {"http://www.w3.org/2000/svg"})  # a name

    def test_the_policy_allows_its_own_style_and_script_and_nothing_else(self):
        (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', self.text)
        digest = {tag: base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
                  for tag, text in self.parsed.raw.items()}
        self.assertEqual(policy, f"default-src 'none'; style-src 'sha256-{digest['style']}'; "
                                 f"script-src 'sha256-{digest['script']}'; base-uri 'none'; form-action 'none'")

    def test_no_attribute_is_a_style_or_a_script(self):
        self.assertEqual([name for _, name, _ in self.parsed.attributes if name == "style" or name.startswith("on")], [])


if __name__ == "__main__":
    unittest.main()
