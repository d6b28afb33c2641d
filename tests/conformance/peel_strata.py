"""The strata of docs/formats/sketch.md, which sketches and counters have: a sample of items, by levels."""
import struct

import peel_compact
import peel_hashing
import peel_iblt
from peel_iblt import require

SAMPLING_WORD = 9
MAX_LEVEL = 56
LEVEL_HASHES, LEVEL_KEY_BYTES, LEVEL_CHECK_BITS = 4, 7, 24


class Reader:
    """Bytes from the front; running out is a refusal."""

    def __init__(self, data):
        self.rest = data

    def take(self, count):
        require(count <= len(self.rest), "the payload ends early")
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def number(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]

    def leb128(self):
        number, length = peel_compact.leb128(self.rest)
        self.take(length)
        return number


class Strata:
    def __init__(self, family, seed, shape):
        self.family, self.seed = family, seed
        self.first_level, self.level_count, reserved, self.level_cells = struct.unpack("<BBHI", shape)
        require(reserved == 0, "reserved bytes of the strata")
        require(self.level_count >= 1 and self.first_level + self.level_count - 1 <= MAX_LEVEL, "levels")
        require(1 <= self.level_cells <= 65536 and self.level_cells % LEVEL_HASHES == 0, "cells of a level")

    def read(self, reader):
        self.levels = [self.read_level(reader) for _ in range(self.level_count)]

    def read_level(self, reader):
        total = reader.leb128()
        cells = reader.take(reader.leb128())
        shape = struct.pack("<BBBBBBHQBB6x", 1, LEVEL_HASHES, peel_iblt.FIELD, 1, LEVEL_KEY_BYTES, 0, 0,
                            self.level_cells, LEVEL_CHECK_BITS, 2)
        return peel_iblt.Table.decode(self.family, self.seed, shape, struct.pack("<QQ", total, 0) + cells,
                                      must_be_smaller=False)

    def describe(self):
        return {
            "first_level": self.first_level,
            "level_cells": self.level_cells,
            "level_totals": [level.gross_total for level in self.levels],
        }

    def listed(self):
        """How many items are listed from the sparsest level down to the first that does not list."""
        items = 0
        for level in reversed(self.levels):
            listing = level.copy().list()
            if listing["outcome"] != "complete":
                break
            items += len(listing["inserted"]) + len(listing["deleted"])
        return items

    def emptied(self):
        blank = object.__new__(Strata)
        blank.__dict__.update(self.__dict__)
        blank.levels = [level.emptied() for level in self.levels]
        return blank

    def add(self, item, times):
        item %= 2**56
        hashed = peel_hashing.key_hash(self.family, self.seed, item.to_bytes(8, "little"))
        word = peel_hashing.derived_word(hashed, SAMPLING_WORD)
        zeros = (word & -word).bit_length() - 1 if word else 64
        level = min(zeros, self.first_level + self.level_count - 1)
        if level >= self.first_level:
            self.levels[level - self.first_level].add(item.to_bytes(LEVEL_KEY_BYTES, "little"), b"", times)

    def all_cells(self):
        return [level.cells for level in self.levels]

    def totals(self):
        return [level.gross_total for level in self.levels]
