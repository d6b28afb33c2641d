"""The rateless sketch of docs/formats/rateless.md: a head, blocks of cells, counts as residuals.

It does not know yet in which cells an item is; but the first cell holds them all, and the totals tell of them all.
"""
import copy
import struct

import peel_compact
import peel_hashing
from peel_iblt import ARITHMETICS, CHECK_WORD, FIELD, PRIME, WORD, XOR, pieces, require
from peel_sketch import Sketch
from peel_strata import Reader

FORMS = {1: "regular", 2: "irregular"}
CLASSES = ((11796, 7209), (36701, 44564), (17039, 53740))  # weights, alphas
DIGEST_WORD = 5


def share(form, cell):
    """The part of all items that a cell is expected to hold, with 32 bits behind the point."""
    if FORMS[form] == "regular":
        return 2**33 // (cell + 2)
    group, place = divmod(cell, 33)
    if group < 32 and place == 32:
        return 2**29
    walked = cell - min(group, 32)
    return sum((weight << 32) // (65536 + alpha * walked) for weight, alpha in CLASSES)


def block_cells(first, shard_bits):
    """How many cells of each stream a block has that begins there and is not the last one."""
    if first == 0:
        return 256
    return min(2**(first.bit_length() - 1) // 4, max(256, 2**16 >> shard_bits))


class RatelessSketch(Sketch):
    @staticmethod
    def decode(family, seed, shape, description, blocks):
        self = RatelessSketch()
        self.family, self.seed = family, seed
        require(len(shape) == 8, "the shape has another length")
        self.form, self.arithmetic, self.item_width, self.check_bits, self.shard_bits = shape[:5]
        require(self.form in FORMS, "form")
        require(self.arithmetic in (XOR, FIELD), "arithmetic")
        require(1 <= self.item_width <= 64, "item width")
        require(self.check_bits in range(24, 65, 8), "check bits")
        require(self.shard_bits <= 12, "shard bits")
        require(not any(shape[5:]), "reserved bytes of the shape")
        self.pieces = pieces(self.item_width, 7 if self.arithmetic == FIELD else 8)
        reader = Reader(description)
        self.read_description(reader)
        self.rows = reader.number("q")
        require(abs(self.rows) <= 2**60, "rows")
        self.net, self.gross = reader.number("q"), reader.number("Q")
        self.digest = [reader.number("Q"), reader.number("Q")]
        require(self.gross <= 2**60 and abs(self.net) <= self.gross, "totals")
        require(not reader.rest, "bytes behind the totals")
        self.streams = [[] for _ in range(2**self.shard_bits)]
        self.read_blocks(blocks)
        require(sum(stream[0][0] for stream in self.streams) == self.net, "the count of the first cell")
        return self

    def read_blocks(self, blocks):
        require(blocks, "no block")
        first, is_last = 0, False
        for content in blocks:
            require(not is_last, "a block behind one that is shorter than it may be")
            cells, at = peel_compact.leb128(content)
            full = block_cells(first, self.shard_bits)
            require(1 <= cells <= full, "the number of cells of a block")
            read = peel_compact.decode_cells(content[at:], cells * len(self.streams), self.field_bits())
            for shard, stream in enumerate(self.streams):
                for index in range(first, first + cells):
                    residual, *sums = read[shard * cells + index - first]
                    count = peel_compact.signed(residual + self.expected(index))
                    self.check_cell(count, sums)
                    stream.append([count, *sums])
            first += cells
            is_last = cells < full
        self.cell_count = first

    def expected(self, cell):
        bits = 32 + self.shard_bits
        return (self.net * share(self.form, cell) + 2**(bits - 1)) >> bits

    def field_bits(self):
        return [61 if self.arithmetic == FIELD else 8 * held for held in self.pieces] + [self.check_bits]

    def check_cell(self, count, sums):
        require(abs(count) <= self.gross, "a count beyond the gross total")
        require(self.arithmetic != FIELD or all(limb < PRIME for limb in sums[:-1]), "a field element not reduced")

    # What the golden files record.

    def describe(self):
        return {
            "hash_family": self.family,
            "seed_low": format(self.seed[0], "x"),
            "seed_high": format(self.seed[1], "x"),
            "form": FORMS[self.form],
            "arithmetic": ARITHMETICS[self.arithmetic],
            "item_width": self.item_width,
            "check_bits": self.check_bits,
            "shard_bits": self.shard_bits,
            "cells": self.cell_count,
            "items": self.items,
            "has_header": self.has_header,
            "columns": [column.hex() for column in self.columns],
            **({"types": self.types.decode()} if self.types else {}),
            "key_columns": self.key_columns,
            "key_bytes": self.key_bytes,
            "rows": self.rows,
            "net_total": self.net,
            "gross_total": self.gross,
            "digest": [format(word, "x") for word in self.digest],
            "counts": self.words(0),
            "first_limbs": self.words(1),
            "check_sums": self.words(-1),
        }

    def words(self, place):
        return [[peel_compact.signed(cell[place]) for cell in stream] for stream in self.streams]

    # Making again what does not depend on the cells of an item.

    def emptied(self):
        blank = copy.copy(self)
        blank.streams = [[[0] * len(self.streams[0][0])]]
        blank.net, blank.gross, blank.digest = 0, 0, [0, 0]
        return blank

    def add(self, item, _, times):
        hashed = peel_hashing.key_hash(self.family, self.seed, item)
        limbs, at = [], 0
        for held in self.pieces:
            limbs.append(int.from_bytes(item[at:at + held], "little"))
            at += held
        term = limbs + [peel_hashing.derived_word(hashed, CHECK_WORD) % 2**self.check_bits]
        self.streams[0][0] = self.sum_of(self.streams[0][0], [times, *term], times)
        self.net += times
        self.gross += abs(times)
        self.digest = [(word + times * peel_hashing.derived_word(hashed, DIGEST_WORD + i)) % WORD
                       for i, word in enumerate(self.digest)]

    def sum_of(self, cell, term, times):
        """Both cells added up, the fields of the second but its count so many times."""
        sums = [a ^ b if self.arithmetic == XOR else a + times * b for a, b in zip(cell[1:], term[1:])]
        if self.arithmetic == FIELD:
            sums = [limb % PRIME for limb in sums[:-1]] + [sums[-1] % 2**self.check_bits]
        return [cell[0] + term[0], *sums]

    def all_cells(self):
        first = [0] * len(self.streams[0][0])
        for stream in self.streams:
            first = self.sum_of(first, stream[0], 1)
        return first

    def totals(self):
        return [self.net, self.gross, *self.digest]


def open_blocks(data, checksum, digest):
    """The contents of the blocks of an envelope of version 2; `digest` is XXH3 with a seed."""
    blocks = []
    while data:
        require(len(data) >= 16, "cut short inside the header of a block")
        number, length, stored = struct.unpack_from("<IIQ", data)
        require(number == len(blocks), "the number of a block")
        require(length <= 2**28, "a block that is too long")
        require(16 + length <= len(data), "cut short inside a block")
        content = data[16:16 + length]
        require(digest(data[:8] + content, seed=checksum) == stored, "the checksum of a block")
        blocks.append(content)
        data = data[16 + length:]
    return blocks
