#!/usr/bin/python3
"""The HTML report of peel diff in a real browser, which searches, sorts, filters and opens rows.

usage: PEEL_COMMAND=path/to/peel diff_html_browser_test.py
"""
import os
import sqlite3
import time
import unittest

from browser import Browser
from command import FolderTest, peel

ENTER, ESCAPE, RIGHT, END = "\ue007", "\ue00c", "\ue014", "\ue010"

# The first column of data of each row that is shown, as text.
SHOWN = "return [...document.querySelectorAll('#grid > tbody > tr.change')].map((row) => row.cells[2].innerText.trim())"


class BrowserTest(FolderTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def tearDown(self):
        self.browser.assert_untroubled(self)

    def report(self, *arguments, status=1):
        path = str(self.folder / "report.html")
        result = peel("diff", "--format", "html", *arguments, "-o", path)
        self.assertEqual(result.returncode, status, result.stderr)
        self.browser.open(path)
        self.browser.wait_for("return document.documentElement.dataset.ready === 'yes'")

    def shown(self):
        return self.browser.run(SHOWN)

    def status_becomes(self, text):
        self.browser.wait_for("return document.getElementById('status').textContent === arguments[0]", text)

    def search(self, text):
        field = self.browser.find("#query")
        field.clear()
        field.type(text)

    def sort_by(self, title):
        self.browser.run("[...document.querySelectorAll('#grid thead .sort')]"
                         ".find((press) => press.firstChild.textContent === arguments[0]).click()", title)

    def sorted_as(self, title):
        return self.browser.run("return [...document.querySelectorAll('#grid thead th')]"
                                ".find((cell) => cell.firstChild.firstChild.textContent === arguments[0]).getAttribute('aria-sort')", title)


class TheBrowser(FolderTest):
    """What the other tests rely on: that failures of scripts and calls to the network are seen."""

    def test_tells_what_a_page_does_wrong(self):
        page = self.file("page.html", b"<script>undefined_name()</script><img src='http://example.invalid/picture.png'>")
        with Browser() as browser:
            browser.open(page)
            self.assertIn("http://example.invalid/picture.png", browser.requests())
            self.assertTrue(any("undefined_name" in trouble for trouble in browser.troubles()))


class Table(BrowserTest):
    def setUp(self):
        super().setUp()
        left = "id,city,price\n1,Oslo,9\n2,Rome,10\n3,Turin,8\n4,Bergen,7\n5,Graz,1\n"
        right = "id,city,price\n1,Oslo,90\n2,Rome,11.5\n3,Turin,8\n5,Porto,1\n6,bergen,100\n"
        self.report("--key", "id", self.file("a.csv", left.encode()), self.file("b.csv", right.encode()))

    def test_shows_all_changes_with_changed_cells_marked(self):
        self.assertEqual(self.shown(), ["1", "2", "4", "5", "6"])
        marked = self.browser.run("return [...document.querySelectorAll('#grid td.edited')].map((cell) => "
                                  "[cell.querySelector('del').innerText, cell.querySelector('ins').innerText])")
        self.assertEqual(marked, [["9", "90"], ["10", "11.5"], ["Graz", "Porto"]])

    def test_puts_the_summary_on_top(self):
        self.assertTrue(self.browser.run("const main = document.getElementById('main');"
                                         "return main.firstElementChild.id === 'summary'"))

    def test_searches_old_and_new_cells_whatever_their_case(self):
        self.search("bergen")
        self.status_becomes("2 of 5 changes")
        self.assertEqual(self.shown(), ["4", "6"])
        self.assertEqual(self.browser.run("return document.querySelector('#grid mark').textContent"), "Bergen")
        self.search("11.5")
        self.status_becomes("1 of 5 changes")
        self.search("nowhere")
        self.status_becomes("0 of 5 changes")
        self.assertEqual(self.shown(), [])

    def test_sorts_numbers_by_value_in_both_directions(self):
        self.sort_by("price")
        self.browser.wait_for(SHOWN + ".join() === '5,4,1,2,6'")
        self.assertEqual(self.sorted_as("price"), "ascending")
        self.sort_by("price")
        self.browser.wait_for(SHOWN + ".join() === '6,2,1,4,5'")
        self.assertEqual((self.sorted_as("price"), self.sorted_as("city")), ("descending", "none"))

    def test_sorts_text_and_goes_back_to_the_order_of_the_data(self):
        self.sort_by("city")
        self.browser.wait_for(SHOWN + ".join() === '4,5,1,2,6'")
        self.sort_by("city")
        self.browser.wait_for(SHOWN + ".join() === '6,2,1,5,4'")
        self.sort_by("city")
        self.browser.wait_for(SHOWN + ".join() === '1,2,4,5,6'")
        self.assertEqual(self.sorted_as("city"), "none")

    def test_sorts_by_place(self):
        self.sort_by("Line")
        self.browser.wait_for("return [...document.querySelectorAll('td.place')].map((cell) => cell.textContent).join() === '2,3,5,6,6'")

    def test_filters_by_kind(self):
        self.browser.find(".kind-filter.changed").click()
        self.status_becomes("2 of 5 changes")
        self.assertEqual(self.shown(), ["4", "6"])
        self.assertEqual(self.browser.find(".kind-filter.changed").attribute("aria-pressed"), "false")
        self.browser.find(".kind-filter.changed").click()
        self.status_becomes("5 changes")

    def test_opens_a_row_with_all_its_cells(self):
        self.browser.find("tr.changed .open").click()
        cells = self.browser.run("return [...document.querySelectorAll('tr.detail tbody tr')].map((line) => "
                                 "[...line.cells].map((cell) => cell.textContent))")
        self.assertEqual(cells, [["id", "1"], ["city", "Oslo"], ["price", "9", "90"]])
        self.assertEqual(self.browser.find("tr.changed .open").attribute("aria-expanded"), "true")
        self.browser.find("tr.changed .open").click()
        self.assertEqual(self.browser.run("return document.querySelectorAll('tr.detail').length"), 0)

    def test_can_be_used_with_the_keyboard(self):
        self.browser.press("/")
        self.assertEqual(self.browser.run("return document.activeElement.id"), "query")
        self.browser.run("document.querySelector('tr.changed .open').focus()")
        self.browser.press(ENTER)
        self.browser.wait_for("return document.querySelector('tr.detail') !== null")

    def test_shows_only_columns_that_changed_if_asked(self):
        self.report("--key", "id", self.file("c.csv", b"id,a,b,c\n1,x,y,z\n"), self.file("d.csv", b"id,a,b,c\n1,x,Y,z\n"))
        titles = "return [...document.querySelectorAll('#grid thead th')].map((cell) => cell.textContent.replace(/[^a-z]/gi, ''))"
        self.assertEqual(self.browser.run(titles), ["Change", "Line", "id", "a", "b", "c"])
        self.browser.run("const columns = document.getElementById('columns'); columns.value = 'changed';"
                         "columns.dispatchEvent(new Event('change'))")
        self.assertEqual(self.browser.run(titles), ["Change", "Line", "id", "b"])

    def test_can_be_dark(self):
        lightness = "return getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).map(Number)[0]"
        self.assertGreater(self.browser.run(lightness), 200)
        self.browser.find("#theme").click()
        self.assertLess(self.browser.run(lightness), 60)
        with Browser(dark=True) as dark:
            dark.open(self.folder / "report.html")
            self.assertLess(dark.run(lightness), 60)

    def test_fits_a_telephone(self):
        self.browser.resize(390, 844)
        self.addCleanup(self.browser.resize, 1280, 900)
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 390)

    def test_shows_summary_and_first_rows_without_scripts(self):
        with Browser(scripts=False) as plain:
            plain.open(self.folder / "report.html")
            self.assertIn("Graz", plain.find("#first").text)
            self.assertIn("3\nchanged", plain.find("#summary").text.replace(" ", ""))
            # On top, although it stands at the end of the file.
            self.assertLess(plain.find("#summary").rectangle["y"], plain.find("#changes").rectangle["y"])


class Chart(BrowserTest):
    def setUp(self):
        super().setUp()
        lines = [f"{i}\n" for i in range(1, 1001)]
        changed = [line for i, line in enumerate(lines, 1) if i not in (3, 500, 501, 990)]
        self.report(self.file("a.txt", "".join(lines).encode()), self.file("b.txt", "".join(changed).encode()))

    def test_shows_only_the_changes_of_a_stretch_that_is_pressed(self):
        self.browser.run("document.querySelector('.chart svg').focus()")
        self.browser.press(RIGHT)
        self.assertEqual(self.browser.find(".chart output").text, "Line 1\u20138: 1 removed")
        self.browser.press(ENTER)
        self.status_becomes("1 of 4 changes")
        self.assertEqual(self.shown(), ["3"])
        self.browser.find("#range").click()
        self.status_becomes("4 changes")

    def test_forgets_the_stretch_at_escape(self):
        self.browser.run("document.querySelector('.chart svg').focus()")
        self.browser.press(END, ENTER)
        self.status_becomes("0 of 4 changes")
        self.browser.press(ESCAPE)
        self.status_becomes("4 changes")


class Databases(BrowserTest):
    def setUp(self):
        super().setUp()
        for name, script in [("a.db", "INSERT INTO t VALUES (1, 'one'), (2, 'two'); INSERT INTO u VALUES ('k', NULL)"),
                             ("b.db", "INSERT INTO t VALUES (1, 'ONE'); INSERT INTO u VALUES ('k', '')")]:
            with sqlite3.connect(self.folder / name) as database:
                database.executescript("CREATE TABLE t(id INTEGER PRIMARY KEY, name);"
                                       "CREATE TABLE u(k TEXT PRIMARY KEY, v) WITHOUT ROWID; CREATE TABLE same(x);" + script)
            database.close()
        self.report(str(self.folder / "a.db"), str(self.folder / "b.db"))

    def test_show_the_changes_of_all_tables_at_first(self):
        tables = self.browser.run("return [...document.querySelectorAll('tr.change')].map((row) => row.cells[1].textContent)")
        self.assertEqual(tables, ["t", "t", "u"])

    def test_can_be_filtered_by_table(self):
        self.browser.run("const table = document.getElementById('table'); table.value = '2';"
                         "table.dispatchEvent(new Event('change'))")
        self.status_becomes("1 of 3 changes")
        self.assertEqual(self.shown(), ["k"])
        self.assertEqual(self.browser.run("const cell = document.querySelector('td.edited');"
                                          "return [cell.querySelector('del').innerText, cell.querySelector('ins').innerText]"),
                         ["NULL", '""'])

    def test_can_be_filtered_by_pressing_the_name_of_a_table(self):
        self.browser.find("#tables button").click()
        self.status_becomes("2 of 3 changes")
        self.assertEqual(self.shown(), ["1", "2"])


class Folders(BrowserTest):
    def setUp(self):
        super().setUp()
        for path, text in [("left/old/a.txt", "the first"), ("left/old/b.txt", "the second"), ("left/same", "x"),
                           ("left/edited", "one"), ("left/gone<img src=x onerror=alert(1)>", "gone"),
                           ("right/new/a.txt", "the first"), ("right/new/b.txt", "the second"), ("right/same", "x"),
                           ("right/edited", "two")]:
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(text)
        self.sides = [str(self.folder / side) for side in ("left", "right")]

    def test_show_what_moved_from_where_to_where(self):
        self.report(*self.sides)
        self.assertIn("old\nnew", self.shown())
        self.assertIn("2\nmoved", self.browser.run("return document.querySelector('.tiles .moved').innerText").replace("\u2192", ""))

    def test_are_searched_by_old_and_new_path(self):
        self.report(*self.sides)
        self.search("new")
        self.status_becomes("1 of 3 changes")
        self.assertEqual(self.shown(), ["old\nnew"])

    def test_say_that_contents_differ(self):
        self.report(*self.sides)
        self.search("edited")
        self.status_becomes("1 of 3 changes")
        self.assertIn("content\nother content", self.browser.run("return document.querySelector('#grid > tbody > tr.change').innerText"))

    def test_can_be_filtered_to_moves(self):
        self.report(*self.sides)
        for kind in ("removed", "changed"):
            self.browser.find(f"#kinds .{kind}").click()
        self.status_becomes("1 of 3 changes")
        self.assertEqual(self.shown(), ["old\nnew"])

    def test_are_compared_with_a_sketch(self):
        sketch = str(self.folder / "left.peel")
        self.assertEqual(peel("sketch", self.sides[0], "-o", sketch).returncode, 0)
        self.report(sketch, self.sides[1])
        self.assertIn("old\nnew", self.shown())


class HostileData(BrowserTest):
    TEXTS = ["</script><script>window.harmed=1</script>", "<!--<script>", "<img src=x onerror=window.harmed=1>",
             "<svg onload=window.harmed=1>", "javascript:window.harmed=1", "\x00\x1b[31m\x07", "a\u202etxt.exe", "\u2028\u2029",
             "'\"`${window.harmed=1}", "\U000e0041\u200b"]

    def setUp(self):
        super().setUp()

        def rows(suffix):
            texts = [f'{i},"{text}{suffix}"'.replace('"`', '""`') for i, text in enumerate(self.TEXTS)]
            return ("id,</script><b onclick=window.harmed=1>\n" + "\n".join(texts) + "\n").encode()

        long = b"7777," + b"x" * 500_000 + b"%s" + b"y" * 500_000 + b"\n8888,%s\xff\xfe\n"
        self.report("--key", "id", self.file("<b>&<i onclick=x>.csv", rows("") + long % (b"", b"")),
                    self.file("b.csv", rows("!") + long % (b"END", b"!")))

    def test_does_no_harm(self):
        self.assertIsNone(self.browser.run("return window.harmed"))
        self.assertEqual(self.browser.run("return document.querySelectorAll('#grid img, #grid script, #grid svg').length"), 0)
        self.assertEqual(len(self.shown()), len(self.TEXTS) + 2)
        for text in ("harmed", "img src"):
            self.search(text)
        self.status_becomes("1 of 12 changes")
        self.assertIsNone(self.browser.run("return window.harmed"))

    def test_is_shown_as_it_is(self):
        old = self.browser.run("return [...document.querySelectorAll('#grid del')].map((cell) => cell.textContent)")
        for i in (0, 1, 2, 3, 4, 8):
            self.assertEqual(old[i], self.TEXTS[i])

    def test_cannot_hide(self):
        old = self.browser.run("return [...document.querySelectorAll('#grid del')].map((cell) => cell.textContent)")
        self.assertEqual(old[5], r"\x00\x1B[31m\x07")
        self.assertEqual(old[6], "aU+202Etxt.exe")
        self.assertEqual(old[7], "U+2028U+2029")
        self.assertEqual(old[9], "U+E0041U+200B")
        self.assertEqual(old[11], r"\xFF\xFE")

    def test_of_a_megabyte_opens_in_steps_at_the_place_that_differs(self):
        self.search("7777")
        self.status_becomes("1 of 12 changes")
        self.browser.find(".open").click()
        self.assertEqual(self.browser.run("return document.querySelector('.new b').textContent"), "END")
        length = "return document.querySelector('.new .whole').textContent.length"
        self.assertLess(self.browser.run(length), 2000)
        presses = 0
        while self.browser.run("const more = document.querySelector('.new .more');"
                               "if (more) more.click(); return Boolean(more)"):
            presses += 1
        self.assertEqual(self.browser.run(length), 1_000_003)
        self.assertLessEqual(presses, 14)


class ManyChanges(BrowserTest):
    ROWS = 100_000

    def setUp(self):
        super().setUp()
        left = b"".join(b"%d,name %d,%d\n" % (i, i % 1000, i * 7919 % 100_003) for i in range(self.ROWS))
        right = b"".join(b"%d,name %d,%d\n" % (i, i % 1000, i * 7919 % 100_003 + 1) for i in range(self.ROWS))
        self.report("--key", "id", self.file("a.csv", b"id,name,n\n" + left), self.file("b.csv", b"id,name,n\n" + right))

    def test_are_searched_sorted_and_turned_over_while_the_page_answers(self):
        """A timer that is due every 20 ms says how long the page was deaf. Bounds are wide: machines are slow and shared."""
        self.browser.run("window.gap = 0; let last = performance.now(); setInterval(() => {"
                         "const now = performance.now(); window.gap = Math.max(window.gap, now - last); last = now; }, 20)")
        self.status_becomes("100,000 changes")
        began = time.monotonic()
        self.search("name 77")
        self.status_becomes("1,100 of 100,000 changes")
        self.search("name")
        self.status_becomes("100,000 changes")
        self.sort_by("n")
        self.browser.wait_for(SHOWN + "[0] === '0'")
        self.sort_by("n")
        most = max(range(self.ROWS), key=lambda i: i * 7919 % 100_003)
        self.browser.wait_for(SHOWN + f"[0] === '{most}'")
        self.browser.find('[aria-label="Last page"]').click()
        self.assertEqual(self.shown()[-1], "0")
        self.assertEqual(self.browser.find(".where").text, "99,901\u2013100,000 of 100,000")
        self.assertLess(time.monotonic() - began, 60)
        self.assertLess(self.browser.run("return window.gap"), 5000)

    def test_are_never_all_on_the_page(self):
        self.assertLess(self.browser.run("return document.getElementsByTagName('*').length"), 5000)

    def test_are_printed_up_to_a_limit_that_is_said(self):
        self.browser.run("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.browser.run("return document.querySelectorAll('tr.change').length"), 2000)
        self.assertEqual(self.browser.run("return document.getElementById('print-note').textContent"),
                         "98,000 more changes are not printed: search or filter before printing.")
        self.browser.run("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(self.browser.run("return document.querySelectorAll('tr.change').length"), 100)

    def test_that_were_filtered_are_what_is_printed(self):
        self.search("name 77")
        self.status_becomes("1,100 of 100,000 changes")
        self.assertEqual(self.browser.print()[:5], b"%PDF-")
        self.assertEqual(self.browser.run("return document.getElementById('print-note').textContent"), "")


if __name__ == "__main__":
    if os.environ.get("PEEL_SANITIZE"):
        print("left to the build without sanitizers, which writes the same pages")
    else:
        unittest.main()
