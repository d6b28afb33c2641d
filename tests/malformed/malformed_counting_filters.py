"""The counting, spectral and rotating filters among the malformed files: kinds 5, 6 and 7."""
from malformed_filters import SHAPE, opened, paged

RULE, GENERATIONS = 48, 72  # offsets in a rotating filter: its shape, and its payload


def files(golden, put, seal):
    """name: (bytes, what is wrong, what the error says)"""
    counting, spectral = golden("classic", "counting-filter"), golden("selection", "spectral-filter")
    blocks, bits = golden("line", "counting-filter"), golden("classic", "filter")
    rotating = golden("insertions", "rotating-filter")
    size = (len(rotating) - GENERATIONS) // 2
    first, second = rotating[GENERATIONS:GENERATIONS + size], rotating[GENERATIONS + size:]
    assert paged(counting, seal) == counting and paged(spectral, seal) == spectral

    def shaped(data, at, form, value):
        return opened(put(data, SHAPE + at, form, value), seal)

    def held(*generations):
        return seal(rotating[:GENERATIONS] + b"".join(generations))

    return {
        "counting-filter-cells-of-bits": (opened(put(bits, 6, "B", 5), seal), "cells of 1 bit, which are of another kind",
                                          "cells of 1 bits: a counting filter has cells of 4"),
        "counting-filter-insertion": (shaped(counting, 3, "B", 1), "a way of inserting, which only spectral filters have",
                                      "the reserved bytes 3 to 7 of the shape"),
        "counting-filter-block-not-full": (shaped(blocks, 8, "Q", 383), "383 cells in blocks of 128", "383"),
        "counting-filter-cells-beyond-limit": (shaped(counting, 8, "Q", 2**41 + 1), "2^41 + 1 cells", "no filter has this shape"),
        "counting-filter-behind-last-cell": (paged(counting[:-1] + b"\x10", seal), "a counter behind the last is 1",
                                             "a bit is set behind the last cell"),
        "counting-filter-called-spectral": (opened(put(counting, 6, "B", 6), seal), "a counting filter that calls itself spectral",
                                            "insertion 0 is not known"),
        "spectral-filter-insertion": (shaped(spectral, 3, "B", 3), "a third way of inserting", "insertion 3 is not known"),
        "spectral-filter-reserved-in-use": (shaped(spectral, 4, "B", 1), "a reserved byte of the shape is 1",
                                            "the reserved bytes 4 to 7 of the shape"),
        "spectral-filter-cells-of-four-bits": (shaped(shaped(spectral, 1, "B", 4), 8, "Q", 26), "cells of 4 bits",
                                               "a spectral filter has cells of 8, 16 or 32"),
        "spectral-filter-in-blocks": (shaped(spectral, 0, "B", 3), "line blocks", "no filter has this shape"),
        "spectral-filter-behind-last-cell": (paged(spectral[:-1] + b"\x01", seal), "a counter behind the last is 1",
                                             "a bit is set behind the last cell"),
        "rotating-filter-shape-too-short": (seal(rotating[:24] + b"\x10" + rotating[25:64] + rotating[GENERATIONS:]),
                                            "a shape of 16 bytes", "the shape of a rotating filter has 24 bytes, not 16"),
        "rotating-filter-unit": (put(rotating, RULE, "B", 3), "a third unit", "window unit 3"),
        "rotating-filter-one-generation": (put(rotating, RULE + 1, "B", 1), "one generation", "1 generations"),
        "rotating-filter-generations-beyond-limit": (put(rotating, RULE + 1, "B", 17), "17 generations", "17 generations"),
        "rotating-filter-reserved-in-use": (put(rotating, RULE + 2, "B", 1), "a reserved byte of the shape is 1",
                                            "the reserved bytes 2 to 7 of the shape"),
        "rotating-filter-no-window": (put(rotating, RULE + 8, "Q", 0), "a window of nothing", "a window of 0 insertions"),
        "rotating-filter-window-beyond-limit": (put(rotating, RULE + 8, "Q", 2**56 + 1), "a window of 2^56 + 1",
                                                "a window of 72057594037927937"),
        "rotating-filter-position-beyond-limit": (put(rotating, RULE + 16, "Q", 2**62 + 1), "2^62 + 1 insertions",
                                                  "4611686018427387905 insertions"),
        "rotating-filter-not-begun": (put(rotating, RULE + 16, "Q", 3), "a key in a generation that begins later",
                                      "generation 1 holds keys and has not begun"),
        "rotating-filter-generation-missing": (held(first), "one generation instead of two", "generation 0:"),
        "rotating-filter-byte-missing": (held(first, second[:-1]), "the last byte is missing", "generations of one size"),
        "rotating-filter-generation-changed": (held(first, second[:-1] + b"\x01"), "one bit of a generation flipped",
                                               "generation 1: "),
        "rotating-filter-generation-of-counters": (held(counting, counting), "generations that are counting filters",
                                                   "generation 0: kind 5 is not 4 (filter)"),
        "rotating-filter-generation-with-keys": (held(first, opened(put(second, SHAPE + 3, "B", 1), seal)),
                                                 "a generation that says what its keys are",
                                                 "generation 1: the reserved byte 3 of its shape holds 1"),
        "rotating-filter-other-seed": (put(rotating, 8, "Q", 1), "another seed than that of the generations",
                                       "another hash family or seed than the file"),
        "rotating-filter-seeds-differ": (held(first, opened(put(second, 8, "Q", 1), seal)),
                                         "a generation of another seed", "in two generations, the filters have seeds"),
        "rotating-filter-shapes-differ": (held(first, opened(put(second, SHAPE + 2, "B", 3), seal)),
                                          "a generation with another number of hashes", "in two generations, the filters differ"),
    }
