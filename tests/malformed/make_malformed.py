#!/usr/bin/env python3
"""Makes the files of this folder, and the table in its README, from golden files: each with one thing wrong.

usage: make_malformed.py      after a change of the format, or to add a row to FILES
"""
import pathlib
import struct
import sys

import xxhash

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "conformance"))
import peel_compact  # noqa: E402
import peel_iblt  # noqa: E402

import malformed_counters  # noqa: E402
import malformed_counting_filters  # noqa: E402
import malformed_filters  # noqa: E402
import malformed_frequencies  # noqa: E402
import malformed_rateless  # noqa: E402
import malformed_sketches  # noqa: E402
import malformed_summaries  # noqa: E402

SHAPE, PAYLOAD, CELLS = 48, 72, 88  # offsets; the cells' if no sub-table is lost


def golden(name, kind="iblt"):
    return (HERE.parent / "golden" / f"{kind}-{name}.peel").read_bytes()


def seal(data):
    """With length and checksum put right."""
    data = bytearray(data)
    shape_length, = struct.unpack_from("<I", data, 24)
    struct.pack_into("<Q", data, 32, len(data) - SHAPE - shape_length)
    return seal_checksum(data)


def seal_checksum(data):
    data = bytearray(data)
    struct.pack_into("<Q", data, 40, xxhash.xxh3_64_intdigest(bytes(data[:40] + data[48:])))
    return bytes(data)


def put(data, at, form, value):
    data = bytearray(data)
    struct.pack_into("<" + form, data, at, value)
    return seal_checksum(data)


def lost(data, *indexes):
    """Calls sub-tables of a plain table lost, and leaves its cells as they are."""
    return seal(data[:PAYLOAD + 8] + struct.pack(f"<Q{len(indexes)}I", len(indexes), *indexes) + data[CELLS:])


def emptied(data):
    return data[:CELLS] + bytes(len(data) - CELLS)


def compact(data, escape=False, **choices):
    """A table of xor cells without values, with its cells compact and some choices of the encoder replaced."""
    table = peel_iblt.Table.decode("fast", (0, 0), data[SHAPE:PAYLOAD], data[PAYLOAD:])
    widths = [8 * held for held in table.key_pieces] + [table.check_bits] * table.checks
    rule = dict(zip(("elided", "base", "parameter"), peel_compact.rule(table.cells, sum(widths))))
    elided, base, parameter = (choices.get(name, rule[name]) for name in rule)
    bits = [int(elided)] + [int(any(cell)) for cell in table.cells if elided]
    for count, *words in (cell for cell in table.cells if any(cell) or not elided):
        code = peel_compact.zigzag(count - base)
        quotient = code >> parameter
        if escape or quotient >= 24:
            bits += [1] * 24 + [code >> i & 1 for i in range(64)]
        else:
            bits += [1] * quotient + [0] + [code >> i & 1 for i in range(parameter)]
        bits += [word >> i & 1 for word, width in zip(words, widths) for i in range(width)]
    stream = sum(bit << at for at, bit in enumerate(bits)).to_bytes((len(bits) + 7) // 8, "little")
    head = bytearray(data[:CELLS])
    head[SHAPE + 17] = 2
    return seal(bytes(head) + bytes([peel_compact.zigzag(base), parameter]) + stream)


def files():
    xor, field, wrapping = golden("xor"), golden("prime-field"), golden("wrapping")
    irregular = golden("irregular")
    one_lost, coupled, short = golden("lost-sub-table"), golden("coupled"), golden("short-checks")
    sparse = golden("compact-sparse")
    assert compact(sparse) == sparse
    # A count of 1 in its only empty cell: now none is empty.
    filled = put(xor, CELLS + 3 * 24, "Q", 1)
    full = compact(filled)
    # name: (bytes, what is wrong, what the error says)
    return {
        "empty": (b"", "no bytes at all", "too short for a peel file"),
        "cut-inside-header": (xor[:47], "47 of 48 header bytes", "too short for a peel file: 47 bytes"),
        "cut-inside-cells": (xor[:-5], "the last five bytes are missing", "cut short"),
        "trailing-byte": (xor + b"\0", "one byte follows the envelope", "bytes follow the end"),
        "two-envelopes": (xor + xor, "a second envelope follows the first", "bytes follow the end"),
        "other-program": (b"SQLite format 3\0" * 8, "starts like a file of another program", "not a peel file"),
        "wrong-checksum": (xor[:40] + bytes([xor[40] ^ 1]) + xor[41:], "one bit of the checksum flipped",
                           "the checksum does not match"),
        "newer-version": (put(xor, 5, "B", 3), "version 3", "made by a newer peel"),
        "version-of-other-kinds": (put(xor, 5, "B", 2), "an iblt that calls itself version 2, which is read in parts",
                                   "kind 1 (iblt) is not known here in format version 2"),
        "unknown-kind": (put(xor, 6, "B", 250), "kind 250", "kind 250 is not known"),
        "unknown-family": (put(xor, 7, "B", 3), "hash family 3", "hash family 3 is not known"),
        "shape-length-huge": (put(xor, 24, "I", 2**32 - 1), "a shape of 2^32 - 1 bytes",
                              "a shape of 4294967295 bytes"),
        "payload-length-wraps": (put(xor, 32, "Q", 2**64 - 1),
                                 "a payload length of 2^64 - 1: header, shape and payload wrap around 64 bits",
                                 "longer than any file"),
        "unknown-placement": (put(xor, SHAPE, "B", 4), "placement 4", "placement 4 is not known"),
        "one-hash": (put(xor, SHAPE + 1, "B", 1), "1 hash", "1 hashes"),
        "value-check-without-values": (put(xor, SHAPE + 3, "B", 2), "checks of values that have no bytes: "
                                       "a second encoding of checks of keys", "with values of 0 bytes"),
        "segments-of-partitioned": (put(xor, SHAPE + 6, "H", 6), "a partitioned table with 6 segments",
                                    "6 segments with placement 1"),
        "coupled-without-segments": (put(coupled, SHAPE + 6, "H", 0), "a coupled table without segments",
                                     "0 segments with placement 2"),
        "segments-no-more-than-hashes": (put(coupled, SHAPE + 6, "H", 3),
                                         "3 segments for 3 hashes: a second encoding of a partitioned table",
                                         "3 segments"),
        "cells-product-wraps": (put(xor, SHAPE + 8, "Q", 6 + 2**61),
                                "6 + 2^61 cells: the bytes of the cells wrap around to just what is there",
                                "2305843009213693958 cells"),
        "cells-beyond-limit": (put(coupled, SHAPE + 8, "Q", 2**32 - 1),
                               "2^32 - 1 cells, which seven segments of whole cells exceed",
                               "are more than 4294967295"),
        "cells-declared-not-there": (put(xor, SHAPE + 8, "Q", 3 * 2**30),
                                     "3 * 2^30 cells, 72 GiB, in a file of 232 bytes",
                                     "those of an iblt of this shape have 77309411328"),
        "cells-not-a-multiple": (put(xor, SHAPE + 8, "Q", 7), "7 cells for 3 sub-tables",
                                 "7 cells are not a multiple of 3"),
        "check-bits-too-few": (put(xor, SHAPE + 16, "B", 7), "checks of 7 bits", "checks of 7 bits"),
        "check-bits-without-checks": (put(golden("simple"), SHAPE + 16, "B", 24),
                                      "checks of 24 bits where there are none", "in a table without checks"),
        "unknown-form": (put(xor, SHAPE + 17, "B", 3), "form 3", "form 3 is not known"),
        "reserved-in-use": (put(xor, SHAPE + 22, "B", 1), "a reserved byte of the shape is 1",
                            "the reserved bytes 22 and 23"),
        "light-keys-of-partitioned": (put(xor, SHAPE + 18, "B", 2), "a partitioned table with light keys",
                                      "only irregular tables have light keys"),
        "irregular-without-light-keys": (put(xor, SHAPE, "B", 3),
                                         "an irregular table without light keys: a second encoding of a partitioned one",
                                         "without light keys is partitioned"),
        "irregular-with-segments": (put(irregular, SHAPE + 6, "H", 6), "an irregular table with 6 segments",
                                    "6 segments with placement 3"),
        "light-keys-like-heavy-ones": (put(irregular, SHAPE + 18, "B", 5), "light keys of 5 cells, as heavy ones have",
                                       "light keys of 5 cells where heavy ones have 5"),
        "light-keys-of-one-cell": (put(irregular, SHAPE + 18, "B", 1), "light keys of 1 cell",
                                   "light keys of 1 cells"),
        "no-key-is-light": (put(irregular, SHAPE + 20, "H", 0), "a share of 0 of 65,536 keys is light",
                            "a share of 0 of 65536 light keys"),
        "unknown-weight-source": (put(irregular, SHAPE + 19, "B", 3), "the weight of keys is told by 3, which is nothing",
                                  "weight source 3"),
        "light-keys-lost": (lost(emptied(irregular), 1, 4), "two sub-tables lost, though light keys have two cells",
                            "light keys of 2 cells could have none left"),
        "no-payload": (seal(xor[:PAYLOAD]), "the payload is empty", "the payload has 0 bytes"),
        "gross-total-beyond-limit": (put(xor, PAYLOAD, "Q", 2**60 + 1), "a gross total of 2^60 + 1",
                                     "a gross total of 1152921504606846977"),
        "xor-bits-beyond-value": (put(one_lost, CELLS + 4 + 16, "Q", 0x1FF),
                                  "a xor sum of 1-byte values with nine bits", "value sum out of range"),
        "field-element-not-reduced": (put(field, CELLS + 8, "Q", 2**61 - 1),
                                      "a key sum of 2^61 - 1, which is 0", "key sum out of range"),
        "check-beyond-its-bits": (put(short, CELLS + 24, "H", 0x1000), "a check of 12 bits with 13",
                                  "check sum out of range"),
        "count-beyond-total": (put(wrapping, CELLS, "q", -5), "a count of -5 in a table that saw 4 operations",
                               "counts -5 pairs"),
        "count-most-negative": (put(field, CELLS, "q", -2**63),
                                "a count of -2^63, which has no positive counterpart",
                                "counts -9223372036854775808 pairs"),
        "lost-cell-not-empty": (lost(xor, 0), "sub-table 0 is lost, yet holds cells", "lost sub-table but not empty"),
        "lost-sub-table-beyond-k": (lost(emptied(xor), 3), "sub-table 3 of 3 (counted from 0) lost",
                                    "this table has sub-tables 0 to 2"),
        "all-sub-tables-lost": (lost(emptied(xor), 0, 1, 2), "all three sub-tables lost",
                                "would have no cell left"),
        "window-lost": (lost(emptied(coupled), 2, 3, 4), "three neighbours of a coupled table with 3 hashes lost",
                        "would have no cell left"),
        "lost-not-ascending": (lost(emptied(coupled), 4, 1), "lost segments 4 and 1, in this order",
                               "does not follow 4 in ascending order"),
        "lost-twice": (lost(emptied(coupled), 4, 4), "segment 4 lost twice", "does not follow 4 in ascending order"),
        "lost-count-huge": (put(xor, PAYLOAD + 8, "Q", 2**62 + 1),
                            "2^62 + 1 lost sub-tables: the bytes of the list wrap around to 4",
                            "4611686018427387905 lost sub-tables"),
        "lost-list-cut": (seal(lost(xor, 0)[:CELLS + 3]), "the payload ends inside the list of lost sub-tables",
                          "ends inside its list"),
        "compact-cells-not-there": (put(sparse, SHAPE + 8, "Q", 3 * 2**30),
                                    "3 * 2^30 cells in a compact form of 38 bytes",
                                    "3221225472 cells need at least as many bits"),
        "compact-cells-not-there-full": (put(full, SHAPE + 8, "Q", 3 * 2**30), "the same, with no cell left out",
                                         "3221225472 cells need at least"),
        "compact-cut": (seal(sparse[:-1]), "the last byte of the bits is missing", "bits"),
        "compact-trailing-byte": (seal(sparse + b"\0"), "a byte follows the last cell", "1 bytes follow the last cell"),
        "compact-padding": (seal(full[:-1] + bytes([full[-1] | 0x80])), "a bit behind the last cell is set",
                            "padding"),
        "compact-empty-cells-written": (compact(sparse, elided=False),
                                        "empty cells are written that should be left out", "saves bits"),
        "compact-elided-for-nothing": (compact(filled, elided=True), "no cell is empty, and yet each has a flag",
                                       "saves nothing"),
        "compact-other-base": (compact(sparse, base=0), "counts are based on 0, not on their mean",
                               "based on 0; accepted is their mean, 1"),
        "compact-other-parameter": (compact(sparse, parameter=1), "a Rice parameter of 1 where 0 gives fewer bits",
                                    "the fewest bits, 0"),
        "compact-parameter-beyond-limit": (put(sparse, CELLS + 1, "B", 61), "a Rice parameter of 61",
                                           "a Rice parameter of 61"),
        "compact-escape-not-needed": (compact(sparse, escape=True), "counts of 1 are escaped",
                                      "in a longer code than it needs"),
        "compact-base-too-long": (seal(sparse[:CELLS] + bytes([sparse[CELLS] | 0x80, 0]) + sparse[CELLS + 1:]),
                                  "the base in two bytes where one is enough", "LEB128"),
        "compact-not-smaller": (seal(put(xor, SHAPE + 17, "B", 2)), "as many bytes as the plain form",
                                "fewer than the 144 of the plain form"),
    }


README = """\
# Files that must be refused

Each is one golden file with one thing wrong; unless that thing is in the frame itself, lengths and checksum are
right, so that it must be found by looking. A test replays all of them, finds the words of the last column in the
error, and checks that this list is complete. A file that once crashed a reader belongs here too.
`make_malformed.py` makes the files and this page.

| File | What is wrong | The error says |
| --- | --- | --- |
"""


def all_files():
    def decode(shape, payload):
        return peel_iblt.Table.decode("fast", (0, 0), shape, payload)
    sketches = [golden(name, "sketch") for name in ("lines", "rows", "typed")]
    counters = [golden(name, "counter") for name in ("lines", "fields", "addresses", "one-key")]
    filters = [golden(name, "filter") for name in ("classic", "register", "line-pages")]
    return {**files(), **malformed_sketches.files(*sketches, golden("xor"), put, seal, decode),
            **malformed_counters.files(*counters, golden("xor"), put, seal),
            **malformed_filters.files(*filters, golden("xor"), put, seal),
            **malformed_counting_filters.files(golden, put, seal), **malformed_frequencies.files(golden, put, seal),
            **malformed_summaries.files(golden, put, seal),
            **malformed_rateless.files(golden("lines", "rateless"), golden("blocks", "rateless"))}


def main():
    for old in HERE.glob("*.peel"):
        old.unlink()
    page = README
    for name, (data, wrong, says) in all_files().items():
        (HERE / f"{name}.peel").write_bytes(data)
        page += f"| `{name}.peel` | {wrong} | {says} |\n"
    (HERE / "README.md").write_text(page)


if __name__ == "__main__":
    main()
