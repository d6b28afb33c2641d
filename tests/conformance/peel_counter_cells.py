"""The cells of docs/formats/counter.md: what a key adds to one, and which keys one seems to show.

A guess is a list of (words of a key, count). Whoever takes one must still compare sums and positions.
"""

PRIME = 2**61 - 1
STANDARD, EVEN_ODD, ONE_KEY, COMBINED, MOMENT = 1, 2, 3, 4, 5
VARIANTS = {STANDARD: "standard", EVEN_ODD: "even-odd", ONE_KEY: "one-key", COMBINED: "combined", MOMENT: "moment"}
KEEPS_A_KEY = (ONE_KEY, COMBINED)
MOST_SPLITS = 4096


def cell_words(variant, key_words):
    return {STANDARD: 2 + key_words, EVEN_ODD: 2 + 2 * key_words, ONE_KEY: 2 + 2 * key_words,
            COMBINED: 2 + 3 * key_words, MOMENT: 4 + 2 * key_words}[variant]


def sum_words(variant, key_words):
    """Words of a cell but those of the kept key."""
    return cell_words(variant, key_words) - (key_words if variant in KEEPS_A_KEY else 0)


def term(variant, words, check):
    """What one copy of a key adds; `check` has 64 bits."""
    if variant == MOMENT:
        x = check >> 4
        return [1, x, x**2 % PRIME, x**3 % PRIME] + [word * power % PRIME for word in words for power in (1, x)]
    zeros = [0] * len(words)
    sums = list(words)
    if variant in (EVEN_ODD, COMBINED):
        sums = sums + zeros if check % 2 == 0 else zeros + sums
    return [1, *sums, (check >> 3) % PRIME]


def divided(sums, count):
    inverse = pow(count, -1, PRIME)
    return [each * inverse % PRIME for each in sums]


def splits(count):
    """All ways to share a count between two keys."""
    sign = -1 if count < 0 else 1
    return [(sign * share, count - sign * share) for share in range(1, min(abs(count), MOST_SPLITS))]


def kept_key(variant, cell, key_words):
    words = cell[sum_words(variant, key_words):]
    return [words[0] - 1, *words[1:]] if variant in KEEPS_A_KEY and words[0] else None


def guesses(variant, cell, key_words):
    if variant == MOMENT:
        yield from guesses_of_moments(cell)
        return
    count = cell[0]
    if count == 0:
        return
    kept = kept_key(variant, cell, key_words)
    if kept:
        yield [(kept, count)]
    first, second = cell[1:1 + key_words], cell[1 + key_words:1 + 2 * key_words]
    if variant in (EVEN_ODD, COMBINED):
        if any(first) and any(second):
            yield from ([(divided(first, one), one), (divided(second, other), other)] for one, other in splits(count))
            return
        first = first if any(first) else second
    yield [(divided(first, count), count)]
    for share, rest in splits(count) if kept else []:
        left = [(each - share * word) % PRIME for each, word in zip(first, kept)]
        yield [(kept, share), (divided(left, rest), rest)]


def guesses_of_moments(cell):
    s0, s1, s2, s3 = cell[:4]
    pairs = list(zip(cell[4::2], cell[5::2]))
    if s0 % PRIME and (s0 * s2 - s1 * s1) % PRIME == 0 and (s0 * s3 - s1 * s2) % PRIME == 0:
        yield [(divided([each for each, _ in pairs], s0), s0)]
    determinant = (s0 * s2 - s1 * s1) % PRIME
    if determinant == 0:
        return
    e1, e2 = divided([s0 * s3 - s1 * s2, s1 * s3 - s2 * s2], determinant)
    squared_gap = (e1 * e1 - 4 * e2) % PRIME
    gap = pow(squared_gap, (PRIME + 1) // 4, PRIME)
    if gap == 0 or gap * gap % PRIME != squared_gap:
        return
    x1, x2 = divided([e1 + gap, e1 - gap], 2)
    one, = divided([s1 - x2 * s0], gap)
    one = one if one < 2**60 else one - PRIME
    other = s0 - one
    if one and other % PRIME:
        yield [(divided([u - x2 * t for t, u in pairs], gap * one), one),
               (divided([x1 * t - u for t, u in pairs], gap * other), other)]
