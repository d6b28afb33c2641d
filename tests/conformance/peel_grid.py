"""Grids of counters as docs/formats/count-min.md, docs/formats/signed-sketch.md and
docs/formats/range-sketch.md specify them."""
import struct

import peel_hashing
from peel_iblt import require
from peel_strata import Reader

MAX_ROWS, MAX_BYTES, GROUP = 64, 2**40, 64
RULES = {1: "plain", 2: "conservative"}


def words_for(cells, cell_bits):
    return (cells * cell_bits + 63) // 64


def read_counters(reader, cells, cell_bits):
    """Counters in groups of 64, each with as many bits as the largest of its group needs."""
    require((cells + GROUP - 1) // GROUP <= len(reader.rest), "groups that are not there")
    counters = []
    for first in range(0, cells, GROUP):
        bits = reader.number("B")
        require(bits <= cell_bits, "the bits of a group")
        count = min(GROUP, cells - first)
        packed = int.from_bytes(reader.take((count * bits + 7) // 8), "little")
        group = [packed >> bits * i & 2**bits - 1 for i in range(count)]
        require(max(group).bit_length() == bits, "more bits than a group needs")
        require(packed >> bits * count == 0, "a bit behind the last counter")
        counters += group
    return counters


class Grid:
    """What all grids have: rows of columns of counters."""

    @classmethod
    def decode(cls, family, seed, shape, payload):
        require(len(shape) == 16, "the length of the shape")
        made = cls()
        made.family, made.seed = family, seed
        made.rows, made.cell_bits, detail, reserved, made.columns = struct.unpack("<BBB5sQ", shape)
        require(reserved == bytes(5), "reserved bytes in use")
        require(1 <= made.rows <= MAX_ROWS and made.cell_bits in (8, 16, 32, 64) and made.columns >= 1, "the shape")
        require(8 * words_for(made.rows * made.columns, made.cell_bits) <= MAX_BYTES, "a grid beyond the limit")
        made.take_detail(detail)
        reader = Reader(payload)
        made.read(reader)
        require(not reader.rest, "bytes behind the last group")
        return made

    def cells_of(self, key):
        hashed = peel_hashing.key_hash(self.family, self.seed, key)
        return [row * self.columns + peel_hashing.reduce(peel_hashing.far_word(hashed, row), self.columns)
                for row in range(self.rows)]

    def row(self, row):
        return self.counters[row * self.columns:(row + 1) * self.columns]

    def describe(self):
        return {
            "hash_family": self.family,
            "seed_low": format(self.seed[0], "x"),
            "seed_high": format(self.seed[1], "x"),
            "rows": self.rows,
            "columns": self.columns,
            "cell_bits": self.cell_bits,
        }

    def complaints(self, golden):
        """What differs between the counters and what the recorded operations make, and between answers."""
        found = self.counters, self.total
        self.counters, self.total = [0] * len(self.counters), 0
        for operation in golden["operations"]:
            self.add(bytes.fromhex(operation["key"]), operation.get("copies", operation.get("change")))
        complaints = [] if found == (self.counters, self.total) else ["the recorded operations make another sketch"]
        for expected in golden["answers"]:
            key = bytes.fromhex(expected["key"])
            if {"key": key.hex(), **self.answer(key)} != expected:
                complaints.append(f"another answer for {key}")
        return complaints


class CountMin(Grid):
    def take_detail(self, rule):
        require(rule in RULES, "the rule")
        self.rule = RULES[rule]

    def most(self):
        return 2**self.cell_bits - 1

    def read(self, reader):
        self.total = reader.number("Q")
        self.counters = read_counters(reader, self.rows * self.columns, self.cell_bits)
        self.check_total()

    def check_total(self):
        """docs/formats/count-min.md, "What is canonical"."""
        rows = [self.row(row) for row in range(self.rows)]
        full = [self.most() in row for row in rows]
        most = float("inf") if self.total == 2**64 - 1 else self.total
        require(all(sum(row) <= most for row in rows), "a row of more than the total")
        if self.rule == "plain":
            require(all(sum(row) >= self.total or is_full for row, is_full in zip(rows, full)), "a row of less than the total")
        else:
            require(sum(map(sum, rows)) >= self.total or all(full), "rows of less than the total")
            require(len({max(row) for row in rows}) == 1, "rows with different largest counters")

    def margin(self):
        return min((2 * self.total - 1) // self.columns, self.total) if self.total else 0

    def add(self, key, copies):
        cells = self.cells_of(key)
        enough = min(min(self.counters[cell] for cell in cells) + copies, self.most())
        for cell in cells:
            if self.rule == "plain":
                self.counters[cell] = min(self.counters[cell] + copies, self.most())
            else:
                self.counters[cell] = max(self.counters[cell], enough)
        self.total += copies

    def answer(self, key):
        upper = min(self.counters[cell] for cell in self.cells_of(key))
        return {"lower": max(upper - self.margin(), 0), "upper": upper, "saturated": upper == self.most()}

    def describe(self):
        return {**super().describe(), "rule": self.rule, "total": self.total,
                "saturated": self.counters.count(self.most())}


class Signed(Grid):
    def take_detail(self, detail):
        require(detail == 0, "a reserved byte in use")
        require(self.cell_bits == 64 and self.rows % 2 == 1, "the shape of a signed sketch")

    def read(self, reader):
        self.total = reader.number("Q")
        require(self.total < 2**63, "the gross total")
        codes = read_counters(reader, self.rows * self.columns, 64)
        self.counters = [code // 2 if code % 2 == 0 else -(code // 2) - 1 for code in codes]
        for row in range(self.rows):
            gross = sum(map(abs, self.row(row)))
            require(gross <= self.total and gross % 2 == self.total % 2, "a row that does not fit the gross total")

    def signed_cells_of(self, key):
        hashed = peel_hashing.key_hash(self.family, self.seed, key)
        signs = [1 - 2 * (peel_hashing.far_word(hashed, row) % 2) for row in range(self.rows)]
        return list(zip(self.cells_of(key), signs))

    def add(self, key, change):
        for cell, sign in self.signed_cells_of(key):
            self.counters[cell] += sign * change
        self.total += abs(change)

    def answer(self, key):
        return {"estimate": sorted(self.counters[cell] * sign for cell, sign in self.signed_cells_of(key))[self.rows // 2]}

    def describe(self):
        return {**super().describe(), "gross": self.total}


class Range(Grid):
    def take_detail(self, key_bits):
        require(1 <= key_bits <= 64, "the bits of keys")
        self.key_bits = key_bits
        self.exact_bits = min(key_bits, (self.rows * self.columns).bit_length() - 1)
        memory = 16 * 2**self.exact_bits + self.sketched() * 8 * words_for(self.rows * self.columns, self.cell_bits)
        require(memory <= MAX_BYTES, "levels beyond the limit")

    def sketched(self):
        return self.key_bits - self.exact_bits

    def read(self, reader):
        self.exact = read_counters(reader, 2**self.exact_bits, 64)
        self.total = min(sum(self.exact), 2**64 - 1)
        self.levels = []
        for level in range(self.sketched()):
            grid = self.empty_level(level)
            grid.counters, grid.total = read_counters(reader, self.rows * self.columns, self.cell_bits), self.total
            grid.check_total()
            self.levels.append(grid)

    def empty_level(self, level):
        """A plain Count-Min sketch with a seed of its own."""
        grid = CountMin()
        grid.family, grid.seed = self.family, peel_hashing.derive(self.seed, level)
        grid.rows, grid.columns, grid.cell_bits, grid.rule = self.rows, self.columns, self.cell_bits, "plain"
        grid.counters, grid.total = [0] * (self.rows * self.columns), 0
        return grid

    def describe(self):
        return {**super().describe(), "key_bits": self.key_bits, "sketched_levels": self.sketched(), "total": self.total}

    def complaints(self, golden):
        exact, levels = [0] * len(self.exact), [self.empty_level(level) for level in range(self.sketched())]
        for operation in golden["operations"]:
            key, copies = operation["key"], operation["copies"]
            exact[key >> self.sketched()] += copies
            for level, grid in enumerate(levels):
                grid.add((key >> level).to_bytes(8, "little"), copies)
        made = exact, [grid.counters for grid in levels]
        found = self.exact, [grid.counters for grid in self.levels]
        return [] if made == found else ["the recorded operations make another sketch"]
