#!/usr/bin/python3
"""An independent implementation of docs/formats/rateless-walk.md, and a check of the vectors printed there.

It is written from the document and shares no code with the library. Run without arguments: exit status 0 if every row
of the vector table is reproduced, 1 if one is not or the table is missing.
"""
import pathlib
import re
import sys
from decimal import Decimal, getcontext
from math import isqrt

from peel_hashing import DEFAULT_SEED, GOLDEN, MASK, derived_word as word, fold, hash_fast

getcontext().prec = 60
LN2 = Decimal(2).ln()
LOG = [int(((1 + Decimal(i) / 512).ln() / LN2) * 2**40) for i in range(512)] + [2**40]
POW = [int((LN2 * i / 512).exp() * 2**40) for i in range(512)] + [2**41]

# alpha, start, shift
REGULAR = (32_768, 549_755_813_888, None)
CLASSES = [(7_209, 2_269_559_843_921, 330_657), (44_564, 285_005_883_064, 80_957), (53_740, 140_051_773_557, 72_729)]


def gap(r):
    z = 64 - r.bit_length()
    f = (r << (z + 1)) & MASK
    i, b = f >> 55, (f >> 23) & 0xFFFFFFFF
    return (z + 1) * 2**40 - LOG[i] - ((LOG[i + 1] - LOG[i]) * b >> 32)


def power(s):
    i, b = (s >> 31) & 511, s & (2**31 - 1)
    return (POW[i] + ((POW[i + 1] - POW[i]) * b >> 31) << (s >> 40)) >> 24


def points(hashed, alpha, start):
    g, other, s = word(hashed, 0), word(hashed, 1), start
    while True:
        g = (g + GOLDEN) & MASK
        s += gap(fold(g, g ^ other) | 1) * alpha >> 16
        if s >= 31 * 2**40:
            return
        yield power(s)


def regular_cell(x):
    """The smallest i with (i + 1)(i + 2) 2^32 >= x^2."""
    i = max(0, isqrt(x * x >> 32) - 3)
    while (i + 1) * (i + 2) * 2**32 < x * x:
        i += 1
    return i


def cells(hashed, form, end):
    """The cells of an item before `end`, in ascending order."""
    if form == "regular":
        alpha, start, _ = REGULAR
        return sorted({0, *(cell for cell in map(regular_cell, points(hashed, alpha, start)) if cell < end)})
    drawn = word(hashed, 2) >> 48
    alpha, start, shift = CLASSES[(drawn >= 11_796) + (drawn >= 48_497)]
    walked = {0, *(max(0, x - shift + 0xFFFF >> 16) for x in points(hashed, alpha, start))}
    mask = word(hashed, 2) & word(hashed, 3) & word(hashed, 3) >> 32 & 0xFFFFFFFF
    found = {i + min(i // 32, 32) for i in walked} | {33 * q + 32 for q in range(32) if mask >> q & 1}
    return sorted(cell for cell in found if cell < end)


def main():
    page = pathlib.Path(__file__).resolve().parents[2] / "docs/formats/rateless-walk.md"
    rows = re.findall(r"^\| (\d+) \| (regular|irregular) \| ([\d ]+) \|$", page.read_text(encoding="utf-8"), re.M)
    wrong = 0
    for item, form, printed in rows:
        hashed = hash_fast(int(item).to_bytes(8, "little"), DEFAULT_SEED)
        if cells(hashed, form, 1_000_000) != list(map(int, printed.split())):
            print(f"item {item}, {form}: the cells in the document are not those computed from it")
            wrong += 1
    if len(rows) < 8:
        print("the table of vectors is missing or too short")
    return 1 if wrong or len(rows) < 8 else 0


if __name__ == "__main__":
    sys.exit(main())
