"""The filter of docs/formats/filter.md: a shape, checksums of pages, and cells.

Run without arguments it checks the cells that the document shows: exit status 0 if all come out alike.
"""
import copy
import pathlib
import struct
import sys

import xxhash

import peel_hashing
from peel_iblt import require

LAYOUTS = {1: "classic", 2: "register", 3: "line"}
KEYS = {0: "unknown", 1: "text", 2: "addresses"}
LANES = {2: 4, 3: 8}
LANE_BITS, PAGE_BYTES = 64, 4096
HEADER_BYTES, SHAPE_BYTES = 48, 16


def classic_cells(hashed, hashes, cells):
    return [peel_hashing.reduce(peel_hashing.far_word(hashed, i), cells) for i in range(hashes)]


def blocked_cells(hashed, hashes, cells, lanes, lane_cells):
    low, high = hashed
    first = peel_hashing.reduce(low, cells // (lanes * lane_cells)) * lanes * lane_cells
    words = [high] + [peel_hashing.derived_word(hashed, j) for j in range(1, 4)]
    found = []
    for i in range(hashes):
        is_in_full_round = i < hashes - hashes % lanes
        lane = (i if is_in_full_round else (high >> 48) + i - (hashes - hashes % lanes)) % lanes
        probe = words[i // 8] >> 6 * (i % 8) & 63
        found.append(first + lane * lane_cells + probe % lane_cells)
    return found


class Filter:
    """Cells are the positions of the set bits."""

    CELL_BITS = (1,)

    @classmethod
    def decode(cls, family, seed, shape, payload, head):
        self = cls()
        self.family, self.seed = family, seed
        require(len(shape) == SHAPE_BYTES, "the shape has another length")
        self.layout, self.cell_bits, self.hashes, detail, reserved, self.cell_count = struct.unpack("<BBBB4sQ", shape)
        require(not any(reserved), "reserved bytes of the shape")
        self.take_detail(detail)
        self.check_shape()
        self.read_cells(payload, head[:40] + shape)
        return self

    def take_detail(self, detail):
        require(detail in KEYS, "keys of another kind")
        self.keys = KEYS[detail]

    def check_shape(self):
        require(self.layout in LAYOUTS, "layout")
        require(self.cell_bits in self.CELL_BITS, "cells of another width")
        require(1 <= self.hashes <= (64 if self.layout == 1 else 32), "hashes")
        require(1 <= self.cell_count <= 2**43 // self.cell_bits, "cells")
        if self.layout in LANES:
            require(self.cell_count % (LANES[self.layout] * self.lane_cells()) == 0, "cells that do not fill their blocks")

    def lane_cells(self):
        return LANE_BITS // self.cell_bits

    def read_cells(self, payload, head):
        size = (self.cell_count * self.cell_bits + 63) // 64 * 8
        pages = -(-size // PAGE_BYTES)
        index_at = HEADER_BYTES + SHAPE_BYTES
        cells_at = index_at + 8 * (1 + pages)
        if pages > 1:
            cells_at = -(-cells_at // PAGE_BYTES) * PAGE_BYTES
        require(len(payload) == cells_at - index_at + size, "the payload has another length")
        checksums = struct.unpack_from(f"<{1 + pages}Q", payload)
        require(xxhash.xxh3_64_intdigest(head + payload[8:8 * (1 + pages)]) == checksums[0], "opening checksum")
        require(not any(payload[8 * (1 + pages):cells_at - index_at]), "padding")
        data = payload[cells_at - index_at:]
        for page in range(pages):
            part = data[page * PAGE_BYTES:(page + 1) * PAGE_BYTES]
            require(xxhash.xxh3_64_intdigest(part) == checksums[1 + page], f"page {page}")
        bits = int.from_bytes(data, "little")
        require(bits >> self.cell_count * self.cell_bits == 0, "bits behind the last cell")
        self.take_cells(bits)

    def take_cells(self, bits):
        self.cells = {at for at in range(self.cell_count) if bits >> at & 1}

    def cells_of(self, key):
        hashed = peel_hashing.key_hash(self.family, self.seed, key)
        if self.layout == 1:
            return classic_cells(hashed, self.hashes, self.cell_count)
        return blocked_cells(hashed, self.hashes, self.cell_count, LANES[self.layout], self.lane_cells())

    def replay(self, operation):
        self.cells.update(self.cells_of(bytes.fromhex(operation["key"])))

    def contains(self, key):
        return self.cells.issuperset(self.cells_of(key))

    def describe(self):
        return {
            "hash_family": self.family,
            "seed_low": format(self.seed[0], "x"),
            "seed_high": format(self.seed[1], "x"),
            "layout": LAYOUTS[self.layout],
            "cell_bits": self.cell_bits,
            "hashes": self.hashes,
            "cells": self.cell_count,
            "cells_in_use": len(self.cells),
            **({} if self.keys == "unknown" else {"keys": self.keys}),
        }

    def wrong_answers(self, answers):
        """The keys of a golden .json file that are answered otherwise."""
        return [answer["key"] for answer in answers if self.contains(bytes.fromhex(answer["key"])) != answer["found"]]

    def emptied(self):
        blank = copy.deepcopy(self)
        blank.cells = set()
        return blank

    def all_cells(self):
        return self.cells

    def totals(self):
        return []


# What the document shows.

def check_cells(layout, hashes, cells, shown):
    filter_ = Filter()
    filter_.family, filter_.seed = "fast", peel_hashing.DEFAULT_SEED
    filter_.layout = next(number for number, name in LAYOUTS.items() if name == layout)
    filter_.hashes, filter_.cell_count, filter_.cell_bits = int(hashes), int(cells), 1
    made = filter_.cells_of(b"apple")
    if made != [int(cell) for cell in shown.split()]:
        print(f"filter.md: apple has in {layout} {hashes} {cells} the cells", *made)
        return False
    return True


def main():
    page = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/formats/filter.md"
    rows = [rows for columns, rows in peel_hashing.tables_of(page.read_text())
            if columns == ("layout", "k", "m", "cells of apple")]
    return 0 if rows and all([check_cells(*row) for row in rows[0]]) else 1


if __name__ == "__main__":
    sys.exit(main())
