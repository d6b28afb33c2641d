"""The sketch of docs/formats/sketch.md: a description, a table, and strata."""
import struct

import peel_compact
import peel_hashing
import peel_iblt
from peel_iblt import require

ITEMS = {1: "lines", 2: "rows", 3: "typed rows"}
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


class Sketch:
    @staticmethod
    def decode(family, seed, shape, payload):
        self = Sketch()
        self.family, self.seed = family, seed
        require(len(shape) == 32, "the shape has another length")
        self.first_level, self.level_count, reserved, self.level_cells = struct.unpack("<BBHI", shape[24:])
        require(reserved == 0, "reserved bytes of the strata")
        require(self.level_count >= 1 and self.first_level + self.level_count - 1 <= MAX_LEVEL, "levels")
        require(1 <= self.level_cells <= 65536 and self.level_cells % LEVEL_HASHES == 0, "cells of a level")
        reader = Reader(payload)
        self.read_description(reader)
        self.rows = reader.number("q")
        require(abs(self.rows) <= 2**60, "rows")
        table = reader.take(reader.number("Q"))
        self.table = peel_iblt.Table.decode(family, seed, shape[:24], table)
        is_compact = peel_iblt.FORMS[self.table.form] == "compact"
        require(is_compact == self.table.is_smaller_compact(), "a form that is not the smaller one")
        self.levels = [self.read_level(reader) for _ in range(self.level_count)]
        require(not reader.rest, "bytes behind the last level")
        return self

    def read_description(self, reader):
        items, header, self.key_bytes = reader.number("B"), reader.number("B"), reader.number("B")
        require(items in ITEMS, "items")
        require(header in (0, 1), "header")
        require(self.key_bytes <= 64, "key bytes")
        self.items, self.has_header = ITEMS[items], bool(header)
        self.key_columns = reader.leb128()
        count = reader.leb128()
        require(count <= 65535, "columns")
        self.columns = []
        for _ in range(count):
            length = reader.leb128()
            require(length <= 65535, "a column name")
            self.columns.append(reader.take(length))
        self.types = reader.take(count) if self.items == "typed rows" else b""
        require(all(ord("a") <= letter <= ord("z") for letter in self.types), "the type of a column")
        require(self.key_columns <= len(self.columns), "key columns")
        if self.items == "lines":
            require(not self.columns and not self.has_header, "lines with columns")
        else:
            require(self.columns, "rows without columns")

    def read_level(self, reader):
        total = reader.leb128()
        cells = reader.take(reader.leb128())
        shape = struct.pack("<BBBBBBHQBB6x", 1, LEVEL_HASHES, peel_iblt.FIELD, 1, LEVEL_KEY_BYTES, 0, 0,
                            self.level_cells, LEVEL_CHECK_BITS, 2)
        return peel_iblt.Table.decode(self.family, self.seed, shape, struct.pack("<QQ", total, 0) + cells,
                                      must_be_smaller=False)

    # What the golden files record.

    def describe(self):
        return {
            "items": self.items,
            "has_header": self.has_header,
            "columns": [column.hex() for column in self.columns],
            **({"types": self.types.decode()} if self.types else {}),
            "key_columns": self.key_columns,
            "key_bytes": self.key_bytes,
            "rows": self.rows,
            "first_level": self.first_level,
            "level_cells": self.level_cells,
            "level_totals": [level.gross_total for level in self.levels],
            "differing": self.listed(),
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

    # Making it again.

    def emptied(self):
        blank = Sketch()
        blank.__dict__.update(self.__dict__)
        blank.table = self.table.emptied()
        blank.levels = [level.emptied() for level in self.levels]
        return blank

    def add(self, key, value, times):
        self.table.add(key, value, times)

    def add_to_strata(self, item, times):
        item %= 2**56
        hashed = peel_hashing.key_hash(self.family, self.seed, item.to_bytes(8, "little"))
        word = peel_hashing.derived_word(hashed, SAMPLING_WORD)
        zeros = (word & -word).bit_length() - 1 if word else 64
        level = min(zeros, self.first_level + self.level_count - 1)
        if level >= self.first_level:
            self.levels[level - self.first_level].add(item.to_bytes(LEVEL_KEY_BYTES, "little"), b"", times)

    def all_cells(self):
        return [self.table.cells] + [level.cells for level in self.levels]

    def totals(self):
        return [self.table.gross_total] + [level.gross_total for level in self.levels]
