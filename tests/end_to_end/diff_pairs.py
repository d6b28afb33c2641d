"""Pairs of files whose rows are known, for tests of peel diff: made from rows, so that no reader is needed."""
import os
import random
from dataclasses import dataclass, field

from diff_model import Terms


@dataclass
class Pair:
    what: str
    left: bytes
    right: bytes
    left_rows: list
    right_rows: list
    terms: Terms = field(default_factory=Terms)
    arguments: list = field(default_factory=list)
    kind: str = "lines"


def test_seed():
    return int(os.environ.get("PEEL_TEST_SEED") or random.SystemRandom().getrandbits(32))


def lines_of(text):
    lines = text.split(b"\n")
    return [(line,) for line in (lines if lines[-1] else lines[:-1])]


def pair_of_lines(what, left, right):
    return Pair(what, left, right, lines_of(left), lines_of(right))


WORDS = {
    "few words": lambda r: r.choice([b"a", b"b", b"c"]),
    "prefixes": lambda r: b"ab" * r.randrange(6) + r.choice([b"", b"a"]),
    "joined text": lambda r: r.choice([b"a", b"b", b"c", b"a b", b"b c", b"a,b", b"", b" ", b"a ", b" a", b"a\tb"]),
    "any bytes": lambda r: r.randbytes(r.randrange(4)).replace(b"\n", b"\0").replace(b"\xef", b"\xff"),
    "odd text": lambda r: r.choice([b"\0", b"\0\0", b"x\0y", b"\xff\xfe", b"\xc3", b"\xc3\xa9", b"\xed\xa0\x80",
                                    b"a\r", b"\r", b"\x1b[31m", b"\\", b"'", b"a\"b", b"\xc2\x85", b"\xe2\x80\xa8"]),
    "numbers": lambda r: b"%d" % r.randrange(10**9),
    "long": lambda r: bytes([r.randrange(97, 101)]) * r.choice([1, 63, 64, 65, 5_000, 70_000]),
}
QUOTED_WORDS = {
    "quotes": lambda r: r.choice([b'"', b'""', b'a"b', b'"a', b'a"', b'","', b'a\nb', b"\n", b"\r\n", b"a\r", b",",
                                  b""]),
}


def related(r, make, count):
    """Two lists of rows, and how they are related."""
    left = [make() for _ in range(count)]
    how = r.choice(["equal", "shuffled", "unrelated", "one side empty", "both empty", "one row", "one row repeated",
                    "edited in order", "edited in order", "edited and shuffled", "edited and shuffled"])
    if how == "unrelated":
        return how, left, [make() for _ in range(r.randrange(count + 1))]
    if how == "both empty":
        return how, [], []
    if how == "one row":
        left = left[:1]
    if how == "one row repeated":
        left = left[:1] * r.randrange(1, 2 * count + 2)
    right = list(left)
    if how == "one row repeated":
        right = right[:1] * r.randrange(2 * count + 2)
    if how.startswith("edited") or how == "one row":
        for _ in range(r.randrange(1 + max(1, len(right) // r.choice([1, 4, 50])))):
            at = r.randrange(len(right) + 1)
            right[at:at + r.choice([0, 1, 1])] = r.choice([[], [make()], [make()], right[at:at + 1] * 2])
    if how.endswith("shuffled"):
        r.shuffle(right)
    if how == "one side empty":
        right = []
    return how, *r.sample([left, right], 2)


def random_lines(r, count):
    style = r.choice(list(WORDS))
    end = [r.choice([b"", b"", b"", b"\r"]) for _ in range(2)]
    how, left, right = related(r, lambda: WORDS[style](r), min(count, 40) if style == "long" else count)
    sides = []
    for rows, cr in zip((left, right), end):
        rows = [row + cr for row in rows]
        last = r.choice([b"\n", b""]) if rows and rows[-1] else b"\n"
        sides.append(b"\n".join(rows) + (last if rows else b""))
    return pair_of_lines(f"lines, {style}, {how}", *sides)


def field_as_written(r, cell, delimiter, needs_quotes):
    forced = needs_quotes or cell[:1] == b'"' or any(c in cell for c in delimiter + b"\r\n")
    if forced or r.random() < 0.2:
        return b'"' + cell.replace(b'"', b'""') + b'"'
    return cell


def table_as_written(r, records, delimiter):
    """As one of the many files that hold these records."""
    newline = r.choice([b"\n", b"\n", b"\r\n"])
    blank_lines = r.choice([0, 0, 0.1])
    text = r.choice([b"", b"", b"", b"\xef\xbb\xbf"])
    for number, cells in enumerate(records):
        is_last = number + 1 == len(records)
        # An empty line is a record only in a table of one column, and only with an end.
        alone = cells == (b"",) and (number == 0 or is_last)
        text += delimiter.join(field_as_written(r, cell, delimiter, alone) for cell in cells)
        text += b"" if is_last and r.random() < 0.3 else newline
        if len(cells) > 1 and r.random() < blank_lines and text.endswith(newline):
            text += newline
    return text


NAMES = [b"id", b"name", b"a b", b"2", b"1", b"\xc3\xa9", b"q\"q", b"key", b"old", b"op", b"x=1", b"[z]", b"'s'"]


def random_table(r, count):
    width = r.choice([1, 2, 3, 3, 4, 6])
    header = r.random() < 0.8
    delimiter, kind, arguments = r.choice([(b",", "csv", []), (b"\t", "tsv", []), (b";", "csv", ["--delimiter", ";"]),
                                           (b",", "tsv", ["--delimiter", ","]), (b"\t", "csv", ["--delimiter", "tab"])])
    arguments = list(arguments)
    names = r.sample(NAMES, width) if header else [b"%d" % (i + 1) for i in range(width)]
    styles = {**WORDS, **QUOTED_WORDS}
    style = [r.choice([name for name in styles if name != "long" or count < 100]) for _ in names]
    how, left, right = related(r, lambda: tuple(styles[s](r) for s in style), count)
    key = r.sample(range(width), r.randrange(1, min(width, 3) + 1)) if r.random() < 0.7 else []
    compared = r.sample(range(width), r.randrange(1, width + 1)) if r.random() < 0.25 else []
    if not header and not left + right:
        left = [tuple(styles[s](r) for s in style)]  # without a row nothing says how many columns there are
    for option, chosen in (("--key", key), ("--columns", compared)):
        if chosen:
            arguments += [option, ",".join(spelled(r, names, at) for at in chosen)]
    if not header:
        arguments.append("--no-header")

    others = [i for i in range(width) if i not in key and (not compared or i in compared)]
    order = key + others if key else sorted(others)
    shown = [i for i in range(width) if i in order]
    terms = Terms([names[i] for i in order], len(key) or len(order), bool(key), [order.index(i) for i in shown])
    columns = list(range(width))  # of RIGHT; only some if only some are compared
    if header:
        columns = [i for i in columns if not compared or i in order or r.random() < 0.5]
        r.shuffle(columns)
    heading = [tuple(names)] if header else []
    right_heading = [tuple(names[i] for i in columns)] if header else []
    return Pair(f"{kind}, {how}, {arguments}, columns {names}",
                table_as_written(r, heading + left, delimiter),
                table_as_written(r, right_heading + [tuple(row[i] for i in columns) for row in right], delimiter),
                [tuple(row[i] for i in order) for row in left],
                [tuple(row[i] for i in order) for row in right], terms, arguments, kind)


def spelled(r, names, at):
    """A column by its name, or by its number where no column is named so."""
    number = b"%d" % (at + 1)
    return (number if number not in names and r.random() < 0.3 else names[at]).decode()


def random_pair(r):
    # Beyond some thousands of rows, 1 MiB of memory is too little.
    count = r.choice([3, 10, 10, 30, 30, 300]) if r.random() < 0.96 else 6_000
    return r.choice([random_lines, random_table, random_table])(r, count)
