"""The counter of docs/formats/counter.md: a description, cells, and strata.

Run without arguments it checks the keys and the sums that the document shows: exit status 0 if all come out alike.
"""
import copy
import pathlib
import struct
import sys

import peel_compact
import peel_counter_cells as cells_of_kind
import peel_hashing
import peel_iblt
from peel_counter_cells import PRIME
from peel_iblt import require
from peel_strata import Reader, Strata

KEYS = {1: "lines", 2: "fields", 3: "addresses"}
KEPT = {0: "none", 1: "first", 2: "last", 3: "random"}
CHECK_WORD = 8
PURPOSE_OF_TEXTS, PURPOSE_OF_STRATA = 0x7465787473, 0x737472617461
MOST = 2**60


class Counter:
    """Cells are lists of integers: count (signed), sums, the words of the kept key."""

    @staticmethod
    def decode(family, seed, shape, payload):
        self = Counter()
        self.family, self.seed = family, seed
        require(len(shape) == 24, "the shape has another length")
        (self.placement, self.hashes, self.variant, self.kept, self.key_width, reserved, self.segments,
         self.cell_count) = struct.unpack("<BBBBBBHQ", shape[:16])
        require(reserved == 0, "a reserved byte of the shape")
        self.check_shape()
        self.strata = Strata(family, seed, shape[16:])
        reader = Reader(payload)
        self.read_description(reader)
        self.lines, self.keyless, self.gross_total = reader.number("q"), reader.number("q"), reader.number("Q")
        require(abs(self.lines) <= MOST and abs(self.keyless) <= MOST, "lines")
        require(self.gross_total <= MOST, "gross total")
        self.read_cells(reader.take(reader.number("Q")))
        for index, cell in enumerate(self.cells):
            self.check_canonical(index, cell)
        self.strata.read(reader)
        require(not reader.rest, "bytes behind the last level")
        return self

    def check_shape(self):
        require(self.placement in peel_iblt.PLACEMENTS, "placement")
        require(2 <= self.hashes <= 8, "hashes")
        require(self.segments == 0 if self.placement == 1 else self.segments > self.hashes, "segments")
        require(self.variant in cells_of_kind.VARIANTS, "variant")
        require(self.kept in KEPT, "kept key")
        require((self.kept != 0) == (self.variant in cells_of_kind.KEEPS_A_KEY), "a kept key")
        require(16 <= self.key_width <= 64, "key width")
        self.sub_tables = self.segments or self.hashes
        require(self.sub_tables <= self.cell_count < 2**32 and self.cell_count % self.sub_tables == 0, "cells")
        self.pieces = peel_iblt.pieces(self.key_width, 7)
        self.cell_words = cells_of_kind.cell_words(self.variant, len(self.pieces))
        self.sum_words = cells_of_kind.sum_words(self.variant, len(self.pieces))
        require(8 * self.cell_words * self.cell_count <= 2**35, "counter too large")

    def read_description(self, reader):
        keys, self.key_bytes, self.delimiter, reserved, self.field = struct.unpack("<BBBBI", reader.take(8))
        require(keys in KEYS, "keys")
        self.keys = KEYS[keys]
        require(reserved == 0, "a reserved byte of the payload")
        require(self.key_bytes == 0 if self.keys == "addresses" else 16 <= self.key_bytes <= 63, "key bytes")
        require(self.key_width == (16 if self.keys == "addresses" else 1 + self.key_bytes), "key width")
        require(self.field == 0 if self.keys == "lines" else self.field > 0 or self.keys == "addresses", "field")
        require(self.delimiter != 10 and (self.field > 0 or self.delimiter == 0), "delimiter")

    def read_cells(self, data):
        words = self.cell_words - 1
        require(len(data) >= words, "the widths of words")
        widths = list(data[:words])
        require(max(widths) <= 61, "a width of a word")
        self.cells = peel_compact.decode_cells(data[words:], self.cell_count, widths)
        require(widths == self.widths(), "a wider word than needed")

    def widths(self):
        """The bits of each word but the count."""
        return [max(word.bit_length() for word in column) for column in list(zip(*self.cells))[1:]]

    def check_canonical(self, index, cell):
        require(abs(cell[0]) <= self.gross_total, f"cell {index}: count beyond the gross total")
        require(all(word < PRIME for word in cell[1:]), f"cell {index}: a word not reduced")
        kept = cell[self.sum_words:]
        require(not any(kept) or kept[0], f"cell {index}: words of a key that is not kept")

    # What the golden files record.

    def describe(self):
        return {
            "hash_family": self.family,
            "seed_low": format(self.seed[0], "x"),
            "seed_high": format(self.seed[1], "x"),
            "placement": peel_iblt.PLACEMENTS[self.placement],
            "segments": self.segments,
            "hashes": self.hashes,
            "variant": cells_of_kind.VARIANTS[self.variant],
            "kept": KEPT[self.kept],
            "key_width": self.key_width,
            "cells": self.cell_count,
            "keys": self.keys,
            "field": self.field,
            "delimiter": self.delimiter,
            "key_bytes": self.key_bytes,
            "lines": self.lines,
            "keyless": self.keyless,
            **self.strata.describe(),
            "distinct": self.strata.listed(),
            "gross_total": self.gross_total,
            "listing": copy.deepcopy(self).list(),
        }

    # From a text to its cells.

    def hash_of(self, purpose, data):
        return peel_hashing.key_hash(self.family, peel_hashing.derive(self.seed, purpose), data)

    def key_of(self, text):
        if self.keys == "addresses":
            return text
        if len(text) <= self.key_bytes:
            return (bytes([len(text)]) + text).ljust(self.key_width, b"\0")
        return (b"\xff" + struct.pack("<QQ", *self.hash_of(PURPOSE_OF_TEXTS, text))).ljust(self.key_width, b"\0")

    def words_of(self, key):
        return [int.from_bytes(key[7 * i:7 * i + held], "little") for i, held in enumerate(self.pieces)]

    def placed(self, key):
        """The indices of the key's cells, and what one copy of it adds to each."""
        hashed = peel_hashing.key_hash(self.family, self.seed, key)
        places = peel_iblt.place(hashed, self.hashes, self.sub_tables, self.cell_count // self.sub_tables)
        check = peel_hashing.derived_word(hashed, CHECK_WORD)
        return places, cells_of_kind.term(self.variant, self.words_of(key), check)

    def change(self, key, times):
        """Adds to the sums, and returns the cells."""
        places, term = self.placed(key)
        for index in places:
            cell = self.cells[index]
            cell[0] += times
            for at, each in enumerate(term[1:], start=1):
                cell[at] = (cell[at] + times * each) % PRIME
        return places

    def add(self, text, times):
        key = self.key_of(text)
        self.gross_total += abs(times)
        self.strata.add(self.hash_of(PURPOSE_OF_STRATA, key)[0], times)
        words = self.words_of(key)
        for index in self.change(key, times):
            cell = self.cells[index]
            is_free = not any(cell[self.sum_words:])
            if times > 0 and (KEPT[self.kept] == "last" or KEPT[self.kept] == "first" and is_free):
                cell[self.sum_words:] = [words[0] + 1, *words[1:]]

    def emptied(self):
        blank = copy.deepcopy(self)
        blank.cells = [[0] * self.cell_words for _ in self.cells]
        blank.gross_total = 0
        blank.strata = self.strata.emptied()
        return blank

    def all_cells(self):
        return [self.cells] + self.strata.all_cells()

    def totals(self):
        return [self.gross_total] + self.strata.totals()

    # Listing.

    def is_in_use(self, index):
        return any(self.cells[index][:self.sum_words])

    def key_from(self, words):
        """The key with these words, or None."""
        if any(word >= 256**held for word, held in zip(words, self.pieces)):
            return None
        return b"".join(word.to_bytes(held, "little") for word, held in zip(words, self.pieces))

    def confirmed(self, index, guess):
        """The keys and counts of a guess, if the cell shows them, else None."""
        if any(count == 0 for _, count in guess) or sum(abs(count) for _, count in guess) > self.gross_total:
            return None
        total, keys = [0] * self.sum_words, []
        for words, count in guess:
            key = self.key_from(words)
            places, term = self.placed(key) if key is not None else ([], [])
            if index not in places:
                return None
            total = [each + count * more for each, more in zip(total, term)]
            keys.append((key, count))
        shown = [total[0]] + [each % PRIME for each in total[1:]]
        return keys if shown == self.cells[index][:self.sum_words] else None

    def shown_in(self, index):
        if abs(self.cells[index][0]) > self.gross_total:
            return []
        for guess in cells_of_kind.guesses(self.variant, self.cells[index], len(self.pieces)):
            keys = self.confirmed(index, guess)
            if keys:
                return keys
        return []

    def list(self):
        """Takes out what cells show and reports as the golden files record it."""
        listed, steps, waiting = {}, 0, list(range(self.cell_count))
        while waiting:
            index = waiting.pop()
            keys = self.shown_in(index) if self.is_in_use(index) else []
            if not keys:
                continue
            steps += 1
            if steps > self.cell_count:
                return self.report("malformed", listed)
            for key, count in keys:
                listed[key] = listed.get(key, 0) + count
                waiting += self.change(key, -count)
        is_left = any(map(self.is_in_use, range(self.cell_count)))
        return self.report("incomplete" if is_left else "complete", listed)

    def report(self, outcome, listed):
        return {
            "outcome": outcome,
            "stuck_cells": sum(map(self.is_in_use, range(self.cell_count))),
            "keys": [{"key": key.hex(), "count": count} for key, count in sorted(listed.items()) if count],
        }


# What the document shows.

def check_keys(tables):
    rows = next((rows for columns, rows in tables if columns == ("Text", "b", "Key")), [])
    counter = Counter()
    counter.family, counter.seed, counter.keys = "fast", peel_hashing.DEFAULT_SEED, "lines"
    for text, key_bytes, key in rows:
        counter.key_bytes, counter.key_width = int(key_bytes), int(key_bytes) + 1
        made = counter.key_of(text.encode())
        if made != bytes.fromhex(key):
            print(f"counter.md: the key of {text} is", made.hex(" "))
            return False
    return len(rows) > 0


def check_moments():
    """Of x = 2 three times and x = 5 once, as keys of one word that is x itself."""
    copies = {2: 3, 5: 1}
    sums = [sum(count * x**power for x, count in copies.items()) for power in range(4)]
    pair = [sum(count * x * x**power for x, count in copies.items()) for power in range(2)]
    guess, = cells_of_kind.guesses(cells_of_kind.MOMENT, sums + pair, 1)
    return sums == [4, 11, 37, 149] and sorted(guess) == [([2], 3), ([5], 1)]


def main():
    page = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/formats/counter.md"
    tables = list(peel_hashing.tables_of(page.read_text()))
    return 0 if [check_keys(tables), check_moments()] == [True, True] else 1


if __name__ == "__main__":
    sys.exit(main())
