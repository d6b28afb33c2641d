#!/usr/bin/python3
"""A second reader of sessions, written from docs/protocol.md alone.

    peel_session.py FILE.bin       prints each message as a line of JSON
    peel_session.py --check FOLDER compares every .bin file of FOLDER with the .jsonl beside it, and expects to refuse
                                   the same messages where they are damaged or out of order

A file has all messages in the order in which they were sent, each behind a byte that says by whom: '>' by who asks,
'<' by who answers. The reader checks envelopes, fields, the states of both sides and the window; that cells are such as
rows can make; and where all rows follow, that they are those of these rows.
"""
import collections
import json
import pathlib
import struct
import sys

import xxhash

import peel_hashing
import peel_rateless
import peel_rateless_walk
from peel_iblt import CHECK_WORD, FIELD, PRIME, WORD, pieces, require
from peel_rows import NAME, digest
from peel_strata import Reader

HEADER = struct.Struct("<5sBBBQQIIQQ")
MOST_BYTES, LEAST_MOST_BYTES = 2**26, 2**16
MOST_ENTRIES, MOST_ROWS = 65_535, 65_536
FIRST_WINDOW = 14_336
SIDES = ["left", "right"]
PLACES = ["line", "rowid", "row", "none"]
TYPINGS = ["text", "strict", "lent"]
KEY_FORMS = ["none", "text", "typed"]
CODES = ["invalid_argument", "unsupported", "incompatible", "malformed", "limit_exceeded", "io", "timed_out", "cancelled"]
COLUMN_TYPES = "atidfeubpj"
CELL_TAGS = b"nidfutbjr"
NAMES = ["hello", "open", "describe", "agree", "cells", "more", "enough", "resolve", "scan", "rows", "progress", "refused",
         "bye", "edit", "changes", "plan", "planned", "apply", "applied"]
ASKED = {"hello", "open", "agree", "more", "enough", "resolve", "scan", "edit", "changes", "plan", "apply", "bye"}
KINDS = ["removed", "changed", "added"]


class Fields(Reader):
    """The payload of a message, field by field."""

    def flag(self):
        value = self.number("B")
        require(value <= 1, "a flag")
        return bool(value)

    def choice(self, names):
        value = self.number("B")
        require(value < len(names), "a choice")
        return names[value]

    def signed(self):
        code = self.leb128()
        return -(code + 1) // 2 if code % 2 else code // 2

    def count(self, most=MOST_ENTRIES):
        number = self.leb128()
        require(number <= min(most, len(self.rest)), "a list that is too long")
        return number

    def bytes(self):
        return self.take(self.leb128())

    def text(self):
        return self.bytes().decode("utf-8", "backslashreplace")

    def texts(self):
        return [self.text() for _ in range(self.count())]

    def types(self):
        letters = self.take(self.count()).decode("latin-1")
        require(all(letter in COLUMN_TYPES for letter in letters), "the type of a column")
        return letters

    def tolerance(self):
        text = self.text()
        digits, _, power = text.partition("e")
        require(digits.isdecimal() and len(digits) <= 19 and digits == digits.strip("0"), "the digits of a tolerance")
        require(text == f"{digits}e{int(power)}" and -300 <= int(power) + len(digits) - 1 <= 300, "a tolerance")
        return text

    def optional(self, read):
        return read() if self.flag() else None


# The fields of each type.

def read_hello(fields):
    hello = {"oldest": fields.leb128(), "newest": fields.leb128(), "most_message_bytes": fields.leb128(),
             "program": fields.text()}
    require(1 <= hello["oldest"] <= hello["newest"] <= 255, "versions")
    require(hello["most_message_bytes"] >= LEAST_MOST_BYTES, "the length of the longest message")
    return hello


def read_open(fields):
    return {"source": fields.text(), "side": fields.choice(SIDES),
            "key": fields.texts(), "columns": fields.texts(), "ignore": fields.texts(),
            "map": [[fields.text(), fields.text()] for _ in range(fields.count())],
            "tolerances": [[fields.text(), fields.tolerance()] for _ in range(fields.count())],
            "right_may_be_blank": fields.flag(),
            "settings": [[fields.text(), fields.text()] for _ in range(fields.count())]}


def read_schema(fields):
    schema = {"is_table": fields.flag(), "columns": fields.texts(), "has_names": fields.flag(), "types": fields.types(),
              "key": fields.texts(), "key_is_unique": fields.flag(), "has_paths": fields.flag(),
              "folds_case": fields.flag()}
    require(schema["is_table"] or not schema["columns"], "columns of lines")
    require(len(schema["types"]) in (0, len(schema["columns"])), "types")
    require(set(schema["key"]) <= set(schema["columns"]), "a key of other columns")
    return schema


def read_describe(fields):
    return {**read_schema(fields), "place": fields.choice(PLACES), "bytes": fields.optional(fields.leb128)}


def read_terms(fields):
    terms = {"is_table": fields.flag(), "is_tree": fields.flag(), "table": fields.text(), "has_key": fields.flag(),
             "columns": fields.texts(), "key_columns": fields.leb128(),
             "display": [fields.leb128() for _ in range(fields.count())], "typing": fields.choice(TYPINGS),
             "types": fields.types(),
             "tolerances": [fields.optional(fields.tolerance) for _ in range(fields.count())],
             "is_json": fields.flag(), "key_is_unique": fields.flag(), "left_names": fields.texts(),
             "right_names": fields.texts(), "left_place": fields.choice(PLACES), "right_place": fields.choice(PLACES)}
    columns = len(terms["columns"])
    require(terms["is_table"] or columns == 0, "columns of lines")
    require(int(terms["has_key"]) <= terms["key_columns"] <= columns, "key columns")
    for name in ("display", "types", "tolerances", "left_names", "right_names"):
        require(len(terms[name]) in (0, columns), name)
    require(terms["typing"] == "text" or len(terms["types"]) == columns, "types")
    require(all(column < columns for column in terms["display"]), "a column that is shown")
    return terms


def slot_bytes(scheme):
    if scheme["key_form"] == "none":
        return 0
    columns = scheme["key_columns"]
    return 1 + (2 * columns if scheme["key_form"] == "typed" else columns - 1) + scheme["key_bytes"]


def read_agree(fields):
    terms, side = read_terms(fields), fields.choice(SIDES)
    scheme = {"key_form": fields.choice(KEY_FORMS), "key_columns": fields.leb128(), "key_bytes": fields.leb128(),
              "digest_bytes": fields.leb128()}
    hashing = {"hash_family": fields.choice([None, "fast", "siphash"]),
               "seed": [format(fields.number("Q"), "x") for _ in range(2)]}
    shape = {"form": fields.number("B"), "item_width": fields.leb128(), "arithmetic": fields.number("B"),
             "check_bits": fields.leb128(), "shard_bits": fields.leb128()}
    by_key = scheme["key_form"] != "none"
    require(scheme["digest_bytes"] in (7, 8, 14), "bytes of a digest")
    require(scheme["key_columns"] == (terms["key_columns"] if by_key else 0), "key columns of an item")
    require(scheme["key_bytes"] == 0 if not by_key else terms["has_key"] and slot_bytes(scheme) > 10, "key bytes")
    require(scheme["key_form"] != "text" or terms["typing"] == "text", "a key of text")
    require(hashing["hash_family"], "hash family")
    require(shape["form"] in peel_rateless.FORMS and shape["arithmetic"] in (1, FIELD), "form or arithmetic")
    require(shape["check_bits"] in range(24, 65, 8) and shape["shard_bits"] <= 12, "check or shard bits")
    require(shape["item_width"] == slot_bytes(scheme) + scheme["digest_bytes"] <= 64, "the width of an item")
    return {"terms": terms, "side": side, **scheme, **hashing, **shape}


def read_cells(fields):
    cells = {"net": fields.signed(), "gross": fields.leb128(),
             "digest": [format(fields.number("Q"), "x") for _ in range(2)], "content": fields.bytes()}
    require(cells["content"], "a block of no bytes")
    return cells


def read_row(fields):
    row = {"index": fields.leb128(), "order": fields.leb128(), "key_bytes": fields.leb128(), "row": fields.bytes(),
           "spelled": fields.bytes()}
    require(row["key_bytes"] <= len(row["row"]), "the bytes of a row's key")
    return row


def read_rows(fields):
    return {"rows": [read_row(fields) for _ in range(fields.count(MOST_ROWS))], "is_last": fields.flag()}


def read_changed_row(fields):
    row = {"order": fields.leb128(), "key_bytes": fields.leb128(), "row": fields.bytes(), "spelled": fields.bytes()}
    require(row["key_bytes"] <= len(row["row"]), "the bytes of a row's key")
    return row


def read_change(fields):
    change = {"kind": fields.choice(KINDS), "count": fields.leb128()}
    require(change["count"] == 1 if change["kind"] == "changed" else change["count"] >= 1, "the count of a change")
    if change["kind"] != "added":
        change["left"] = read_changed_row(fields)
    if change["kind"] != "removed":
        change["right"] = read_changed_row(fields)
    return change


READERS = {"hello": read_hello, "open": read_open, "describe": read_describe, "agree": read_agree, "cells": read_cells,
           "more": lambda fields: {"blocks": fields.leb128()}, "enough": lambda fields: {},
           "resolve": lambda fields: {"items": fields.bytes()},
           "scan": lambda fields: {"terms": read_terms(fields), "side": fields.choice(SIDES)}, "rows": read_rows,
           "progress": lambda fields: {"done": fields.leb128(), "total": fields.optional(fields.leb128)},
           "refused": lambda fields: {"code": fields.choice(CODES), "sentence": fields.text()}, "bye": lambda fields: {},
           "edit": lambda fields: {"terms": read_terms(fields), "wanted": read_schema(fields)},
           "changes": lambda fields: {"changes": [read_change(fields) for _ in range(fields.count(MOST_ROWS))]},
           "plan": lambda fields: {"changes": fields.leb128()},
           "planned": lambda fields: {"notes": fields.texts(), "triggers": fields.texts(), "converting": fields.texts()},
           "apply": lambda fields: {}, "applied": lambda fields: {}}


def read_message(data):
    """The name and the fields of the message that `data` begins with, and its length."""
    require(len(data) >= HEADER.size, "cut short inside a header")
    magic, version, kind, family, low, high, shape, reserved, payload, checksum = HEADER.unpack_from(data)
    require((magic, version, kind, family, low, high, reserved) == (b"\x8ePEEL", 1, 15, 1, 0, 0, 0), "no message")
    require(shape == 1, "a type of another length")
    end = HEADER.size + shape + payload
    require(end <= MOST_BYTES, "a message that is too long")
    require(end <= len(data), "cut short inside a message")
    require(xxhash.xxh3_64_intdigest(data[:40] + data[48:end]) == checksum, "checksum")
    require(1 <= data[48] <= len(NAMES), "the type of a message")
    name, fields = NAMES[data[48] - 1], Fields(data[49:end])
    message = READERS[name](fields)
    require(not fields.rest, "bytes behind the last field")
    return name, message, end


# Rows and the cells that they make.

def cell_of(fields):
    tag, payload = fields.take(1), fields.bytes()
    require(tag in CELL_TAGS, "the tag of a cell")
    if tag in b"iur":
        number = int.from_bytes(payload, "little", signed=True)
        least = 0 if number == 0 else (number if number >= 0 else ~number).bit_length() // 8 + 1
        require(len(payload) == least <= 8, "an integer that is not canonical")
    require(tag != b"f" or len(payload) == 8, "a real of another length")
    require(tag != b"n" or not payload, "a NULL with bytes")
    return tag, payload


def check_row(terms, row):
    if not terms["is_table"]:
        require(row["key_bytes"] == len(row["row"]) and b"\n" not in row["row"] and not row["spelled"], "a line")
        return
    fields, cells, key_cells = Fields(row["row"]), 0, None
    while fields.rest or key_cells is None:
        if len(row["row"]) - len(fields.rest) == row["key_bytes"]:
            key_cells = cells
        if not fields.rest:
            break
        tag, _ = cell_of(fields)
        has_tolerance = cells < len(terms["tolerances"]) and terms["tolerances"][cells]
        require(tag != b"r" or has_tolerance, "a rounded number")
        require(terms["typing"] != "text" or tag in b"tr" or tag == b"n" and terms["tolerances"], "a cell of text")
        cells += 1
    require(cells == len(terms["columns"]) and key_cells == terms["key_columns"], "the cells of a row")
    spelled, spelled_cells = Fields(row["spelled"]), 0
    while spelled.rest:
        cell_of(spelled)
        spelled_cells += 1
    require(spelled_cells in (0, cells), "the cells of a row as it is spelled")


class Stream:
    """The cells that one side sends after an agreement."""

    def __init__(self, agree):
        self.agree = agree
        self.seed = tuple(int(word, 16) for word in agree["seed"])
        self.contents, self.totals, self.acknowledged, self.is_wanted, self.cells = [], None, 0, True, 0

    def bytes(self, first, end):
        return sum(map(len, self.contents[first:end]))

    def send(self, message):
        totals = message["net"], message["gross"], message["digest"]
        require(self.totals in (None, totals), "other totals than before")
        require(message["net"] == message["gross"] <= 2**60, "totals of no rows")
        self.totals = totals
        self.contents.append(message["content"])
        in_flight = self.bytes(self.acknowledged, None)
        is_alone = self.acknowledged + 1 == len(self.contents)
        require(is_alone or in_flight <= max(FIRST_WINDOW, self.bytes(0, self.acknowledged)), "more than the window")
        first = self.cells
        self.cells += peel_rateless.block_cells(first, self.agree["shard_bits"])
        return [first, self.cells]

    def acknowledge(self, blocks):
        require(self.acknowledged <= blocks <= len(self.contents), "blocks that were not sent")
        self.acknowledged = blocks

    def decoded(self):
        """All cells; refused if no rows make them."""
        sketch = peel_rateless.RatelessSketch()
        for name in ("form", "arithmetic", "check_bits", "shard_bits"):
            setattr(sketch, name, self.agree[name])
        sketch.net, sketch.gross, _ = self.totals
        sketch.pieces = pieces(self.agree["item_width"], 7 if sketch.arithmetic == FIELD else 8)
        sketch.streams = [[] for _ in range(2**sketch.shard_bits)]
        sketch.read_blocks(self.contents)
        require(sketch.cell_count == self.cells, "a block that is shorter than its place allows")
        require(sum(stream[0][0] for stream in sketch.streams) == sketch.net, "the count of the first cell")
        return sketch

    def item(self, row):
        require(self.agree["key_form"] == "none" and self.agree["hash_family"] == "fast", "items that this reader knows")
        return digest(NAME, row["row"], self.seed)[:self.agree["digest_bytes"]]

    def check_rows(self, rows):
        """That the cells are those of these rows, which are all."""
        sketch = self.decoded()
        require(sketch.arithmetic == FIELD and sketch.shard_bits == 0 and len(sketch.pieces) <= 2, "cells of a comparison")
        made, sums = [[0] * len(cell) for cell in sketch.streams[0]], [0, 0]
        for row in rows:
            item = self.item(row)
            hashed = peel_hashing.key_hash("fast", self.seed, item)
            limbs = [int.from_bytes(item[at:at + 7], "little") for at in range(0, len(item), 7)]
            check = peel_hashing.derived_word(hashed, CHECK_WORD)
            for place in peel_rateless_walk.cells(hashed, peel_rateless.FORMS[sketch.form], self.cells):
                cell = made[place]
                made[place] = [cell[0] + 1, *((a + b) % PRIME for a, b in zip(cell[1:-1], limbs)),
                               (cell[-1] + check) % 2**sketch.check_bits]
            sums = [(word + peel_hashing.derived_word(hashed, 5 + i)) % WORD for i, word in enumerate(sums)]
        require(made == sketch.streams[0], "cells of other rows")
        require(self.totals == (len(rows), len(rows), [format(word, "x") for word in sums]), "totals of other rows")


class Session:
    """Both sides, as docs/protocol.md says what is due."""

    def __init__(self):
        self.state, self.stream, self.is_refused = "strange", None, False
        self.edit, self.changes = None, 0  # the terms of the changes that come, and how many have come
        self.due = collections.deque()  # answers, and what they are checked with

    def asked(self, name, message):
        require(name in ASKED and self.state != "over", f"{name} from who asks")
        if name == "hello":
            require(self.state == "strange", "a second hello")
            self.state = "greeted"
            self.due.append((name, message))
            return
        require(self.state != "strange", f"{name} before hello")
        if name == "bye":
            self.state = "over"
        elif name == "open":
            self.state, self.stream, self.edit, self.changes = "open", None, None, 0
            self.due.append(("describe", None))
        elif name == "apply":
            require(self.state == "planned", "apply before plan")
            self.state, self.edit = "greeted", None
            self.due.append(("applied", None))
        else:
            require(self.state == "open", f"{name} before open")
            require(self.edit is None or name in ("edit", "changes", "plan"), f"{name} amid an edit")
            getattr(self, "ask_" + name)(message)

    def ask_edit(self, message):
        if self.stream:
            self.stream.is_wanted = False
        self.edit = message["terms"]

    def ask_changes(self, message):
        require(self.edit, "changes before edit")
        self.changes += len(message["changes"])
        for change in message["changes"]:
            for side in ("left", "right"):
                if side in change:
                    check_row(self.edit, change[side])

    def ask_plan(self, message):
        require(self.edit and message["changes"] == self.changes, "plan of other changes")
        self.state, self.stream = "planned", None
        self.due.append(("planned", None))

    def ask_agree(self, message):
        require(self.stream is None, "a second agreement")
        self.stream = Stream(message)

    def ask_more(self, message):
        require(self.stream and self.stream.is_wanted, "more where no cells are wanted")
        self.stream.acknowledge(message["blocks"])

    def ask_enough(self, _):
        require(self.stream and self.stream.is_wanted, "enough where no cells are wanted")
        self.stream.is_wanted = False

    def ask_resolve(self, message):
        require(self.stream, "resolve before agree")
        self.stream.is_wanted = False
        width = self.stream.agree["item_width"]
        require(len(message["items"]) % width == 0, "items of another width")
        items = [message["items"][at:at + width] for at in range(0, len(message["items"]), width)]
        require(len(set(items)) == len(items), "an item that is asked for twice")
        self.due.append(("rows", (self.stream.agree["terms"], items, [])))

    def ask_scan(self, message):
        if self.stream:
            self.stream.is_wanted = False
        self.due.append(("rows", (message["terms"], None, [])))

    def answered(self, name, message):
        require(not self.is_refused, "an answer behind a refusal")
        if name == "progress":
            require(self.state in ("open", "planned"), "progress of nothing")
        elif name == "refused":
            require(self.state != "strange", "a refusal of nothing")
            self.state, self.is_refused = "over", True
        elif name == "cells":
            require(self.stream and not any(due == "describe" for due, _ in self.due), "cells that were not agreed about")
            message["cells"] = self.stream.send(message)
        else:
            require(self.due and self.due[0][0] == name, f"{name} where it is not due")
            getattr(self, "answer_" + name)(message, self.due[0][1])

    def answer_hello(self, message, asked):
        require(message["oldest"] <= asked["newest"] and asked["oldest"] <= message["newest"], "no common version")
        self.due.popleft()

    def answer_describe(self, _, __):
        self.due.popleft()

    answer_planned = answer_applied = answer_describe

    def answer_rows(self, message, asked):
        terms, items, before = asked
        require(message["rows"] or message["is_last"], "no rows, and not the last")
        for row in message["rows"]:
            check_row(terms, row)
            if items is None:
                require(row["index"] == len(before), "the number of a row")
            else:
                require(row["index"] < len(items) and self.stream.item(row) == items[row["index"]], "the item of a row")
            before.append(row)
        if message["is_last"]:
            self.due.popleft()
            if items is None and self.stream and self.stream.agree["terms"] == terms:
                self.stream.check_rows(before)

    def end(self):
        require(self.state == "over" and (self.is_refused or not self.due), "a session without an end")


def shown(message, stream):
    """A message with bytes in hexadecimal digits; of cells, the counts of the first ones."""
    if "content" in message:
        counts = [cell[0] for cell in stream.decoded().streams[0][message["cells"][0]:]]
        return {**message, "content": len(message["content"]), "counts": counts[:8]}

    def as_text(value):
        if isinstance(value, bytes):
            return value.hex()
        if isinstance(value, dict):
            return {name: as_text(one) for name, one in value.items()}
        return [as_text(one) for one in value] if isinstance(value, list) else value

    return as_text(message)


def read_session(data):
    """The lines that a recorded session is printed as. Raises ValueError for what docs/protocol.md does not allow."""
    session, lines = Session(), []
    while data:
        who = {b">": "asks", b"<": "answers"}.get(data[:1])
        require(who, "a byte that says who")
        name, message, length = read_message(data[1:])
        (session.asked if who == "asks" else session.answered)(name, message)
        lines.append(json.dumps({"who": who, "type": name, **shown(message, session.stream)}))
        data = data[1 + length:]
    session.end()
    return lines


def messages_of(data):
    """The messages of a recorded session with the byte before each."""
    messages = []
    while data:
        length = 1 + HEADER.size + 1 + HEADER.unpack_from(data[1:])[8]
        messages.append(data[:length])
        data = data[length:]
    return messages


def is_refused(data):
    try:
        read_session(data)
    except ValueError:
        return True
    return False


def accepted_although_wrong(data):
    """What is accepted of a session that was spoilt."""
    messages = messages_of(data)
    spoilt = {f"{len(messages)} messages, the last twice": messages + messages[-1:]}
    for at, message in enumerate(messages):
        damaged = message[:-1] + bytes([message[-1] ^ 1])
        other_side = bytes([message[0] ^ ord("<") ^ ord(">")]) + message[1:]
        spoilt[f"message {at} damaged"] = messages[:at] + [damaged] + messages[at + 1:]
        spoilt[f"message {at} of the other side"] = messages[:at] + [other_side] + messages[at + 1:]
        if message[:1] == b">" and NAMES[message[49] - 1] not in ("enough", "more"):
            spoilt[f"message {at} left out"] = messages[:at] + messages[at + 1:]
    acknowledgements = [message for message in messages if NAMES[message[49] - 1] == "more"]
    if acknowledgements:
        spoilt["nothing acknowledged"] = [message for message in messages if message not in acknowledgements]
    return [how for how, parts in spoilt.items() if not is_refused(b"".join(parts))]


def check(path):
    """The complaints about one recorded session."""
    data = path.read_bytes()
    try:
        lines = read_session(data)
    except ValueError as refusal:
        return [f"refused: {refusal}"]
    expected = path.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
    complaints = [f"message {at} is {line}" for at, line in enumerate(lines) if expected[at:at + 1] != [line]]
    if len(expected) > len(lines):
        complaints.append(f"{len(expected)} messages are recorded")
    return complaints + [f"accepted: {how}" for how in accepted_although_wrong(data)]


def check_folder(folder):
    files = sorted(pathlib.Path(folder).glob("*.bin"))
    failed = not files
    for path in files:
        complaints = check(path)
        print(f"{path.name}: {'; '.join(complaints) or 'agrees'}")
        failed |= bool(complaints)
    return failed


def main(arguments):
    if arguments[:1] == ["--check"]:
        return 1 if check_folder(arguments[1]) else 0
    for name in arguments:
        print(*read_session(pathlib.Path(name).read_bytes()), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
