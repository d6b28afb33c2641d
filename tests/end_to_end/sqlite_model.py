"""What peel diff must say of tables of SQLite databases. Shares nothing with the command but the meaning of its words.

A cell is a pair: the storage class as typeof() has it, and the value as exact bytes or as an integer; reals are
their bits. A row is a tuple of cells, the key first, so that diff_model.changes can count them.
"""
import base64
import json
import math
import re
import sqlite3
import struct
from collections import Counter
from dataclasses import dataclass, field

from text_model import NAMES, cell_text, in_quotes, word_text


class Text(bytes):
    """Text as it is stored, which need not be UTF-8."""


def bits(real):
    return struct.unpack("<q", struct.pack("<d", real))[0]


def real(pattern):
    return struct.unpack("<d", struct.pack("<q", pattern))[0]


def cell(value):
    if value is None:
        return ("null", None)
    if isinstance(value, float):
        return ("real", bits(value))
    if isinstance(value, int):
        return ("integer", value)
    return ("text" if isinstance(value, Text) else "blob", bytes(value))


def value_of(a_cell):
    """For a statement, together with placeholder()."""
    kind, value = a_cell
    return real(value) if kind == "real" else value


def placeholder(a_cell):
    """Text is bound as a blob, since Python's text is always UTF-8."""
    return "CAST(? AS TEXT)" if a_cell[0] == "text" else "?"


def name(text):
    return '"' + text.replace('"', '""') + '"'


def connect(path):
    database = sqlite3.connect(path, isolation_level=None)
    database.text_factory = Text
    return database


def query(database, sql):
    return [tuple(map(cell, row)) for row in database.execute(sql)]


def order_of(database, table):
    """Of a WITHOUT ROWID table, that of its primary key; others lie in that of the rowid."""
    is_without_rowid = database.execute("SELECT wr FROM pragma_table_list WHERE name = ?", (table,)).fetchone()[0]
    if not is_without_rowid:
        return ""
    terms = database.execute("SELECT x.name, x.coll, x.desc "
                             "FROM pragma_index_list(?) AS l, pragma_index_xinfo(l.name) AS x "
                             "WHERE l.origin = 'pk' AND x.key ORDER BY x.seqno", (table,))
    return " ORDER BY " + ", ".join(f"{name(bytes(column).decode())} COLLATE {bytes(collation).decode()}"
                                    f"{' DESC' if is_descending else ''}" for column, collation, is_descending in terms)


def rows_of(database, table, condition="1"):
    """In the order in which the table has them."""
    return query(database, f"SELECT * FROM {name(table)} NOT INDEXED WHERE {condition}\n" + order_of(database, table))


def columns_of(database, table):
    return [bytes(row[1]).decode() for row in database.execute(f"PRAGMA table_xinfo({name(table)})")]


def primary_key_of(database, table):
    places = {row[5]: bytes(row[1]).decode() for row in database.execute(f"PRAGMA table_xinfo({name(table)})")}
    return [places[place] for place in sorted(places) if place > 0]


@dataclass
class Terms:
    """Which columns count, the key first; how many are key; where those of LEFT stand among them."""
    names: list
    key_columns: int
    has_key: bool
    display: list = field(default_factory=list)


def terms_for(columns, key=(), only=(), ignore=()):
    """Of LEFT's columns, in its order."""
    values = [each for each in columns if each not in key and each not in ignore and (not only or each in only)]
    names = [*key, *values]
    display = [names.index(each) for each in columns if each in names]
    return Terms(names, len(key) or len(names), bool(key), display)


def chosen(rows, columns, names):
    places = [columns.index(each) for each in names]
    return [tuple(row[place] for place in places) for row in rows]


def json_bytes(value):
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode()}


def json_cell(a_cell):
    """As read_json has it: a real is a cell still, so that 1 and 1.0 are two."""
    kind, value = a_cell
    if kind == "real" and not math.isfinite(real(value)):
        return "Inf" if real(value) > 0 else "-Inf"
    if kind == "real":
        return a_cell
    if kind == "blob":
        return {"base64": base64.b64encode(value).decode()}
    return json_bytes(value) if kind == "text" else value


def read_json(line):
    return json.loads(line, parse_float=lambda text: ("real", bits(float(text))))


def real_text(value):
    """The rules of docs/formats/rows.md."""
    if not math.isfinite(value):
        return "Inf" if value > 0 else "-Inf"
    return repr(value)  # Python has the same rules


def as_bytes(a_cell):
    """What an export has of a cell."""
    kind, value = a_cell
    if kind == "null":
        return b""
    if kind == "real":
        return real_text(real(value)).encode()
    return b"%d" % value if kind == "integer" else value


def csv_bytes(a_cell):
    """NULL is nothing at all, empty text has quotes."""
    text = as_bytes(a_cell)
    if a_cell == ("text", b""):
        return b'""'
    if any(c in text for c in b',"\r\n') or text[:1] == b" " or text[-1:] == b" ":
        return b'"' + text.replace(b'"', b'""') + b'"'
    return text


def record(cells):
    return b",".join(map(csv_bytes, cells)) or (b'""' if cells else b"")


def as_json(change, terms):
    def cells(row, begin, end):
        return {terms.names[i]: json_cell(row[i]) for i in range(begin, end)}

    k = terms.key_columns
    if not terms.has_key:
        return {"op": change.op, "line": json_bytes(record(change.row)), "row": cells(change.row, 0, k),
                "count": change.count}
    said = {"op": change.op, "key": cells(change.row, 0, k)}
    if change.old is not None:
        said["old"] = cells(change.old, k, len(terms.names))
    if change.new is not None:
        said["new"] = cells(change.new, k, len(terms.names))
    return {**said, "count": change.count}


def displayed(row, terms):
    return [row[i] for i in terms.display]


def as_csv(change, terms):
    def line(op, row):
        return b",".join([op, b"%d" % change.count, b"", *map(csv_bytes, displayed(row, terms))]) + b"\n"

    if change.op == "changed":
        return line(b"changed_from", change.old) + line(b"changed_to", change.new)
    return line(change.op.encode(), change.row)


NUMBER = re.compile(rb"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|-?Inf|NaN")


def text_bytes(a_cell):
    """Text like a number, NULL or a blob is in quotes, and a blob is in hexadecimal digits."""
    kind, value = a_cell
    if kind == "text":
        return b'""' if not value else in_quotes(value) if NUMBER.fullmatch(value) else cell_text(value)
    if kind != "blob":
        return as_bytes(a_cell)
    if len(value) <= 32:
        return b"x'" + value.hex().encode() + b"'"
    return b"x'" + value[:32].hex().encode() + f"...' ({len(value)} bytes)".encode()


def as_text(change, terms):
    if change.op != "changed":
        cells = list(map(text_bytes, displayed(change.row, terms)))
        times = b"" if change.count == 1 else b"  (x%d)" % change.count
        return (b"- " if change.op == "removed" else b"+ ") + b",".join(cells) + times + b"\n"
    k = terms.key_columns
    key = [word_text(each.encode(), NAMES) + b"=" + text_bytes(value) for each, value in zip(terms.names[:k], change.old)]
    values = [word_text(each.encode(), NAMES) + b" " + b" -> ".join(text_bytes(value) if value[0] != "null" else b"NULL"
                                                  for value in (old, new))
              for each, old, new in zip(terms.names[k:], change.old[k:], change.new[k:]) if old != new]
    return b"~ " + b", ".join(key) + b": " + b", ".join(values) + b"\n"


def csv_heading(terms):
    names = [("text", terms.names[i].encode()) for i in terms.display]
    return b",".join([b"op", b"count", b"digest", *map(csv_bytes, names)]) + b"\n"


def as_sql_compares(rows):
    """Each row once, and -0.0 as 0.0, which SQL cannot tell apart."""
    return {tuple(("real", 0) if each == ("real", bits(-0.0)) else each for each in row) for row in rows}


def same_rows(left, right):
    return Counter(left) == Counter(right)
