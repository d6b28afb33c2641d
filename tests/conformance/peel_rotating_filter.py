"""The filter of docs/formats/rotating-filter.md: generations, of which the oldest is dropped."""
import copy
import struct

import peel_filter
from peel_iblt import require

UNITS = {1: "insertions", 2: "ticks"}


class RotatingFilter:
    @staticmethod
    def decode(family, seed, shape, payload, read_structure):
        self = RotatingFilter()
        self.family, self.seed = family, seed
        require(len(shape) == 24, "the shape has another length")
        self.unit, count, reserved, self.window, self.position = struct.unpack("<BB6sQQ", shape)
        require(self.unit in UNITS, "unit")
        require(2 <= count <= 16, "generations")
        require(not any(reserved), "reserved bytes of the shape")
        require(1 <= self.window <= 2**56, "window")
        require(self.unit == 2 or self.position <= 2**62, "insertions")
        self.step = -(-self.window // (count - 1))
        require(len(payload) % count == 0, "generations of different sizes")
        size = len(payload) // count
        self.generations = [read_structure(payload[g * size:(g + 1) * size]) for g in range(count)]
        self.check_generations()
        return self

    def check_generations(self):
        first = self.generations[0]
        for number, generation in enumerate(self.generations):
            require(type(generation) is peel_filter.Filter, "a generation of another kind")
            require(generation.keys == "unknown", "a generation that says what its keys are")
            require((generation.family, generation.seed) == (self.family, self.seed), "a generation of another seed")
            require((generation.layout, generation.hashes, generation.cell_count)
                    == (first.layout, first.hashes, first.cell_count), "generations of different shapes")
            require(number < self.begun() or not generation.cells, "a generation that has not begun")

    def begun(self):
        """How many generations have begun so far."""
        return self.position // self.step + 1 if self.unit == 2 else -(-self.position // self.step)

    def newest(self):
        return self.generations[max(self.begun() - 1, 0) % len(self.generations)]

    def move_to(self, position):
        before = self.begun()
        self.position = position
        for number in range(before, self.begun())[-len(self.generations):]:
            self.generations[number % len(self.generations)].cells = set()

    def replay(self, operation):
        if "time" in operation:
            self.move_to(max(self.position, operation["time"]))
            return
        if self.unit == 1:
            self.move_to(self.position + 1)
        self.newest().replay(operation)

    def describe(self):
        first = self.generations[0]
        return {
            "hash_family": self.family,
            "seed_low": format(self.seed[0], "x"),
            "seed_high": format(self.seed[1], "x"),
            "unit": UNITS[self.unit],
            "window": self.window,
            "generations": len(self.generations),
            "position": self.position,
            "layout": peel_filter.LAYOUTS[first.layout],
            "hashes": first.hashes,
            "cells": first.cell_count,
            "cells_in_use": [len(generation.cells) for generation in self.generations],
        }

    def wrong_answers(self, answers):
        def found(key):
            return any(generation.contains(key) for generation in self.generations)
        return [answer["key"] for answer in answers if found(bytes.fromhex(answer["key"])) != answer["found"]]

    def emptied(self):
        blank = copy.deepcopy(self)
        blank.position = 0
        blank.generations = [generation.emptied() for generation in self.generations]
        return blank

    def all_cells(self):
        return [generation.cells for generation in self.generations]

    def totals(self):
        return [self.position]
