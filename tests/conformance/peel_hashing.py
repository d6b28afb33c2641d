#!/usr/bin/python3
"""An independent implementation of docs/formats/hashing.md, and a check of the vectors printed there.

It is written from the document and shares no code with the library. XXH3-128 comes from the module
`xxhash` (Debian: python3-xxhash). Run without arguments: exit status 0 if every row of every vector table in
the document is reproduced, 1 if one is not or a table is missing.
"""

import pathlib
import re
import sys

import xxhash

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
DEFAULT_SEED = (0x7065656C2D736565, 0x642D76312E303030)
DERIVED_WORDS = 16
CHECK_WORD = 8


def scramble(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def splitmix(n):
    """The n-th number of SplitMix64 started at 0, counted from 1."""
    return scramble(GOLDEN * n & MASK)


def fold(a, b):
    product = a * b
    return (product ^ (product >> 64)) & MASK


def reduce(word, size):
    return word * size >> 64


def seed_word(seed, j):
    low, high = seed
    step = GOLDEN * (j + 1) & MASK
    return scramble(scramble((low + step) & MASK) ^ ((high + step) & MASK))


def derive(seed, purpose):
    first = MASK - 2 * purpose
    return seed_word(seed, first), seed_word(seed, first - 1)


def mix_half(key, seed, lane):
    """One half of the integer mixer; lane 0 gives `low`, lane 2 gives `high`."""
    word = key ^ seed_word(seed, lane)
    word = (word ^ (word >> 32)) * (splitmix(33 + lane) | 1) & MASK
    word ^= seed_word(seed, lane + 1)
    word = (word ^ (word >> 29)) * (splitmix(34 + lane) | 1) & MASK
    return word ^ (word >> 32)


def hash_fast(key, seed):
    if len(key) == 8:
        number = int.from_bytes(key, "little")
        return mix_half(number, seed, 0), mix_half(number, seed, 2)
    value = xxhash.xxh3_128_intdigest(key, seed_word(seed, 0))
    return value & MASK, value >> 64


def rotate(word, bits):
    return (word << bits | word >> (64 - bits)) & MASK


def sip_rounds(v, count):
    v0, v1, v2, v3 = v
    for _ in range(count):
        v0 = (v0 + v1) & MASK
        v2 = (v2 + v3) & MASK
        v1 = rotate(v1, 13) ^ v0
        v3 = rotate(v3, 16) ^ v2
        v0 = rotate(v0, 32)
        v0 = (v0 + v3) & MASK
        v2 = (v2 + v1) & MASK
        v3 = rotate(v3, 21) ^ v0
        v1 = rotate(v1, 17) ^ v2
        v2 = rotate(v2, 32)
    return [v0, v1, v2, v3]


def hash_siphash(key, seed):
    low, high = seed
    v = [low ^ 0x736F6D6570736575, high ^ 0x646F72616E646F6D ^ 0xEE,
         low ^ 0x6C7967656E657261, high ^ 0x7465646279746573]
    padded = key + bytes(7 - len(key) % 8) + bytes([len(key) & 0xFF])
    for at in range(0, len(padded), 8):
        block = int.from_bytes(padded[at:at + 8], "little")
        v[3] ^= block
        v = sip_rounds(v, 2)
        v[0] ^= block
    v[2] ^= 0xEE
    v = sip_rounds(v, 4)
    first = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    v = sip_rounds(v, 4)
    return first, v[0] ^ v[1] ^ v[2] ^ v[3]


FAMILIES = {"fast": hash_fast, "siphash": hash_siphash}


def key_hash(family, seed, key):
    """The KeyHash (low, high) of the byte string `key`."""
    return FAMILIES[family](key, seed)


def derived_word(hashed, i):
    low, high = hashed
    return fold(low ^ splitmix(2 * i + 1), high ^ splitmix(2 * i + 2))


def far_word(hashed, i):
    """The i-th of the endless row that begins with the derived words."""
    word, lap = derived_word(hashed, i % DERIVED_WORDS), i // DERIVED_WORDS
    return scramble((word + GOLDEN * lap) & MASK) if lap else word


# ---- The vectors of the document -------------------------------------------------------------------------

def cells_of(line):
    return [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]


def tables_of(text):
    """Yields (column names, rows) for every table of a Markdown text."""
    for block in re.findall(r"(?:^\|.*\n?)+", text, flags=re.MULTILINE):
        lines = block.strip().split("\n")
        yield tuple(cells_of(lines[0])), [cells_of(line) for line in lines[2:]]


def key_of(cell):
    """A key is hex digits, (empty), or NN..MM for consecutive bytes."""
    if cell == "(empty)":
        return b""
    first, dots, last = cell.partition("..")
    return bytes(range(int(first, 16), int(last, 16) + 1)) if dots else bytes.fromhex(cell)


def number(cell):
    return int(cell, 16)


def check_seed_word(low, high, j, word):
    return seed_word((number(low), number(high)), int(j)) == number(word)


def check_derive(low, high, purpose, derived_low, derived_high):
    return derive((number(low), number(high)), int(purpose)) == (number(derived_low), number(derived_high))


def check_constants(i, first, second):
    return (splitmix(2 * int(i) + 1), splitmix(2 * int(i) + 2)) == (number(first), number(second))


def check_multiplier(i, value):
    return splitmix(33 + int(i)) | 1 == number(value)


def check_hash(family, seed_low, seed_high, key, low, high):
    seed = (number(seed_low), number(seed_high))
    return key_hash(family, seed, key_of(key)) == (number(low), number(high))


def check_word(low, high, i, word, cell):
    value = derived_word((number(low), number(high)), int(i))
    return value == number(word) and reduce(value, 1000) == int(cell)


def check_far_word(low, high, i, word, cell):
    value = far_word((number(low), number(high)), int(i))
    return value == number(word) and reduce(value, 1000) == int(cell)


CHECKS = {
    ("seed low", "seed high", "j", "word(j)"): check_seed_word,
    ("seed low", "seed high", "purpose", "derived low", "derived high"): check_derive,
    ("i", "C(2i)", "C(2i+1)"): check_constants,
    ("i", "M(i)"): check_multiplier,
    ("family", "seed low", "seed high", "key", "low", "high"): check_hash,
    ("low", "high", "i", "W(i)", "cell of 1000"): check_word,
    ("low", "high", "i", "V(i)", "cell of 1000"): check_far_word,
}


def main():
    document = pathlib.Path(__file__).resolve().parents[2] / "docs" / "formats" / "hashing.md"
    missing = set(CHECKS)
    checked = wrong = 0
    for columns, rows in tables_of(document.read_text(encoding="utf-8")):
        check = CHECKS.get(columns)
        if check is None or not rows:
            continue
        missing.discard(columns)
        for row in rows:
            checked += 1
            if not check(*row):
                wrong += 1
                print("not reproduced: " + " | ".join(row), file=sys.stderr)
    for columns in missing:
        print("no such table in the document: " + " | ".join(columns), file=sys.stderr)
    print(f"{checked} vectors checked, {wrong} wrong")
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    sys.exit(main())
