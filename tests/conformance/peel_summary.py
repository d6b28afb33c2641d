"""The summaries of docs/formats/table-summary.md: in which sub-table of a multilevel table a key is."""
import copy
import struct

import peel_compact
import peel_counting_filter
import peel_filter
import peel_hashing
from peel_iblt import require

KINDS = {1: "interpolation", 2: "single_filter", 3: "multiple_filters", 4: "counting_single_filter",
         5: "counting_multiple_filters"}
PACKINGS = {1: "six_values", 2: "three_bits", 3: "counters"}
FIRST_TABLE_WORD, FINGERPRINT_WORD = 64, 8


class Entries:
    """Kind 1: sorted pairs of a fingerprint and a level."""

    def __init__(self, levels, shape, payload):
        require(len(shape) == 8 and not any(shape[1:]), "the shape behind the buckets")
        self.bits, self.levels = shape[0], levels
        require(8 <= self.bits <= 61, "bits of a hash")
        require(len(payload) >= 9, "the payload is too short")
        count, parameter = struct.unpack_from("<QB", payload)
        require(parameter <= peel_compact.MAX_PARAMETER, "Rice parameter")
        bits = peel_compact.Bits(payload[9:])
        require(count <= 2**36 and count * (parameter + 1) <= bits.left, "entries that are not there")
        self.cells, differences, before = [], [], 0
        for _ in range(count):
            differences.append(bits.rice(parameter))
            before += differences[-1]
            require(before < 2**self.bits, "a fingerprint of more bits")
            self.cells.append((before, self.read_level(bits)))
        require(self.cells == sorted(self.cells), "the order of entries")
        require(bits.left < 8 and bits.rest == 0, "padding")
        best = min((sum(peel_compact.rice_bits(each, r) for each in differences), r)
                   for r in range(peel_compact.MAX_PARAMETER + 1))
        require(parameter == best[1], "another Rice parameter has fewer bits")

    def read_level(self, bits):
        level = 1
        while level < self.levels and bits.take(1):
            level += 1
        return level

    def fingerprint(self, hashed):
        return peel_hashing.derived_word(hashed, FINGERPRINT_WORD) >> 64 - self.bits

    def note(self, hashed, level):
        self.cells = sorted(self.cells + [(self.fingerprint(hashed), level)])

    def forget(self, hashed, level):
        self.cells.remove((self.fingerprint(hashed), level))

    def where(self, hashed):
        own = self.fingerprint(hashed)
        return max((level for fingerprint, level in self.cells if fingerprint == own), default=0)

    def empty(self):
        self.cells = []

    def describe(self):
        return {"hash_bits": self.bits, "entries": len(self.cells)}


class SingleFilter:
    """Kinds 2 and 4: cells are levels, or lists of a counter for each level."""

    def __init__(self, levels, shape, payload, counts):
        require(len(shape) == 16, "the shape behind the buckets")
        self.packing, self.hashes, reserved, self.cell_count = struct.unpack("<BB6sQ", shape)
        self.levels, self.counts = levels, counts
        require(not any(reserved), "reserved bytes of the shape")
        require(self.packing in PACKINGS and (self.packing == 3) == counts, "packing")
        require(self.packing != 1 or levels <= 5, "six values for more than five sub-tables")
        require(1 <= self.hashes <= 64, "hashes")
        require(0 < self.cell_count <= 2**40 and self.cell_count % self.hashes == 0, "cells")
        words = {1: -(-self.cell_count // 24), 2: -(-self.cell_count // 21), 3: -(-self.cell_count * levels // 16)}[self.packing]
        require(8 * words <= 2**40, "bytes of cells")
        require(len(payload) == 8 * words, "the payload has another length")
        self.cells = self.unpacked(payload)

    def unpacked(self, payload):
        if self.packing == 1:
            require(all(byte < 216 for byte in payload), "a byte of three cells")
            values = [byte // worth % 6 for byte in payload for worth in (1, 6, 36)]
        elif self.packing == 2:
            words = struct.unpack(f"<{len(payload) // 8}Q", payload)
            require(all(word >> 63 == 0 for word in words), "the highest bit of a word")
            values = [word >> 3 * i & 7 for word in words for i in range(21)]
        else:
            values = [byte >> shift & 15 for byte in payload for shift in (0, 4)]
        used = self.cell_count * (self.levels if self.counts else 1)
        require(not any(values[used:]), "cells behind the last")
        if self.counts:
            return [values[at:at + self.levels] for at in range(0, used, self.levels)]
        require(all(value <= self.levels for value in values), "a level that the table has not")
        return values[:used]

    def cells_of(self, hashed):
        group = self.cell_count // self.hashes
        return [i * group + peel_hashing.reduce(peel_hashing.far_word(hashed, i), group) for i in range(self.hashes)]

    def level_in(self, cell):
        if not self.counts:
            return self.cells[cell]
        return max((level for level, counter in enumerate(self.cells[cell], 1) if counter), default=0)

    def note(self, hashed, level):
        for cell in self.cells_of(hashed):
            if self.counts:
                self.cells[cell][level - 1] = min(self.cells[cell][level - 1] + 1, 15)
            else:
                self.cells[cell] = max(self.cells[cell], level)

    def forget(self, hashed, level):
        for cell in self.cells_of(hashed):
            if self.cells[cell][level - 1] < 15:
                self.cells[cell][level - 1] -= 1

    def where(self, hashed):
        return min(self.level_in(cell) for cell in self.cells_of(hashed))

    def empty(self):
        self.cells = [[0] * self.levels for _ in self.cells] if self.counts else [0] * self.cell_count

    def describe(self):
        saturated = {"saturated": sum(cell.count(15) for cell in self.cells)} if self.counts else {}
        return {"packing": PACKINGS[self.packing], "hashes": self.hashes, "cells": self.cell_count, **saturated}


class MultipleFilters:
    """Kinds 3 and 5: filter j affirms the keys of level j and above."""

    def __init__(self, levels, shape, payload, counts):
        require(len(shape) == 16 * levels, "the shape behind the buckets")
        self.filters = [self.shaped(shape[16 * i:16 * i + 16], counts) for i in range(levels)]
        sizes = [(each.cell_count * each.cell_bits + 63) // 64 * 8 for each in self.filters]
        require(len(payload) == sum(sizes), "the payload has another length")
        for each, size in zip(self.filters, sizes):
            bits = int.from_bytes(payload[:size], "little")
            require(bits >> each.cell_count * each.cell_bits == 0, "bits behind the last cell")
            each.take_cells(bits)
            payload = payload[size:]

    @staticmethod
    def shaped(shape, counts):
        filter_ = peel_counting_filter.CountingFilter() if counts else peel_filter.Filter()
        filter_.layout, filter_.cell_bits, filter_.hashes, reserved, filter_.cell_count = struct.unpack("<BBB5sQ", shape)
        require(not any(reserved), "reserved bytes of a filter's shape")
        filter_.check_shape()
        return filter_

    def cells_of(self, filter_, hashed):
        if filter_.layout == 1:
            return peel_filter.classic_cells(hashed, filter_.hashes, filter_.cell_count)
        return peel_filter.blocked_cells(hashed, filter_.hashes, filter_.cell_count, peel_filter.LANES[filter_.layout],
                                         filter_.lane_cells())

    def note(self, hashed, level):
        for filter_ in self.filters[:level]:
            for cell in set(self.cells_of(filter_, hashed)):
                if filter_.cell_bits == 1:
                    filter_.cells.add(cell)
                else:
                    filter_.cells[cell] = min(filter_.cells[cell] + 1, 15)

    def forget(self, hashed, level):
        for filter_ in self.filters[:level]:
            for cell in set(self.cells_of(filter_, hashed)):
                if filter_.cells[cell] < 15:
                    filter_.cells[cell] -= 1

    def where(self, hashed):
        for level, filter_ in enumerate(self.filters):
            cells = self.cells_of(filter_, hashed)
            if not all(cell in filter_.cells if filter_.cell_bits == 1 else filter_.cells[cell] for cell in cells):
                return level
        return len(self.filters)

    @property
    def cells(self):
        return [filter_.cells for filter_ in self.filters]

    def empty(self):
        for filter_ in self.filters:
            filter_.take_cells(0)

    def describe(self):
        return {"filters": [{"layout": peel_filter.LAYOUTS[each.layout], "cell_bits": each.cell_bits,
                             "hashes": each.hashes, "cells": each.cell_count} for each in self.filters]}


class Summary:
    @staticmethod
    def decode(family, seed, shape, payload):
        self = Summary()
        self.family, self.seed = family, seed
        require(len(shape) >= 8, "the shape is too short")
        self.kind, levels, self.slots, reserved = struct.unpack_from("<BBB5s", shape)
        require(self.kind in KINDS, "kind of summary")
        require(1 <= levels <= 7, "sub-tables")
        require(self.slots >= 1, "slots")
        require(not any(reserved), "reserved bytes of the shape")
        require(len(shape) >= 8 + 8 * levels, "the shape is too short")
        self.buckets = struct.unpack_from(f"<{levels}Q", shape, 8)
        require(all(self.buckets) and sum(self.buckets) * self.slots <= 2**40, "buckets")
        rest = shape[8 + 8 * levels:]
        if self.kind == 1:
            self.contents = Entries(levels, rest, payload)
        elif self.kind in (2, 4):
            self.contents = SingleFilter(levels, rest, payload, self.kind == 4)
        else:
            self.contents = MultipleFilters(levels, rest, payload, self.kind == 5)
        return self

    def hashed(self, key):
        return peel_hashing.key_hash(self.family, self.seed, bytes.fromhex(key))

    def bucket(self, key, level):
        """In the sub-table of that level."""
        word = peel_hashing.far_word(self.hashed(key), FIRST_TABLE_WORD + level - 1)
        return peel_hashing.reduce(word, self.buckets[level - 1])

    def replay(self, operation):
        change = self.contents.forget if operation.get("forgotten") else self.contents.note
        change(self.hashed(operation["key"]), operation["level"])

    def answer(self, key):
        level = self.contents.where(self.hashed(key))
        return {"key": key, "level": level, **({"bucket": self.bucket(key, level)} if level else {})}

    def wrong_answers(self, answers):
        return [answer["key"] for answer in answers if self.answer(answer["key"]) != answer]

    def describe(self):
        return {
            "hash_family": self.family,
            "seed_low": format(self.seed[0], "x"),
            "seed_high": format(self.seed[1], "x"),
            "summary": KINDS[self.kind],
            "buckets": list(self.buckets),
            "slots": self.slots,
            **self.contents.describe(),
        }

    def emptied(self):
        blank = copy.deepcopy(self)
        blank.contents.empty()
        return blank

    def all_cells(self):
        return self.contents.cells

    def totals(self):
        return []
