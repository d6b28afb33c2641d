"""The filters of docs/formats/counting-filter.md and docs/formats/spectral-filter.md: cells are counters."""
import peel_filter
from peel_iblt import require

INSERTIONS = {1: "minimum_selection", 2: "minimal_increase"}


class CountingFilter(peel_filter.Filter):
    """Cells are a list of numbers."""

    CELL_BITS = (4,)
    insertion = 1
    keys = "unknown"

    def take_detail(self, detail):
        require(detail == 0, "reserved bytes of the shape")

    def most(self):
        return 2**self.cell_bits - 1

    def take_cells(self, bits):
        data = bits.to_bytes((self.cell_count * self.cell_bits + 63) // 64 * 8, "little")
        if self.cell_bits == 4:
            self.cells = [data[at // 2] >> 4 * (at % 2) & 15 for at in range(self.cell_count)]
        else:
            width = self.cell_bits // 8
            self.cells = [int.from_bytes(data[at * width:(at + 1) * width], "little") for at in range(self.cell_count)]

    def smallest(self, key):
        return min(self.cells[cell] for cell in self.cells_of(key))

    def replay(self, operation):
        key, times = bytes.fromhex(operation["key"]), operation["times"]
        least, most = self.smallest(key), self.most()
        if times < 0 and least < min(-times, most):
            return
        for cell in set(self.cells_of(key)):
            counter = self.cells[cell]
            if counter == most:
                continue
            if self.insertion == 2:
                self.cells[cell] = max(counter, min(least + times, most))
            else:
                self.cells[cell] = min(counter + times, most)

    def contains(self, key):
        return self.smallest(key) != 0

    def describe(self):
        return {**super().describe(),
                "cells_in_use": sum(cell != 0 for cell in self.cells),
                "saturated": self.cells.count(self.most())}

    def emptied(self):
        blank = super().emptied()
        blank.cells = [0] * self.cell_count
        return blank


class SpectralFilter(CountingFilter):
    CELL_BITS = (8, 16, 32)

    def take_detail(self, detail):
        require(detail in INSERTIONS, "insertion")
        self.insertion = detail

    def check_shape(self):
        super().check_shape()
        require(self.layout == 1, "a spectral filter in blocks")

    def wrong_answers(self, answers):
        def answer(key):
            smallest = self.smallest(key)
            return smallest, smallest == self.most()
        return [each["key"] for each in answers if answer(bytes.fromhex(each["key"])) != (each["count"], each["saturated"])]

    def describe(self):
        return {**super().describe(), "insertion": INSERTIONS[self.insertion]}
