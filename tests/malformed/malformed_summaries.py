"""The summaries of tables among the malformed files: kind 13."""
import struct

import peel_summary

SHAPE = 48


def parts(data):
    """Header, shape and payload."""
    length, = struct.unpack_from("<I", data, 24)
    return data[:SHAPE], data[SHAPE:SHAPE + length], data[SHAPE + length:]


def entries(data, seal, levels, numbers=None, parameter=None, order=None, escape=False, padding=0):
    """An interpolation summary with some choices of the writer replaced: differences may be written in any order."""
    head, shape, payload = parts(data)
    cells = peel_summary.Entries(levels, shape[8 + 8 * levels:], payload).cells
    if order is not None:
        cells = [cells[i] for i in order]
    r = payload[8] if parameter is None else parameter
    bits, before = [], 0
    for fingerprint, level in cells:
        difference, before = (fingerprint - before) % 2**64, fingerprint
        if escape:
            bits += [1] * 24 + [difference >> i & 1 for i in range(64)]
        else:
            bits += [1] * (difference >> r) + [0] + [difference >> i & 1 for i in range(r)]
        bits += [1] * (level - 1) + [0] * (level < levels)
    stream = bytearray(sum(bit << at for at, bit in enumerate(bits)).to_bytes((len(bits) + 7) // 8, "little"))
    stream[-1] |= padding
    count = len(cells) if numbers is None else numbers
    return seal(head + shape + struct.pack("<QB", count, r) + bytes(stream))


def interpolation(golden, put, seal):
    fruits, twins = golden("interpolation", "table-summary"), golden("interpolation-collisions", "table-summary")
    head, shape, payload = parts(fruits)
    bits, count = SHAPE + 8 + 16, SHAPE + len(shape)
    assert entries(fruits, seal, 2) == fruits and entries(twins, seal, 4) == twins
    cells = peel_summary.Entries(4, parts(twins)[1][40:], parts(twins)[2]).cells
    twin = next(i for i, (a, b) in enumerate(zip(cells, cells[1:])) if a[0] == b[0] and a[1] < b[1])
    swapped = [*range(twin), twin + 1, twin, *range(twin + 2, len(cells))]
    return {
        "table-summary-bits-too-few": (put(fruits, bits, "B", 7), "7 bits of each hash", "7 bits of each hash"),
        "table-summary-bits-beyond-limit": (put(fruits, bits, "B", 62), "62 bits of each hash", "62 bits of each hash"),
        "table-summary-bits-reserved": (put(fruits, bits + 1, "B", 1), "a byte behind the bits is 1",
                                        "reserved bytes behind the bits"),
        "table-summary-entries-not-there": (put(fruits, count, "Q", 2**61), "2^61 entries in 9 bytes",
                                            "2305843009213693952 entries need at least 14 bits each"),
        "table-summary-entry-missing": (entries(fruits, seal, 2, numbers=5), "5 entries where there are 4",
                                        "the bits end inside entry 4"),
        "table-summary-entry-too-many": (entries(fruits, seal, 2, numbers=2), "2 entries where there are 4",
                                         "bytes follow the last entry"),
        "table-summary-entry-beyond-its-bits": (put(fruits, bits, "B", 15), "fingerprints of 16 bits where there are 15",
                                                "has more bits than the shape says"),
        "table-summary-entries-not-in-order": (entries(twins, seal, 4, order=swapped),
                                               "the higher of two levels with one fingerprint comes first",
                                               "is not in ascending order"),
        "table-summary-escape-not-needed": (entries(fruits, seal, 2, escape=True), "differences that need no escape have one",
                                            "in a longer code than it needs"),
        "table-summary-other-parameter": (entries(fruits, seal, 2, parameter=14), "a Rice parameter of 14 where 13 gives fewer bits",
                                          "the fewest bits, 13"),
        "table-summary-parameter-beyond-limit": (put(fruits, count + 8, "B", 61), "a Rice parameter of 61",
                                                 "a Rice parameter of 61"),
        "table-summary-parameter-of-nothing": (put(golden("interpolation-empty", "table-summary"), count + 8, "B", 1),
                                               "a Rice parameter where there are no entries", "the fewest bits, 0"),
        "table-summary-padding": (entries(fruits, seal, 2, padding=0x80), "a bit behind the last entry is set", "padding"),
        "table-summary-no-payload": (seal(head + shape), "the payload is empty", "the payload has 0 bytes"),
    }


def table(golden, put, seal):
    fruits = golden("single", "table-summary")
    head, shape, payload = parts(fruits)
    return {
        "table-summary-unknown-summary": (put(fruits, SHAPE, "B", 6), "a sixth kind of summary", "a summary of kind 6"),
        "table-summary-no-sub-tables": (put(fruits, SHAPE + 1, "B", 0), "no sub-tables", "0 sub-tables"),
        "table-summary-eight-sub-tables": (seal(put(fruits[:24] + b"\x58" + fruits[25:SHAPE + 1] + b"\x08" + shape[2:16] * 4
                                                    + shape[16:] + payload, 24, "I", 0x58)),
                                           "8 sub-tables", "8 sub-tables"),
        "table-summary-no-slots": (put(fruits, SHAPE + 2, "B", 0), "buckets of 0 slots", "buckets of 0 slots"),
        "table-summary-reserved-in-use": (put(fruits, SHAPE + 3, "B", 1), "a reserved byte of the shape is 1",
                                          "reserved bytes before the buckets"),
        "table-summary-no-buckets": (put(fruits, SHAPE + 16, "Q", 0), "a sub-table of 0 buckets", "a sub-table of 0 buckets"),
        "table-summary-buckets-beyond-limit": (put(fruits, SHAPE + 8, "Q", 2**64 - 1), "2^64 - 1 buckets, which wrap with two more",
                                               "more than 1099511627776 slots"),
        "table-summary-slots-beyond-limit": (put(put(fruits, SHAPE + 2, "B", 255), SHAPE + 8, "Q", 2**36),
                                             "2^36 buckets of 255 slots", "more than 1099511627776 slots"),
        "table-summary-shape-too-short": (seal(put(head + shape[:-8] + payload, 24, "I", len(shape) - 8)),
                                          "the cells are missing from the shape", "the bytes end inside the shape"),
        "table-summary-shape-too-long": (seal(put(head + shape + bytes(8) + payload, 24, "I", len(shape) + 8)),
                                         "8 bytes behind the shape", "8 bytes follow the shape"),
    }


def cells(golden, put, seal):
    six, three = golden("single", "table-summary"), golden("single-three-bits", "table-summary")
    counters = golden("counting-single", "table-summary")
    packing, hashes, count = SHAPE + 24, SHAPE + 25, SHAPE + 32
    at = SHAPE + 40  # of the cells of six
    head, shape, payload = parts(three)
    words = len(head + shape)
    return {
        "table-summary-unknown-packing": (put(six, packing, "B", 4), "packing 4", "packing 4"),
        "table-summary-cells-of-counters": (put(six, packing, "B", 3), "counters in a summary that does not count",
                                            "cells (counters) in a summary of kind 2"),
        "table-summary-counters-of-cells": (put(six, SHAPE, "B", 4), "levels in a summary that counts",
                                            "cells (six_values) in a summary of kind 4"),
        "table-summary-six-values-of-seven": (put(three, SHAPE + 8 + 56, "B", 1), "six values for seven sub-tables",
                                              "cells (six_values) for 7 sub-tables"),
        "table-summary-no-hashes": (put(six, hashes, "B", 0), "0 hashes", "0 hashes"),
        "table-summary-hashes-beyond-limit": (put(six, hashes, "B", 65), "65 hashes", "65 hashes"),
        "table-summary-cells-not-a-multiple": (put(six, count, "Q", 25), "25 cells for 3 hashes", "25 cells for 3 hashes"),
        "table-summary-cells-beyond-limit": (put(six, count, "Q", 3 * 2**62), "3 * 2^62 cells", "13835058055282163712 cells"),
        "table-summary-cells-not-there": (put(six, count, "Q", 3 * 2**35), "3 * 2^35 cells in 8 bytes",
                                          "that of a summary of this shape has 34359738368"),
        "table-summary-cells-reserved": (put(six, packing + 2, "B", 1), "a byte before the cells is 1",
                                         "reserved bytes before the cells"),
        "table-summary-cell-beyond-levels": (put(six, at, "B", 3), "a cell of 3 where there are 2 sub-tables", "a cell in word 0 is no level"),
        "table-summary-byte-of-no-cells": (put(six, at, "B", 216), "a byte of 216, which three cells do not make", "a cell in word 0 is no level"),
        "table-summary-highest-bit": (put(three, words + 7, "B", three[words + 7] | 0x80), "the bit above 21 cells is set", "a cell in word 0 is no level"),
        "table-summary-behind-last-cell": (seal(three[:-1] + b"\x10"), "a cell behind the last is not 0", "behind the last cell"),
        "table-summary-behind-last-counter": (seal(counters[:-1] + b"\x10"), "a counter behind the last is not 0",
                                              "behind the last cell"),
        "table-summary-word-missing": (seal(three[:-8]), "a word of cells is missing", "that of a summary of this shape has"),
        "table-summary-word-too-many": (seal(three + bytes(8)), "a word behind the cells", "that of a summary of this shape has"),
    }


def filters(golden, put, seal):
    fruits, counting = golden("multiple", "table-summary"), golden("counting-multiple", "table-summary")
    first = SHAPE + 24  # the shape of the first filter
    counted = SHAPE + 8 + 32
    return {
        "table-summary-filter-of-counters": (put(fruits, SHAPE, "B", 5), "filters of bits in a summary that counts", "filter 0"),
        "table-summary-filter-of-bits": (put(counting, SHAPE, "B", 3), "filters of counters in one that does not", "filter 0"),
        "table-summary-filter-layout": (put(fruits, first, "B", 4), "a filter of layout 4", "filter 0: layout 4"),
        "table-summary-filter-reserved": (put(fruits, first + 16 + 3, "B", 1), "a reserved byte of the second filter's shape is 1",
                                          "filter 1: the reserved bytes 3 to 7"),
        "table-summary-filter-no-cells": (put(fruits, first + 8, "Q", 0), "a filter of 0 bits", "filter 0: no filter has this shape"),
        "table-summary-filter-cells-wrap": (put(fruits, first + 8, "Q", 2**64 - 1), "a filter of 2^64 - 1 bits",
                                            "filter 0: no filter has this shape"),
        "table-summary-filter-not-there": (put(fruits, first + 8, "Q", 2**43), "a filter of 2^43 bits in 16 bytes",
                                           "that of a summary of this shape has"),
        "table-summary-filter-behind-last-bit": (seal(fruits[:-1] + b"\x01"), "a bit behind the last filter is set", "filter 1"),
        "table-summary-filter-block-not-full": (put(counting, counted + 8, "Q", 1000), "1000 cells in blocks of 128", "filter 0"),
        "table-summary-filter-missing": (seal(fruits[:-8]), "the second filter's word is missing", "that of a summary of this shape has 16"),
        "table-summary-called-filter": (put(fruits, 6, "B", 4), "a summary that calls itself a filter", "the shape of a filter has 16 bytes"),
    }


def files(golden, put, seal):
    """name: (bytes, what is wrong, what the error says)"""
    return {**table(golden, put, seal), **interpolation(golden, put, seal), **cells(golden, put, seal), **filters(golden, put, seal)}
