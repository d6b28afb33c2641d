"""The counters among the malformed files: what make_malformed.py writes of kind 3."""
import struct

import peel_compact
import peel_counter

SHAPE, STRATA_SHAPE, PAYLOAD = 48, 64, 72
KEYS, KEY_BYTES, DELIMITER, RESERVED, FIELD = PAYLOAD, PAYLOAD + 1, PAYLOAD + 2, PAYLOAD + 3, PAYLOAD + 4
LINES, KEYLESS, TOTAL, LENGTH, CELLS = PAYLOAD + 8, PAYLOAD + 16, PAYLOAD + 24, PAYLOAD + 32, PAYLOAD + 40


def with_cells(data, change, seal, **choices):
    """The counter with its cells changed, and packed again; some choices of the encoder may be replaced."""
    counter = peel_counter.Counter.decode("fast", (0, 0), data[SHAPE:PAYLOAD], data[PAYLOAD:])
    change(counter.cells)
    widths = choices.get("widths", counter.widths())
    rule = dict(zip(("elided", "base", "parameter"), peel_compact.rule(counter.cells, sum(widths))))
    elided, base, parameter = (choices.get(name, rule[name]) for name in rule)
    bits = [int(elided)] + [int(any(cell)) for cell in counter.cells if elided]
    for count, *words in (cell for cell in counter.cells if any(cell) or not elided):
        code = peel_compact.zigzag(count - base)
        assert code >> parameter < 24
        bits += [1] * (code >> parameter) + [0] + [code >> i & 1 for i in range(parameter)]
        bits += [word >> i & 1 for word, width in zip(words, widths) for i in range(width)]
    stream = sum(bit << at for at, bit in enumerate(bits)).to_bytes((len(bits) + 7) // 8, "little")
    cells = bytes(widths) + bytes([peel_compact.zigzag(base), parameter]) + stream
    length, = struct.unpack_from("<Q", data, LENGTH)
    return seal(data[:LENGTH] + struct.pack("<Q", len(cells)) + cells + data[CELLS + length:])


def nothing(_cells):
    pass


def word_not_reduced(cells):
    cells[1][1] = 2**61 - 1


def count_beyond_total(cells):
    cells[1][0] = -4


def words_of_no_key(cells):
    next(cell for cell in cells if any(cell))[-3:] = [0, 7, 0]


def files(lines, fields, addresses, one_key, xor, put, seal):
    """name: (bytes, what is wrong, what the error says)"""
    assert with_cells(lines, nothing, seal) == lines
    length, = struct.unpack_from("<Q", lines, LENGTH)
    strata = CELLS + length
    return {
        "counter-shape-of-iblt": (put(xor, 6, "B", 3), "an iblt that calls itself a counter", "no counter has this shape"),
        "counter-called-sketch": (put(lines, 6, "B", 2), "a counter that calls itself a sketch",
                                  "the shape of a sketch has 32 bytes, not 24"),
        "counter-unknown-placement": (put(lines, SHAPE, "B", 3), "placement 3", "placement 3 is not known"),
        "counter-unknown-variant": (put(lines, SHAPE + 2, "B", 6), "variant 6", "counter variant 6"),
        "counter-kept-in-standard-cells": (put(lines, SHAPE + 3, "B", 1), "standard cells that keep the first key",
                                           "kept key 1 in standard cells"),
        "counter-kept-none": (put(one_key, SHAPE + 3, "B", 0), "one-key cells that keep none",
                              "kept key 0 in one-key cells"),
        "counter-kept-unknown": (put(one_key, SHAPE + 3, "B", 4), "a fourth way to keep a key", "kept key 4"),
        "counter-key-width": (put(lines, SHAPE + 4, "B", 18), "keys of 18 bytes for text of 16",
                              "keys of 18 bytes; lines with room for text of 16 have 17"),
        "counter-keys-too-wide": (put(lines, SHAPE + 4, "B", 65), "keys of 65 bytes", "keys of 65 bytes"),
        "counter-shape-reserved-in-use": (put(lines, SHAPE + 5, "B", 1), "the reserved byte of the shape is 1",
                                          "the reserved byte 5 of the shape"),
        "counter-segments-of-partitioned": (put(lines, SHAPE + 6, "H", 6), "a partitioned counter with 6 segments",
                                            "6 segments with placement 1"),
        "counter-coupled-without-segments": (put(addresses, SHAPE + 6, "H", 0), "a coupled counter without segments",
                                             "0 segments with placement 2"),
        "counter-cells-not-a-multiple": (put(lines, SHAPE + 8, "Q", 7), "7 cells for 2 sub-tables",
                                         "7 cells are not a multiple of 2"),
        "counter-cells-not-there": (put(lines, SHAPE + 8, "Q", 3 * 2**28),
                                    "3 * 2^28 cells, 30 GiB, in a file of 256 bytes",
                                    "805306368 cells need at least as many bits"),
        "counter-cells-beyond-limit": (put(lines, SHAPE + 8, "Q", 2**30), "2^30 cells of 40 bytes",
                                       "a counter of 42949672960 bytes"),
        "counter-cells-product-wraps": (put(lines, SHAPE + 8, "Q", 6 + 2**61), "6 + 2^61 cells", "2305843009213693958 cells"),
        "counter-strata-reserved-in-use": (put(lines, STRATA_SHAPE + 2, "B", 1), "a reserved byte of the strata is 1",
                                           "the reserved bytes 2 and 3"),
        "counter-unknown-keys": (put(lines, KEYS, "B", 4), "keys of kind 4", "keys of kind 4"),
        "counter-key-bytes-too-few": (put(put(lines, KEY_BYTES, "B", 15), SHAPE + 4, "B", 16),
                                      "room for text of 15 bytes, less than a digest has",
                                      "room for keys of 15 bytes"),
        "counter-addresses-with-text": (put(addresses, KEY_BYTES, "B", 16), "addresses, and yet room for text",
                                        "room for text of 16 bytes in keys that are addresses"),
        "counter-lines-with-field": (put(lines, FIELD, "I", 1), "whole lines, and yet a field",
                                     "field 1 of keys that are whole lines"),
        "counter-fields-without-field": (put(put(fields, DELIMITER, "B", 0), FIELD, "I", 0),
                                         "fields, but not which", "without the number of the field"),
        "counter-delimiter-without-field": (put(lines, DELIMITER, "B", 44), "a delimiter without a field",
                                            "a delimiter, byte 44, without a field"),
        "counter-delimiter-line-feed": (put(fields, DELIMITER, "B", 10), "a line feed as delimiter", "a line feed"),
        "counter-payload-reserved-in-use": (put(lines, RESERVED, "B", 1), "the reserved byte of the payload is 1",
                                            "the reserved byte 3 of the payload"),
        "counter-lines-beyond-limit": (put(lines, LINES, "q", -2**60 - 1), "-2^60 - 1 lines", "-1152921504606846977 lines"),
        "counter-keyless-beyond-limit": (put(lines, KEYLESS, "q", 2**60 + 1), "2^60 + 1 lines without a key",
                                         "1152921504606846977 lines"),
        "counter-total-beyond-limit": (put(lines, TOTAL, "Q", 2**60 + 1), "a gross total of 2^60 + 1",
                                       "a gross total of 1152921504606846977"),
        "counter-description-cut": (seal(lines[:FIELD + 3]), "the payload ends inside the description", "the description"),
        "counter-cells-length-huge": (put(lines, LENGTH, "Q", 2**64 - 1), "cells of 2^64 - 1 bytes", "the cells"),
        "counter-count-beyond-total": (with_cells(lines, count_beyond_total, seal),
                                       "a count of -4 in a counter that saw 3 copies", "counts -4 keys"),
        "counter-word-not-reduced": (with_cells(lines, word_not_reduced, seal), "a sum of 2^61 - 1, which is 0",
                                     "a word out of range"),
        "counter-words-of-no-key": (with_cells(one_key, words_of_no_key, seal),
                                    "a cell that keeps no key, and yet the later words of one", "words of one"),
        "counter-width-beyond-limit": (put(lines, CELLS, "B", 62), "a word of 62 bits", "a word of 62 bits"),
        "counter-wider-than-needed": (with_cells(lines, nothing, seal, widths=[49, 0, 0, 61]),
                                      "a word of 49 bits where 48 are enough", "more bits than any cell needs"),
        "counter-widths-cut": (seal(put(lines, LENGTH, "Q", 3)[:CELLS + 3]), "the cells end inside the widths of words",
                               "the bits of each word"),
        "counter-empty-cells-written": (with_cells(lines, nothing, seal, elided=False, base=1, parameter=0),
                                        "empty cells are written that should be left out", "saves bits"),
        "counter-other-base": (with_cells(lines, nothing, seal, base=1), "counts are based on 1, not on their mean",
                               "based on 1; accepted is their mean, 2"),
        "counter-cells-trailing-byte": (seal(put(lines, LENGTH, "Q", length + 1)[:strata] + b"\0" + lines[strata:]),
                                        "a byte follows the last cell", "1 bytes follow the last cell"),
        "counter-level-cut": (seal(lines[:-1]), "the last byte of the only level is missing", "sampling level 0"),
        "counter-level-missing": (put(lines, STRATA_SHAPE + 1, "B", 2), "a second sampling level is not there",
                                  "sampling level 1"),
        "counter-trailing-byte": (seal(lines + b"\0"), "a byte follows the last level",
                                  "1 bytes follow the last sampling level"),
    }
