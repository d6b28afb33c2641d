"""The text that programs read, as docs/text-output.md defines it: how names, cells and lines are quoted, and how what
was printed is read back. All of it is bytes."""
import re

ESCAPES = {b'"': b'"', b"\\": b"\\", b"\a": b"a", b"\b": b"b", b"\t": b"t", b"\n": b"n", b"\v": b"v", b"\f": b"f",
           b"\r": b"r"}
UNESCAPED = {escape: byte for byte, escape in ESCAPES.items()}
TREACHEROUS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\udc80-\udcff]")
CELLS, NAMES = b',"', b',"= '


def decoded(text):
    """Bytes that are not UTF-8 become lone surrogates, each of them one."""
    return text.decode("utf-8", "surrogateescape")


def in_quotes(text):
    def spelled(match):
        bytes_of = match[0].encode("utf-8", "surrogateescape")
        if bytes_of in ESCAPES:
            return "\\" + ESCAPES[bytes_of].decode()
        return "".join(f"\\{byte:03o}" for byte in bytes_of)

    escaped = decoded(text).replace("\\", "\\\\").replace('"', '\\"')
    return b'"' + TREACHEROUS.sub(spelled, escaped).encode() + b'"'


def is_plain(text):
    """Whether it is UTF-8 that hides nothing. A tab between two bytes must not join them to a character."""
    return not TREACHEROUS.search(decoded(text).replace("\t", ""))


def is_in_brackets(text):
    return text.startswith(b"[") and text.endswith(b"]")


def line_text(line):
    has_remark = line.endswith(b")") and (b"  (" in line or b"... (" in line)
    is_clear = is_plain(line) and not line.startswith(b'"') and not is_in_brackets(line) and not has_remark
    return line if is_clear else in_quotes(line)


def word_text(word, marks=b""):
    is_clear = (word and is_plain(word) and not word.startswith(b'"') and not is_in_brackets(word)
                and word.strip(b" ") == word and not any(part in word for part in (b"->", b": ", b"  (", b"\t"))
                and not any(mark in word for mark in marks))
    return word if is_clear else in_quotes(word)


def cell_text(cell):
    """Of a table of text."""
    if not cell:
        return b""
    if cell in (b"NULL", b"?") or cell.startswith(b"x'"):
        return in_quotes(cell)
    return word_text(cell, CELLS)


class Scanner:
    """Reads a line from the left."""

    def __init__(self, line):
        self.rest = line

    def word(self, *ends):
        """Up to one of these, or the end of the line. Nothing of it is an escape unless it begins with a quote."""
        if not self.rest.startswith(b'"'):
            end = min([place for place in map(self.rest.find, ends) if place >= 0], default=len(self.rest))
            text, self.rest = self.rest[:end], self.rest[end:]
            return text
        text, at = b"", 1
        while self.rest[at:at + 1] != b'"':
            if self.rest[at:at + 1] != b"\\":
                text, at = text + self.rest[at:at + 1], at + 1
            elif (escape := self.rest[at + 1:at + 2]) in UNESCAPED:
                text, at = text + UNESCAPED[escape], at + 2
            else:
                text, at = text + bytes([int(self.rest[at + 1:at + 4], 8)]), at + 4
        self.rest = self.rest[at + 1:]
        return text

    def skip(self, mark):
        """Whether it comes next; then it is passed over."""
        if not self.rest.startswith(mark):
            return False
        self.rest = self.rest[len(mark):]
        return True

    def count(self):
        """The remark at the end of a line, or 1."""
        match = re.fullmatch(rb"(?:  \(x([0-9]+)\))?", self.rest)
        return int(match[1] or 1)


def read_line(line):
    """(sign, line, count), of a diff of lines."""
    scanner = Scanner(line[2:])
    if line[2:3] == b'"':
        text = scanner.word()
        return line[:1], text, scanner.count()
    match = re.fullmatch(rb"(.*?)(?:  \(x([0-9]+)\))?", line[2:], re.S)
    return line[:1], match[1], int(match[2] or 1)


def read_row(line):
    """("-" or "+", cells, count), or ("~", {name: cell}, {name: (old, new)}), of a diff of tables of text."""
    sign, scanner = line[:1], Scanner(line[2:])
    if sign != b"~":
        cells = [scanner.word(b",", b"  (")]
        while scanner.skip(b","):
            cells.append(scanner.word(b",", b"  ("))
        return sign, cells, scanner.count()
    key, values = {}, {}
    while True:
        name = scanner.word(b"=")
        assert scanner.skip(b"=")
        key[name] = scanner.word(b", ", b": ")
        if not scanner.skip(b", "):
            break
    assert scanner.skip(b": ")
    while True:
        name = scanner.word(b" ")
        assert scanner.skip(b" ")
        old = scanner.word(b" -> ")
        assert scanner.skip(b" -> ")
        values[name] = (old, scanner.word(b", "))
        if not scanner.skip(b", "):
            assert not scanner.rest
            return sign, key, values


def read_path(line):
    """(sign, path, new path or None), of a diff of folders. A folder ends with a slash."""
    scanner = Scanner(line[2:])
    path = scanner.word(b" -> ", b": ", b"  (")
    return line[:1], path, scanner.word(b"  (") if scanner.skip(b" -> ") else None
