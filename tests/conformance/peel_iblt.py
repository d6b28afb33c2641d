"""The iblt of docs/formats/iblt.md: decoding, adding pairs, and listing by peeling."""
import copy
import struct

import peel_compact
import peel_hashing

PRIME = 2**61 - 1
WORD = 2**64
XOR, WRAPPING, FIELD = 1, 2, 3
ARITHMETICS = {XOR: "xor_sums", WRAPPING: "wrapping_sums", FIELD: "prime_field"}
PARTITIONED, COUPLED, IRREGULAR = 1, 2, 3
PLACEMENTS = {PARTITIONED: "partitioned", COUPLED: "coupled", IRREGULAR: "irregular"}
WEIGHT_SOURCES = {1: "hash", 2: "last_byte"}
FORMS = {1: "plain", 2: "compact"}
CHECKS = {0: "none", 1: "keys", 2: "keys_and_values"}
VALUE_PURPOSE = 1
CHECK_WORD = 8
WEIGHT_WORD = 10


def require(condition, sentence):
    if not condition:
        raise ValueError(sentence)


def pieces(width, limb_bytes):
    """The bytes of each limb of a string of `width` bytes."""
    return [min(limb_bytes, width - at) for at in range(0, width, limb_bytes)]


def place(hashed, hashes, sub_tables, sub_table_cells):
    """The indices of the cells of a key with this hash."""
    words = [peel_hashing.derived_word(hashed, i) for i in range(hashes)]
    window, words[0] = divmod(words[0] * (sub_tables - hashes + 1), WORD)
    return [(window + i) * sub_table_cells + peel_hashing.reduce(word, sub_table_cells) for i, word in enumerate(words)]


def chosen_sub_tables(k, count, chance):
    """The sub-tables of a key with `count` of k cells: each choice of them is as likely."""
    sets = [bits for bits in range(2**k) if bits.bit_count() == count]
    bits = sets[peel_hashing.reduce(chance, len(sets))]
    return [index for index in range(k) if bits >> index & 1]


class Table:
    """Cells are lists of integers: count (signed), key limbs, value limbs, checks."""

    @staticmethod
    def decode(family, seed, shape, payload, must_be_smaller=True):
        """`must_be_smaller`: a compact form is accepted only if the plain one would be longer."""
        self = Table()
        self.family, self.seed = family, seed
        require(len(shape) == 24, "the shape has another length")
        (self.placement, self.hashes, self.arithmetic, self.checks, self.key_width, self.value_width, self.segments,
         self.cell_count, self.check_bits, self.form, self.light_hashes, self.weight_source,
         self.light_share) = struct.unpack("<BBBBBBHQBBBBH", shape[:22])
        self.check_shape(shape[22:])
        self.sub_tables = self.segments or self.hashes
        require(self.sub_tables <= self.cell_count < 2**32 and self.cell_count % self.sub_tables == 0, "cells")
        limb_bytes = 7 if self.arithmetic == FIELD else 8
        self.key_pieces = pieces(self.key_width, limb_bytes)
        self.value_pieces = pieces(self.value_width, limb_bytes)
        self.check_at = 1 + len(self.key_pieces) + len(self.value_pieces)
        require(8 * (self.check_at + self.checks) * self.cell_count <= 2**38, "table too large")

        require(len(payload) >= 16, "payload length")
        self.gross_total, lost = struct.unpack("<QQ", payload[:16])
        require(self.gross_total <= 2**60, "gross total")
        require(lost <= self.sub_tables and 16 + 4 * lost <= len(payload), "number of lost sub-tables")
        self.lost = list(struct.unpack(f"<{lost}I", payload[16:16 + 4 * lost]))
        self.check_lost()
        self.read_cells(payload[16 + 4 * lost:], must_be_smaller)
        for index, fields in enumerate(self.cells):
            self.check_canonical(index, fields)
        return self

    def check_shape(self, reserved):
        require(self.placement in PLACEMENTS, "placement")
        require(2 <= self.hashes <= 8, "hashes")
        require(self.segments > self.hashes if self.placement == COUPLED else self.segments == 0, "segments")
        if self.placement == IRREGULAR:
            require(2 <= self.light_hashes < self.hashes, "hashes of light keys")
            require(self.weight_source in WEIGHT_SOURCES, "weight source")
            require(self.light_share > 0, "no light keys")
        else:
            require(self.light_hashes == self.weight_source == self.light_share == 0, "light keys")
        require(self.arithmetic in ARITHMETICS, "arithmetic")
        require(self.checks in CHECKS, "checks")
        require(1 <= self.key_width <= 64, "key width")
        require(0 <= self.value_width <= 64, "value width")
        require(self.checks < 2 or self.value_width > 0, "checks of values without bytes")
        require(8 <= self.check_bits <= 64 if self.checks else self.check_bits == 64, "check bits")
        require(self.form in FORMS, "form")
        require(not any(reserved), "reserved bytes of the shape")

    def check_lost(self):
        require(self.lost == sorted(set(self.lost)), "lost sub-tables out of order")
        require(all(index < self.sub_tables for index in self.lost), "a lost sub-table that does not exist")
        require(self.placement != IRREGULAR or len(self.lost) < self.light_hashes, "a light key without a cell")
        for first in range(self.sub_tables - self.hashes + 1):
            require(not set(range(first, first + self.hashes)) <= set(self.lost), "a window without a cell")

    def read_cells(self, data, must_be_smaller):
        check_bytes = (self.check_bits + 7) // 8
        cell_bytes = 8 * self.check_at + check_bytes * self.checks
        if FORMS[self.form] == "compact":
            require(not must_be_smaller or len(data) < cell_bytes * self.cell_count, "no smaller than the plain form")
            self.cells = peel_compact.decode_cells(data, self.cell_count, self.field_bits())
            return
        require(len(data) == cell_bytes * self.cell_count, "payload length")
        self.cells = []
        for at in range(0, len(data), cell_bytes):
            words = struct.unpack_from(f"<q{self.check_at - 1}Q", data, at)
            checks = [int.from_bytes(data[end - check_bytes:end], "little")
                      for end in range(at + cell_bytes, at + 8 * self.check_at, -check_bytes)]
            self.cells.append([*words, *reversed(checks)])

    def field_bits(self):
        """The bits of each field of a compact cell but the count."""
        limb_bits = {WRAPPING: lambda held: 64, FIELD: lambda held: 61, XOR: lambda held: 8 * held}
        limbs = [limb_bits[self.arithmetic](held) for held in self.key_pieces + self.value_pieces]
        return limbs + [self.check_bits] * self.checks

    def is_smaller_compact(self):
        """Whether the compact form has fewer bytes than the plain one."""
        plain = self.cell_count * (8 * self.check_at + (self.check_bits + 7) // 8 * self.checks)
        return peel_compact.encoded_bytes(self.cells, self.field_bits()) < plain

    def check_canonical(self, index, cell):
        require(abs(cell[0]) <= self.gross_total, f"cell {index}: count beyond the gross total")
        for limb, held in zip(cell[1:], self.key_pieces + self.value_pieces):
            require(self.arithmetic != XOR or limb < 256**held, f"cell {index}: bits beyond a key or value")
            require(self.arithmetic != FIELD or limb < PRIME, f"cell {index}: a field element not reduced")
        require(all(check < 2**self.check_bits for check in cell[self.check_at:]), f"cell {index}: a long check")
        require(not self.is_lost(index) or not any(cell), f"cell {index}: lost, yet not empty")

    def copy(self):
        return copy.deepcopy(self)

    def emptied(self):
        """A table like this one, lost sub-tables included, that has seen nothing."""
        blank = self.copy()
        blank.cells = [[0] * len(cell) for cell in self.cells]
        blank.gross_total = 0
        return blank

    def all_cells(self):
        return self.cells

    def totals(self):
        return [self.gross_total]

    # From a pair to its cells.

    def sub_table_cells(self):
        return self.cell_count // self.sub_tables

    def is_lost(self, cell_index):
        return cell_index // self.sub_table_cells() in self.lost

    def cells_of(self, key):
        """The indices of the key's cells, without those that are lost."""
        hashed = peel_hashing.key_hash(self.family, self.seed, key)
        if self.placement == IRREGULAR:
            own = self.place_irregular(hashed, key)
        else:
            own = place(hashed, self.hashes, self.sub_tables, self.sub_table_cells())
        return [index for index in own if not self.is_lost(index)]

    def place_irregular(self, hashed, key):
        chance = peel_hashing.derived_word(hashed, WEIGHT_WORD)
        weight = chance >> 48 if WEIGHT_SOURCES[self.weight_source] == "hash" else 256 * key[-1]
        count = self.light_hashes if weight < self.light_share else self.hashes
        size = self.sub_table_cells()
        return [sub_table * size + peel_hashing.reduce(peel_hashing.derived_word(hashed, i), size)
                for i, sub_table in enumerate(chosen_sub_tables(self.hashes, count, (chance << 16) % WORD))]

    def checks_of(self, key, value):
        """The key check and the value check, as many as a cell has."""
        key_check = peel_hashing.derived_word(peel_hashing.key_hash(self.family, self.seed, key), CHECK_WORD)
        if self.checks < 2:
            return [key_check][:self.checks]
        value_seed = peel_hashing.derive(self.seed, VALUE_PURPOSE)
        low, high = peel_hashing.key_hash(self.family, value_seed, value)
        return [key_check, peel_hashing.derived_word((low ^ key_check, high), CHECK_WORD)]

    def limbs_of(self, key, value):
        limbs = []
        for text, widths in ((key, self.key_pieces), (value, self.value_pieces)):
            at = 0
            for width in widths:
                limbs.append(int.from_bytes(text[at:at + width], "little"))
                at += width
        return limbs

    def sum(self, word, term, times, modulus):
        if self.arithmetic == XOR:
            return word ^ term
        return (word + times * term) % modulus

    def add(self, key, value, times):
        require(len(key) == self.key_width and len(value) == self.value_width, "width of a pair")
        self.gross_total += abs(times)
        self.change(key, value, times)

    def change(self, key, value, times):
        modulus = PRIME if self.arithmetic == FIELD else WORD
        limbs, checks = self.limbs_of(key, value), self.checks_of(key, value)
        for index in self.cells_of(key):
            cell = self.cells[index]
            cell[0] += times
            for at, limb in enumerate(limbs, start=1):
                cell[at] = self.sum(cell[at], limb, times, modulus)
            for at, check in enumerate(checks, start=self.check_at):
                cell[at] = self.sum(cell[at], check, times, WORD) % 2**self.check_bits

    # Listing.

    def pair_of(self, index):
        """(key, value, times) if the cell is pure, else None."""
        cell = self.cells[index]
        times = cell[0]
        if times == 0 or abs(times) > self.gross_total:
            return None
        if times != 1 and self.checks == 0:
            return None
        if abs(times) != 1 and self.arithmetic != FIELD:
            return None
        text = b""
        for limb, held in zip(cell[1:], self.key_pieces + self.value_pieces):
            if self.arithmetic == WRAPPING:
                limb = limb * times % WORD
            elif self.arithmetic == FIELD:
                limb = limb * pow(times, -1, PRIME) % PRIME
            if limb >= 256**held:
                return None
            text += limb.to_bytes(held, "little")
        key, value = text[:self.key_width], text[self.key_width:]
        expected = [(check if self.arithmetic == XOR else check * times) % 2**self.check_bits
                    for check in self.checks_of(key, value)]
        if cell[self.check_at:] != expected or index not in self.cells_of(key):
            return None
        return key, value, times

    def list(self):
        """Peels this table and reports as the golden files record it."""
        inserted, deleted = [], []
        waiting = list(range(self.cell_count))
        while waiting:
            pair = self.pair_of(waiting.pop())
            if pair is None:
                continue
            if len(inserted) + len(deleted) == self.cell_count:
                return self.report("malformed", inserted, deleted)
            key, value, times = pair
            (inserted if times > 0 else deleted).append(
                {"key": key.hex(), "value": value.hex(), "multiplicity": abs(times)})
            self.change(key, value, -times)
            waiting += self.cells_of(key)
        return self.report("incomplete" if any(map(any, self.cells)) else "complete", inserted, deleted)

    def report(self, outcome, inserted, deleted):
        return {
            "outcome": outcome,
            "poisoned_cells": sum(map(any, self.cells)),
            "inserted": sorted(inserted, key=lambda entry: (entry["key"], entry["value"])),
            "deleted": sorted(deleted, key=lambda entry: (entry["key"], entry["value"])),
        }
