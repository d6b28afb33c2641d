"""The rateless sketches among the malformed files: what make_malformed.py writes of kind 14."""
import struct

import xxhash

SHAPE, DESCRIPTION = 48, 56
# Offsets in the description of rateless-lines.peel, which has no columns.
ROWS, NET, GROSS, HEAD_END = 61, 69, 77, 101
BLOCK = 16  # bytes of a block's header


def parts(data):
    """The head, and the contents of the blocks."""
    shape, = struct.unpack_from("<I", data, 24)
    description, = struct.unpack_from("<Q", data, 32)
    end = 48 + shape + description
    head, rest, blocks = data[:end], data[end:], []
    while rest:
        length, = struct.unpack_from("<I", rest, 4)
        blocks.append(rest[BLOCK:BLOCK + length])
        rest = rest[BLOCK + length:]
    return head, blocks


def block(number, content, checksum):
    start = struct.pack("<II", number, len(content))
    return start + struct.pack("<Q", xxhash.xxh3_64_intdigest(start + content, seed=checksum)) + content


def sealed(head, blocks):
    """With lengths, numbers and checksums put right."""
    head = bytearray(head)
    shape, = struct.unpack_from("<I", head, 24)
    struct.pack_into("<Q", head, 32, len(head) - 48 - shape)
    checksum = xxhash.xxh3_64_intdigest(bytes(head[:40] + head[48:]))
    struct.pack_into("<Q", head, 40, checksum)
    return bytes(head) + b"".join(block(i, content, checksum) for i, content in enumerate(blocks))


def put(data, at, form, value):
    """Something in the head replaced."""
    head, blocks = parts(data)
    head = bytearray(head)
    struct.pack_into("<" + form, head, at, value)
    return sealed(head, blocks)


def files(lines, blocks):
    """name: (bytes, what is wrong, what the error says)"""
    head, (content,) = parts(lines)
    long_head, contents = parts(blocks)
    other_head = parts(put(blocks, 8, "Q", 99))[0]
    first_end = len(long_head) + BLOCK + len(contents[0])
    flipped = bytes([blocks[first_end - 1] ^ 1])
    return {
        "rateless-version-one": (put(lines, 5, "B", 1), "a rateless sketch that calls itself version 1",
                                 "kind 14 (rateless sketch) is not known here in format version 1"),
        "rateless-head-cut": (lines[:HEAD_END - 1], "the last byte of the head is missing", "cut short: the head has"),
        "rateless-head-checksum": (lines[:40] + b"\0" + lines[41:], "another checksum of the head",
                                   "the checksum does not match"),
        "rateless-no-block": (lines[:HEAD_END], "a head without a block", "without a block"),
        "rateless-block-header-cut": (blocks[:first_end + 15], "the file ends inside the header of a block",
                                      "cut short: the header of block 1"),
        "rateless-block-cut": (blocks[:-1], "the last byte is missing", "cut short: block 2"),
        "rateless-trailing-byte": (lines + b"\0", "a byte follows the last cell", "bytes follow cell 4"),
        "rateless-block-changed": (blocks[:first_end - 1] + flipped + blocks[first_end:], "a bit of block 0 is flipped",
                                   "the checksum of block 0 does not match"),
        "rateless-block-of-another-file": (other_head + blocks[len(long_head):], "a head with another seed before the blocks",
                                           "or are of another file"),
        "rateless-block-missing": (blocks[:len(long_head)] + blocks[first_end:], "block 0 is missing",
                                   "block 1 where block 0 comes next"),
        "rateless-block-twice": (blocks[:first_end] + blocks[len(long_head):], "block 0 is there twice",
                                 "block 0 where block 1 comes next"),
        "rateless-block-beyond-limit": (lines[:HEAD_END + 4] + struct.pack("<I", 2**28 + 1) + lines[HEAD_END + 8:],
                                        "a block of 2^28 + 1 bytes", "block 0 has 268435457 bytes"),
        "rateless-block-behind-short-one": (sealed(head, [content, content]), "a block behind one of 5 cells",
                                            "bytes follow cell 4"),
        "rateless-block-of-no-cells": (sealed(head, [b"\0" + content[1:]]), "a block of no cells", "0 cells; accepted are 1"),
        "rateless-block-of-too-many-cells": (sealed(long_head, [contents[0], b"\x41" + contents[1][1:]]),
                                             "65 cells in block 1", "65 cells; accepted are 1 to 64"),
        "rateless-cells-not-there": (sealed(head, [b"\x80\x02" + content[1:]]), "256 cells in the bytes of 5",
                                     "256 cells need at least"),
        "rateless-number-of-cells-too-long": (sealed(head, [b"\x85\0" + content[1:]]),
                                              "the number of cells in two bytes where one is enough", "LEB128"),
        "rateless-empty-block": (sealed(head, [b""]), "a block without content", "the number of cells"),
        "rateless-byte-behind-cells": (sealed(head, [content + b"\0"]), "a byte follows the last cell inside its block",
                                       "bytes follow the last cell"),
        "rateless-other-base": (sealed(head, [content[:1] + bytes([content[1] ^ 2]) + content[2:]]),
                                "residuals that are all larger by one", "block 0: "),
        "rateless-other-parameter": (sealed(head, [content[:2] + bytes([content[2] + 30]) + content[3:]]),
                                     "a Rice parameter that is larger by 30", "block 0: "),
        "rateless-net-beyond-gross": (put(lines, NET, "q", -4), "a net total of -4 of 3 insertions and deletions",
                                      "totals of -4 net and 3 gross"),
        "rateless-gross-beyond-limit": (put(lines, GROSS, "Q", 2**60 + 1), "a gross total of 2^60 + 1",
                                        "1152921504606846977 gross"),
        "rateless-rows-beyond-limit": (put(lines, ROWS, "q", 2**60 + 1), "2^60 + 1 rows", "1152921504606846977 rows"),
        "rateless-totals-cut": (sealed(head[:-1], [content]), "the description ends inside the digest", "the totals"),
        "rateless-description-too-long": (sealed(head + b"\0", [content]), "a byte behind the totals",
                                          "1 bytes follow the totals"),
        "rateless-unknown-form": (put(lines, SHAPE, "B", 3), "form 3", "form 3 of a rateless table"),
        "rateless-wrapping-sums": (put(lines, SHAPE + 1, "B", 2), "cells of wrapping sums", "a rateless table has xor_sums"),
        "rateless-item-width": (put(lines, SHAPE + 2, "B", 65), "items of 65 bytes", "items of 65 bytes"),
        "rateless-check-bits": (put(lines, SHAPE + 3, "B", 28), "checks of 28 bits", "checks of 28 bits"),
        "rateless-shard-bits": (put(lines, SHAPE + 4, "B", 13), "2^13 streams", "13 bits of shards"),
        "rateless-shape-reserved-in-use": (put(lines, SHAPE + 7, "B", 1), "a reserved byte of the shape is 1",
                                           "the reserved bytes 5 to 7"),
        "rateless-shape-too-short": (sealed(head[:24] + b"\7" + head[25:DESCRIPTION - 1] + head[DESCRIPTION:], [content]),
                                     "a shape of 7 bytes", "has 8 bytes, not 7"),
    }
