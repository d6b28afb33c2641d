"""The filters among the malformed files: what make_malformed.py writes of kind 4."""
import struct

import xxhash

SHAPE, INDEX, PAGE_BYTES = 48, 64, 4096


def parts(data):
    """The number of pages, and where the cells begin."""
    pages = 1 if len(data) < 2 * PAGE_BYTES else -(-(len(data) - PAGE_BYTES) // PAGE_BYTES)
    return pages, INDEX + 8 + 8 * pages if pages == 1 else PAGE_BYTES


def opened(data, seal):
    """With the opening checksum and the envelope put right."""
    data, (pages, _) = bytearray(data), parts(data)
    struct.pack_into("<Q", data, INDEX, xxhash.xxh3_64_intdigest(bytes(
        data[:40] + data[SHAPE:INDEX] + data[INDEX + 8:INDEX + 8 + 8 * pages])))
    return seal(bytes(data))


def paged(data, seal):
    """With the checksums of pages put right too."""
    data, (pages, cells) = bytearray(data), parts(data)
    for page in range(pages):
        at = cells + page * PAGE_BYTES
        struct.pack_into("<Q", data, INDEX + 8 + 8 * page, xxhash.xxh3_64_intdigest(bytes(data[at:at + PAGE_BYTES])))
    return opened(data, seal)


def files(classic, blocks, pages, xor, put, seal):
    """name: (bytes, what is wrong, what the error says)"""
    assert paged(classic, seal) == classic and paged(pages, seal) == pages

    def shaped(data, at, form, value):
        return opened(put(data, SHAPE + at, form, value), seal)

    longer, second = opened(pages + bytes(8), seal), parts(pages)[1] + PAGE_BYTES
    gap = INDEX + 8 + 8 * parts(pages)[0]
    swapped = pages[:PAGE_BYTES] + pages[second:second + PAGE_BYTES] + pages[PAGE_BYTES:second] + pages[second + PAGE_BYTES:]
    return {
        "filter-shape-of-iblt": (put(xor, 6, "B", 4), "an iblt that calls itself a filter",
                                 "the shape of a filter has 16 bytes, not 24"),
        "filter-shape-too-long": (opened(classic[:24] + struct.pack("<I", 24) + classic[28:INDEX] + bytes(8)
                                         + classic[INDEX:], seal), "a shape of 24 bytes", "has 16 bytes, not 24"),
        "filter-unknown-layout": (shaped(classic, 0, "B", 4), "layout 4", "layout 4 is not known"),
        "filter-cells-of-four-bits": (shaped(shaped(blocks, 1, "B", 4), 8, "Q", 192),
                                      "cells of 4 bits, which are of another kind", "cells of 4 bits"),
        "filter-no-hashes": (shaped(classic, 2, "B", 0), "0 hashes", "0 hashes"),
        "filter-hashes-beyond-limit": (shaped(classic, 2, "B", 65), "65 hashes", "65 hashes"),
        "filter-hashes-beyond-limit-of-blocks": (shaped(blocks, 2, "B", 33), "33 hashes in register blocks", "33 hashes"),
        "filter-unknown-keys": (shaped(classic, 3, "B", 3), "keys that are neither text nor addresses",
                                "keys of kind 3 are not known"),
        "filter-reserved-in-use": (shaped(classic, 4, "B", 1), "a reserved byte of the shape is 1",
                                   "the reserved bytes 4 to 7 of the shape"),
        "filter-no-cells": (shaped(classic, 8, "Q", 0), "no cells", "no filter has this shape"),
        "filter-block-not-full": (shaped(blocks, 8, "Q", 767), "767 cells in blocks of 256", "767"),
        "filter-cells-not-there": (shaped(classic, 8, "Q", 2**40), "2^40 cells, 128 GiB, in a file of 96 bytes",
                                   "takes a file of 137707393024 bytes"),
        "filter-cells-beyond-limit": (shaped(classic, 8, "Q", 2**43 + 1), "2^43 + 1 cells", "no filter has this shape"),
        "filter-cells-wrap": (shaped(classic, 8, "Q", 2**64 - 1), "2^64 - 1 cells: their words wrap around to none",
                              "no filter has this shape"),
        "filter-no-payload": (seal(classic[:INDEX]), "the payload is empty", "this one has 64"),
        "filter-word-missing": (opened(classic[:-8], seal), "the last word is missing", "takes a file of 96 bytes; this one has 88"),
        "filter-word-too-many": (longer, "a word follows the last page", "this one has"),
        "filter-opening-checksum": (put(classic, INDEX, "Q", 0), "the opening checksum is 0",
                                    "the opening checksum does not match"),
        "filter-other-seed": (put(classic, 8, "Q", 1), "another seed than the one that the opening checksum saw",
                              "the opening checksum does not match"),
        "filter-index-changed": (put(pages, INDEX + 16, "Q", 0), "the checksum of a page is 0",
                                 "the opening checksum does not match"),
        "filter-page-checksum": (opened(put(pages, INDEX + 16, "Q", 0), seal), "the same, with the opening checksum put right",
                                 "page 1 of 3"),
        "filter-page-changed": (put(pages, second, "B", pages[second] ^ 1), "one bit of a page flipped", "page 1 of 3"),
        "filter-pages-swapped": (opened(swapped, seal), "the first two pages swapped", "page 0 of 3"),
        "filter-padding-in-use": (put(pages, gap, "B", 1), "a byte between index and cells is 1",
                                  "the bytes between index and cells"),
        "filter-bit-behind-last-cell": (paged(classic[:-1] + b"\x80", seal), "a bit behind cell 99 is set",
                                        "a bit is set behind the last cell"),
        "filter-page-shifted": (paged(pages[:gap] + pages[PAGE_BYTES:], seal),
                                "pages that do not begin at a multiple of their size", "this one has"),
    }
