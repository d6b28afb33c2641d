"""What peel diff must say, worked out with counters. Shares nothing with the command but the meaning of its words.

A row is a tuple of cells, all of them bytes: the key columns first, then the others. A line is a row of one cell
that is its own key.
"""
import base64
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from text_model import NAMES, cell_text, line_text, word_text


@dataclass
class Terms:
    """What rows are: names of the columns, key first; how many are key; where those of LEFT stand among them."""
    names: list = field(default_factory=list)
    key_columns: int = 1
    has_key: bool = False
    display: list = field(default_factory=list)

    @property
    def is_table(self):
        return bool(self.names)


@dataclass(frozen=True)
class Change:
    op: str
    old: tuple = None
    new: tuple = None
    count: int = 1

    @property
    def row(self):
        return self.new if self.op == "added" else self.old


def changes(left, right, key_columns):
    """All changes, each where the first of its rows stands: those of LEFT in its order, then additions."""
    surplus = Counter(left)
    surplus.subtract(Counter(right))
    of_key = defaultdict(lambda: ([], []))
    for row, count in surplus.items():
        if count:
            of_key[row[:key_columns]][count < 0].append((row, abs(count)))
    found = []
    for old, new in of_key.values():
        if sum(n for _, n in old) == 1 and sum(n for _, n in new) == 1:
            found.append(Change("changed", old[0][0], new[0][0]))
            continue
        found += [Change("removed", row, None, n) for row, n in old]
        found += [Change("added", None, row, n) for row, n in new]
    return sorted(found, key=place_of_first(left, right))


def place_of_first(left, right):
    first = [{row: i for i, row in reversed(list(enumerate(side)))} for side in (left, right)]
    return lambda change: (change.op == "added", first[change.op == "added"][change.row])


def is_in_order(found, left, right):
    """Whether changes stand in the order of their files, where a row that repeats may stand at any of its places."""
    places = [defaultdict(list), defaultdict(list)]
    for side, rows in enumerate((left, right)):
        for i, row in enumerate(rows):
            places[side][row].append(i)
    reached = (0, -1)
    for change in found:
        side = int(change.op == "added")
        if side < reached[0]:
            return False
        behind = reached[1] if side == reached[0] else -1
        here = places[side][change.row]
        at = bisect_right(here, behind)
        if at == len(here):
            return False
        reached = (side, here[at])
    return True


def cell_as_text(cell):
    """In quotes if a reader of CSV would need them, or if spaces at its ends would not be seen."""
    if any(c in cell for c in b',"\r\n') or cell[:1] == b" " or cell[-1:] == b" ":
        return b'"' + cell.replace(b'"', b'""') + b'"'
    return cell


def record(cells):
    return b",".join(map(cell_as_text, cells)) or (b'""' if cells else b"")


def displayed(row, terms):
    return [row[i] for i in terms.display] if terms.is_table else list(row)


def as_text(change, terms):
    if change.op == "changed":
        k = terms.key_columns
        key = b", ".join(word_text(name, NAMES) + b"=" + cell_text(cell)
                         for name, cell in zip(terms.names[:k], change.old))
        cells = [word_text(name, NAMES) + b" " + (cell_text(old) or b'""') + b" -> " + (cell_text(new) or b'""')
                 for name, old, new in zip(terms.names[k:], change.old[k:], change.new[k:]) if old != new]
        return b"~ " + key + b": " + b", ".join(cells) + b"\n"
    row = (b",".join(map(cell_text, displayed(change.row, terms))) or b'""') if terms.is_table else line_text(change.row[0])
    times = b"" if change.count == 1 else b"  (x%d)" % change.count
    return (b"- " if change.op == "removed" else b"+ ") + row + times + b"\n"


def as_csv_cells(change, terms):
    """The records that a reader of CSV finds, without the heading."""
    count = b"%d" % change.count
    if change.op == "changed":
        return [[b"changed_from", count, b"", *displayed(change.old, terms)],
                [b"changed_to", count, b"", *displayed(change.new, terms)]]
    return [[change.op.encode(), count, b"", *displayed(change.row, terms)]]


def csv_heading(terms):
    names = [terms.names[i] for i in terms.display] if terms.is_table else [b"line"]
    return [b"op", b"count", b"digest", *names]


def json_text(text):
    try:
        return text.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(text).decode()}


def as_json(change, terms):
    def cells(row, begin, end):
        return {terms.names[i].decode(): json_text(row[i]) for i in range(begin, end)}

    k = terms.key_columns
    if not terms.is_table:
        return {"op": change.op, "line": json_text(change.row[0]), "count": change.count}
    if not terms.has_key:
        return {"op": change.op, "line": json_text(record(displayed(change.row, terms))),
                "row": cells(change.row, 0, k), "count": change.count}
    said = {"op": change.op, "key": cells(change.row, 0, k)}
    if change.old is not None:
        said["old"] = cells(change.old, k, len(terms.names))
    if change.new is not None:
        said["new"] = cells(change.new, k, len(terms.names))
    return {**said, "count": change.count}
