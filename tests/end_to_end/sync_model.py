"""What peel sync must make of RIGHT, byte by byte. Shares nothing with the command but the meaning of its words.

Of rows that count as equal the first ones are changed or removed, as in files that are small.
"""
import re
from collections import Counter
from dataclasses import dataclass

from diff_model import changes

MARK = b"\xef\xbb\xbf"
QUOTED = re.compile(rb'"(?:[^"]|"")*"')
EMPTY_LINES = re.compile(rb"(?:\r?\n)*")


@dataclass
class Record:
    before: bytes  # empty lines
    raw: list      # cells as they stand there
    end: bytes     # of the line

    @property
    def cells(self):
        return [cell[1:-1].replace(b'""', b'"') if cell[:1] == b'"' else cell for cell in self.raw]


def record_at(text, at, delimiter):
    """The raw cells of the record that begins here, the end of its line, and where the next one begins."""
    raw, begin = [], at
    while True:
        quoted = QUOTED.match(text, begin)
        search = quoted.end() if quoted else begin
        comma, newline = text.find(delimiter, search), text.find(b"\n", search)
        if comma >= 0 and (newline < 0 or comma < newline):
            raw.append(text[begin:comma])
            begin = comma + 1
            continue
        if newline < 0:
            return raw + [text[begin:]], b"", len(text)
        end = newline - 1 if newline > search and text[newline - 1:newline] == b"\r" else newline
        return raw + [text[begin:end]], text[end:newline + 1], newline + 1


def records_of(text, delimiter, has_header):
    """The byte order mark, the records, and the empty lines at the end."""
    mark = MARK if text.startswith(MARK) else b""
    at, records, columns = len(mark), [], None
    if not has_header and (first := EMPTY_LINES.match(text, at).end()) < len(text):
        columns = len(record_at(text, first, delimiter)[0])
    while True:
        begin = at if columns == 1 else EMPTY_LINES.match(text, at).end()
        if begin == len(text):
            return mark, records, text[at:]
        raw, end, after = record_at(text, begin, delimiter)
        records.append(Record(text[at:begin], raw, end))
        columns, at = len(raw), after


def cell_text(cell, delimiter):
    if any(c in cell for c in delimiter + b'"\r\n') or cell[:1] == b" " or cell[-1:] == b" ":
        return b'"' + cell.replace(b'"', b'""') + b'"'
    return cell


def synced_lines(pair):
    dropped = Counter({change.old: change.count for change in planned(pair) if change.op == "removed"})
    lines = []
    for row in pair.right_rows:
        if dropped[row]:
            dropped[row] -= 1
        else:
            lines.append(row[0])
    added = [change.new[0] for change in planned(pair) if change.op == "added" for _ in range(change.count)]
    ends = added or not pair.right or pair.right.endswith(b"\n") or len(lines) < len(pair.right_rows) and (
        kept_before_last(pair))
    text = b"".join(line + b"\n" for line in lines + added)
    return text if ends else text[:-1]


def kept_before_last(pair):
    """Whether the last line, which has no end, is removed: then the file ends with the end of the one before."""
    last = pair.right_rows[-1]
    removed = sum(change.count for change in planned(pair) if change.op == "removed" and change.old == last)
    return removed == pair.right_rows.count(last)


def planned(pair):
    return changes(pair.right_rows, pair.left_rows, pair.terms.key_columns)


def synced_table(pair, delimiter, has_header):
    mark, records, tail = records_of(pair.right, delimiter, has_header)
    names = pair.terms.names
    example = records or records_of(pair.left, delimiter, has_header)[1]  # LEFT, where RIGHT has no columns yet
    width = len(example[0].raw)
    here = example[0].cells if has_header else [b"%d" % (i + 1) for i in range(width)]
    places = [here.index(name) for name in names]
    newline = next((record.end for record in records if record.end), b"\n")
    out = [Record(b"", [cell_text(name, delimiter) for name in here], newline)] if not records and has_header else []
    if not records:
        tail = b""
    edits = {}
    for change in planned(pair):
        if change.op != "added":
            edits[change.old] = [change.count, change.new]
    for number, record in enumerate(records):
        row = tuple(record.cells[place] for place in places) if number or not has_header else None
        count, new = edits.get(row, (0, None))
        if not count:
            out.append(record)
            continue
        edits[row][0] -= 1
        if new is None:
            out.append(Record(record.before, None, b""))
            continue
        raw = list(record.raw)
        for place, old_cell, new_cell in zip(places, row, new):
            if old_cell != new_cell:
                raw[place] = cell_text(new_cell, delimiter)
        out.append(Record(record.before, raw, record.end))
    added = []
    for change in planned(pair):
        if change.op == "added":
            raw = [b""] * width
            for place, cell in zip(places, change.new):
                raw[place] = cell_text(cell, delimiter)
            added += [Record(b"", [b'""'] if raw == [b""] else raw, newline)] * change.count
    if added and out and not (last := out[-1]).end and last.raw is not None:
        if last.raw[-1].endswith(b"\r"):
            last.raw[-1] = b'"' + last.raw[-1].replace(b'"', b'""') + b'"'
        last.end = newline
    text = mark
    for record in out + [Record(tail, None, b"")] + added:
        text += record.before
        if record.raw is not None:
            first = not text and record.raw == [b""]
            text += (b'""' if first else delimiter.join(record.raw)) + record.end
    return text


def synced(pair):
    """What RIGHT must be afterwards."""
    if not planned(pair):
        return pair.right
    if not pair.terms.is_table:
        return synced_lines(pair)
    given = pair.arguments[pair.arguments.index("--delimiter") + 1] if "--delimiter" in pair.arguments else None
    delimiter = b"\t" if given == "tab" else given.encode() if given else b"\t" if pair.kind == "tsv" else b","
    return synced_table(pair, delimiter, "--no-header" not in pair.arguments)
