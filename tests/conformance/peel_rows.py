#!/usr/bin/python3
"""An independent implementation of docs/formats/rows.md, and a check of the bytes printed there.

It is written from the document and shares no code with the library. Run without arguments: exit status 0 if the row and
the item that the document shows come out, 1 if not.
"""
import pathlib
import re
import sys

from peel_hashing import DEFAULT_SEED, derive, hash_fast

NAME, VALUE = 0x6E616D6573, 0x76616C7565


def leb128(number):
    out = bytearray()
    while number >= 128:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def canonical(cells):
    return b"".join(b"t" + leb128(len(cell)) + cell for cell in cells)


def digest(purpose, data, seed=DEFAULT_SEED):
    low, high = hash_fast(data, derive(seed, purpose))
    return low.to_bytes(8, "little") + high.to_bytes(8, "little")


def whole_item(row):
    return digest(NAME, row)[:14]


def keyed_item(key, values, key_bytes):
    room = len(key) - 1 + key_bytes
    value = digest(VALUE, canonical(values))[:8]
    if sum(map(len, key)) > key_bytes or max(map(len, key)) >= 128:
        return (b"\xff" + digest(NAME, canonical(key))).ljust(1 + room, b"\0") + value
    used = b"".join(bytes([len(cell)]) + cell for cell in key[:-1]) + key[-1]
    return (bytes([len(used)]) + used).ljust(1 + room, b"\0") + value


def main():
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs/formats/rows.md").read_text()
    shown_row = re.search(r"^    ((?:[0-9a-f]{2} +)+) ", page, re.M).group(1)
    shown_item = re.search(r"^((?:[0-9a-f]{2}\s+){25})", page, re.M).group(1)
    row_is_right = bytes.fromhex(shown_row) == canonical([b"7", b"apple"])
    item_is_right = bytes.fromhex(shown_item) == keyed_item([b"7"], [b"apple"], 16)
    if not row_is_right:
        print("rows.md: the row is", canonical([b"7", b"apple"]).hex(" "))
    if not item_is_right:
        print("rows.md: the item is", keyed_item([b"7"], [b"apple"], 16).hex(" "))
    return 0 if row_is_right and item_is_right else 1


if __name__ == "__main__":
    sys.exit(main())
