#!/usr/bin/python3
"""An independent implementation of docs/formats/rows.md, and a check of the bytes printed there.

It is written from the document and shares no code with the library. Run without arguments: exit status 0 if every
line of tests/golden/cells.tsv and every row and item that the document shows come out, 1 if not.
"""
import pathlib
import re
import sys

import xxhash

import peel_cells
from peel_cells import blob, integer, null, read_decimal, real, text, time
from peel_hashing import DEFAULT_SEED, derive, hash_fast

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME, VALUE, STRATA = 0x6E616D6573, 0x76616C7565, 0x737472617461


def leb128(number):
    out = bytearray()
    while number >= 128:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def canonical(cells):
    return b"".join(tag + leb128(len(payload)) + payload for tag, payload in cells)


def digest(purpose, data, seed=DEFAULT_SEED):
    low, high = hash_fast(data, derive(seed, purpose))
    return low.to_bytes(8, "little") + high.to_bytes(8, "little")


def whole_item(row):
    return digest(NAME, row)[:14]


def slot(key, room, used):
    """`used` is None if the key does not fit."""
    if used is None:
        return (b"\xff" + digest(NAME, canonical(key))).ljust(1 + room, b"\0")
    return (bytes([len(used)]) + used).ljust(1 + room, b"\0")


def text_item(key, values, key_bytes):
    contents = [payload for _, payload in key]
    fits = sum(map(len, contents)) <= key_bytes and max(map(len, contents)) < 128
    used = b"".join(bytes([len(cell)]) + cell for cell in contents[:-1]) + contents[-1] if fits else None
    return slot(key, len(key) - 1 + key_bytes, used) + digest(VALUE, canonical(values))[:8]


def typed_item(key, values, key_bytes):
    room = 2 * len(key) + key_bytes
    used = canonical(key) if len(canonical(key)) <= room else None
    return slot(key, room, used) + digest(VALUE, canonical(values))[:8]


def kept_name(name, room):
    """A name in a sketch of a folder."""
    if len(name) <= room:
        return name
    return name[:room - 7] + b"\0" + xxhash.xxh3_64_intdigest(name).to_bytes(8, "little")[:6]


def folder_number(parent, kept):
    return xxhash.xxh3_64_intdigest(parent.to_bytes(8, "little") + kept) & (1 << 47) - 1


def tree_item(path, values, key_bytes):
    """An entry of a folder: `values` are the cells of kind, size, mode and content, and NULL for each exclude."""
    *folders, name = [kept_name(part, key_bytes - 6) for part in path.split(b"/")]
    number = 0
    for folder in folders:
        number = folder_number(number, folder)
    return typed_item([integer(number), text(name)], values, key_bytes)


def file_values(contents, mode):
    return [text(b"file"), integer(len(contents)), text(mode), text(xxhash.xxh3_128_hexdigest(contents).encode())]


def stratum_item(item):
    return int.from_bytes(digest(STRATA, item)[:7], "little")


# The rows of the document: their key columns, and the others.
APPLE = [text(b"7")], [text(b"apple")]
ULM = [integer(7), text(b"Ulm")], [real(2.5), time(1_000_000)]
NULLS = [null(), text(b"")], [null(), blob(b"\x00\xff")]
NUMBERS = [], [integer(0), read_decimal("-0.005"), real(-0.0)]
LONG = [integer(8), text(b"a place with a long name")], ULM[1]

ROWS = [canonical(key + values) for key, values in (APPLE, ULM, NULLS, NUMBERS)]
ITEMS = [text_item(*APPLE, 16)] + [typed_item(*row, 16) for row in (ULM, NULLS, LONG)]

# A folder: what tests/golden/tree-sketch.peel was made of, without x.o, since --exclude '*.o' was given.
TREE = {b"a.txt": file_values(b"hello\n", b"rw-r--r--"),
        b"docs": [text(b"folder"), null(), text(b"rwxr-xr-x"), null()],
        b"docs/a name that is too long.txt": file_values(b"x", b"rw-------"),
        b"link": [text(b"link"), null(), null(), text(b"a.txt")]}
TREE_ITEMS = [tree_item(path, values + [null()], 24) for path, values in TREE.items()]


def check_page():
    """What the document shows and what comes out, one behind the other."""
    page = (ROOT / "docs/formats/rows.md").read_text()
    shown = [bytes.fromhex(digits) for digits in re.findall(r"\| `((?:[0-9a-f]{2} ?){10,})` \|$", page, re.M)]
    made = ROWS + ITEMS + TREE_ITEMS
    for number, expected in enumerate(made):
        if number >= len(shown) or shown[number] != expected:
            print(f"rows.md: vector {number + 1} is", expected.hex(" "))
    return shown == made


def check_cells():
    is_right = True
    lines = (ROOT / "tests/golden/cells.tsv").read_bytes().splitlines()
    for line in lines:
        if line.startswith(b"#"):
            continue
        column_type, content, tag, payload = line.split(b"\t")
        cell = peel_cells.read(column_type.decode(), content)
        if cell != (tag, bytes.fromhex(payload.decode())):
            print("cells.tsv:", line.decode(), "is", cell[0].decode(), cell[1].hex())
            is_right = False
    return is_right and len(lines) > 100


def main():
    return 0 if [check_page(), check_cells()] == [True, True] else 1


if __name__ == "__main__":
    sys.exit(main())
