"""peel diff compared with the model: every method, every format, from files and through pipes."""
import csv
import io
import json
import subprocess
import tempfile
from pathlib import Path

from command import CommandTest, peel, without_notes
from diff_model import Terms, as_csv_cells, as_json, as_text, changes, csv_heading, is_in_order
from diff_pairs import Pair, pair_of_lines

METHODS = [[], ["--method", "sketch"], ["--method", "exact"], ["--method", "exact", "--memory", "1M"]]
SAID_OF_A_CHANGE = {"op", "key", "old", "new", "line", "row", "count"}  # other members may be added

csv.field_size_limit(2**30)


class OracleTest(CommandTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def diff(self, pair, *options, through_pipe=None):
        """Runs the command on the pair; one of the sides may come from standard input."""
        paths = []
        for side, contents in (("left", pair.left), ("right", pair.right)):
            path = self.folder / f"{side}.{pair.kind}"
            if side == through_pipe:
                paths.append("-")
            else:
                path.write_bytes(contents)
                paths.append(str(path))
        standard = getattr(pair, through_pipe) if through_pipe else None
        kind = ["--input", pair.kind] if through_pipe else []
        result = peel("diff", *pair.arguments, *kind, *options, *paths, **(
            {"input": standard} if through_pipe else {"stdin": subprocess.DEVNULL}))
        self.assertEqual(without_notes(result), "")
        return result

    def assert_says(self, pair, expected, method, through_pipe=None):
        """The JSON lines; returns the changes in the order in which they came, and the method used."""
        result = self.diff(pair, "--json", *method, through_pipe=through_pipe)
        *said, last = [json.loads(line) for line in result.stdout.decode().split("\n")[:-1]]
        summary = last["summary"]
        said = [{name: value for name, value in each.items() if name in SAID_OF_A_CHANGE} for each in said]
        wanted = [as_json(change, pair.terms) for change in expected]
        order = expected
        if summary["method"] == "in_step" and said != wanted:
            # Rows passed over are not looked at again, so which of several equal rows is left may vary.
            known = {json.dumps(each, sort_keys=True): change for each, change in zip(wanted, expected)}
            order = [known.get(json.dumps(each, sort_keys=True)) for each in said]
            self.assertCountEqual(said, wanted)
            self.assertTrue(is_in_order(order, pair.left_rows, pair.right_rows))
        else:
            self.assertEqual(said, wanted)
        totals = {op: sum(change.count for change in expected if change.op == op)
                  for op in ("removed", "added", "changed")}
        self.assertEqual(summary, {**summary, **totals, "schema": 1, "complete": True, "not_shown": 0,
                                   "rows_left": len(pair.left_rows), "rows_right": len(pair.right_rows)})
        self.assertIn(summary["method"], {"exact"} if "exact" in method else {"exact", "in_step", "sketch"})
        self.assertEqual(result.returncode, 1 if expected else 0)
        return order, summary

    def assert_writes(self, pair, order, method, through_pipe=None):
        """CSV and text, of changes in this order."""
        result = self.diff(pair, "--format", "csv", *method, through_pipe=through_pipe)
        records = csv.reader(io.StringIO(result.stdout.decode("latin-1"), newline=""), strict=True)
        cells = [[cell.encode("latin-1") for cell in each] for each in records]
        self.assertEqual(cells, [csv_heading(pair.terms), *(each for change in order
                                                            for each in as_csv_cells(change, pair.terms))])
        self.assertEqual(result.returncode, 1 if order else 0)
        result = self.diff(pair, *method, through_pipe=through_pipe)
        self.assertEqual(result.stdout, b"".join(as_text(change, pair.terms) for change in order))
        self.assertEqual(result.returncode, 1 if order else 0)

    def assert_agrees(self, pair, methods=None, pipes=(None, "left", "right")):
        """Every method in JSON; each through a file or a pipe in turn. CSV and text with one of them."""
        expected = changes(pair.left_rows, pair.right_rows, pair.terms.key_columns)
        used = []
        for number, method in enumerate(methods or METHODS):
            pipe = pipes[number % len(pipes)]
            order, summary = self.assert_says(pair, expected, method, pipe)
            used.append(summary["method"])
            if number == 0:
                self.assert_writes(pair, order, method, pipe)
        return used

    def assert_lines_agree(self, left, right, **options):
        return self.assert_agrees(pair_of_lines("lines", left, right), **options)

    def assert_tables_agree(self, left, right, left_rows, right_rows, names, *arguments, key=0, kind="csv", **options):
        """Rows with the columns as LEFT has them, of which the first are the key."""
        terms = Terms([name.encode() for name in names], key or len(names), key > 0, list(range(len(names))))
        return self.assert_agrees(Pair("table", left, right, left_rows, right_rows, terms, list(arguments), kind),
                                  **options)
