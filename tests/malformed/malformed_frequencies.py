"""The structures that count among the malformed files: kinds 8 to 12."""
import struct

SHAPE, PAYLOAD, COUNTERS = 48, 64, 104  # offsets in heavy texts
HITTERS = 56  # the payload of heavy hitters
GROUPS = 72  # the counters of a Count-Min sketch


def files(golden, put, seal):
    """name: (bytes, what is wrong, what the error says)"""
    return {**heavy_texts(golden, put, seal), **heavy_hitters(golden, put, seal), **count_min(golden, put, seal),
            **signed_sketch(golden, put, seal), **range_sketch(golden, put, seal)}


def heavy_texts(golden, put, seal):
    lines, addresses = golden("lines", "heavy-texts"), golden("addresses", "heavy-texts")
    apple, pear = b"\xac\x02\x05apple", b"\x05\x04pear"
    fruit = lines[COUNTERS + len(apple + pear):]
    assert lines == lines[:COUNTERS] + apple + pear + fruit and fruit.startswith(b"\x01\x0d")

    def counted(*counters, number=None):
        head = lines[:COUNTERS - 8] + struct.pack("<Q", len(counters) if number is None else number)
        return seal(head + b"".join(counters))

    return {
        "heavy-texts-shape-too-short": (seal(lines[:24] + b"\x08" + lines[25:56] + lines[PAYLOAD:]), "a shape of 8 bytes",
                                        "the shape of heavy texts has 16 bytes, not 8"),
        "heavy-texts-no-capacity": (put(lines, SHAPE, "I", 0), "room for no text", "accepted are 1 or more"),
        "heavy-texts-capacity-beyond-limit": (put(lines, SHAPE, "I", 2**28 + 1), "room for 2^28 + 1 texts", "room for 268435457"),
        "heavy-texts-no-width": (put(counted(), SHAPE + 4, "I", 0), "texts of no bytes", "accepted are 1 or more"),
        "heavy-texts-width-beyond-limit": (put(counted(), SHAPE + 4, "I", 2**20 + 1), "texts of 2^20 + 1 bytes", "1048577 bytes"),
        "heavy-texts-unknown-keys": (put(lines, SHAPE + 8, "B", 4), "a fourth thing to count", "keys of kind 4"),
        "heavy-texts-lines-with-field": (put(lines, SHAPE + 12, "I", 1), "whole lines, and a field", "field 1 of keys that are whole lines"),
        "heavy-texts-delimiter-without-field": (put(lines, SHAPE + 9, "B", 44), "a delimiter without a field", "without a field"),
        "heavy-texts-reserved-in-use": (put(lines, SHAPE + 10, "B", 1), "a reserved byte of the shape is 1",
                                        "the reserved bytes 10 and 11 of the shape"),
        "heavy-texts-keyless-beyond-lines": (put(lines, PAYLOAD + 8, "Q", 307), "307 lines without a text, of 306",
                                             "307 lines without a key, of 306 lines"),
        "heavy-texts-total-too-small": (put(lines, PAYLOAD + 16, "Q", 305), "306 counted of a total of 305", "the total of 305"),
        "heavy-texts-error-too-large": (put(lines, PAYLOAD + 24, "Q", 1), "counters and an error of 1, more than the total",
                                        "the total of 306"),
        "heavy-texts-error-wraps": (put(lines, PAYLOAD + 24, "Q", 2**64 - 306), "an error that wraps the sum around to 0",
                                    "the total of 306"),
        "heavy-texts-counters-beyond-capacity": (put(lines, SHAPE, "I", 2), "three counters where there is room for two",
                                                 "3 counters: there is room for 2"),
        "heavy-texts-counters-not-there": (put(lines, PAYLOAD + 32, "Q", 2**60), "2^60 counters are declared",
                                           "1152921504606846976 counters are declared"),
        "heavy-texts-counter-cut": (seal(lines[:-1]), "the last byte is missing", "a text"),
        "heavy-texts-counter-missing": (counted(apple, pear, number=3), "two counters instead of three", "a count"),
        "heavy-texts-trailing-byte": (seal(lines + b"\0"), "a byte follows the last counter", "1 bytes follow the last counter"),
        "heavy-texts-digest-cut": (counted(apple, pear, fruit[:7]), "a digest of five bytes", "the digest of a text"),
        "heavy-texts-count-of-none": (counted(apple, b"\0\x04pear"), "a counter of 0", "a counter of 0"),
        "heavy-texts-count-too-long": (counted(apple, b"\x85\0\x04pear"), "a count in more bytes than it needs", "a count"),
        "heavy-texts-length-huge": (counted(apple, b"\x01" + b"\xff" * 9 + b"\x01" + bytes(8) + b"pear"),
                                    "a text of 2^64 - 1 bytes, of which 4 are there", "a text"),
        "heavy-texts-not-in-order": (counted(pear, apple), "the smaller count first", "counter 1 is not behind the one before it"),
        "heavy-texts-equal-counts-not-in-order": (counted(b"\x05\x04pear", b"\x05\x03fig"), "equal counts, and texts not in order",
                                                  "counter 1 is not behind the one before it"),
        "heavy-texts-twice-alike": (counted(pear, pear), "the same counter twice", "counter 1 is not behind the one before it"),
        "heavy-texts-twice": (counted(apple, b"\x05\x05apple"), "a text twice, with other counts", "comes twice"),
        "heavy-texts-address-too-short": (put(lines, SHAPE + 8, "B", 3), "addresses of 5 bytes", "an address of 5 bytes"),
        "heavy-texts-address-not-kept": (put(addresses, SHAPE + 4, "I", 15), "addresses of which 15 bytes are kept",
                                         "an address of 16 bytes, 15 of them kept"),
        "heavy-texts-called-counter": (put(lines, 6, "B", 3), "heavy texts that call themselves a counter",
                                       "the shape of a counter has 24 bytes, not 16"),
    }


def heavy_hitters(golden, put, seal):
    hitters = golden("exact", "heavy-hitters")
    head, keys = hitters[:HITTERS + 16], hitters[HITTERS + 24:]
    assert keys == b"\x07\xc8\x01" b"\x00\x05" b"\xa3\x02\x01"
    last = b"\xff" * 9 + b"\x01"  # 2^64 - 1

    def counted(*counters, number=None):
        return seal(head + struct.pack("<Q", len(counters) if number is None else number) + b"".join(counters))

    return {
        "heavy-hitters-shape-too-long": (seal(hitters[:24] + b"\x09" + hitters[25:HITTERS] + b"\0" + hitters[HITTERS:]),
                                         "a shape of 9 bytes", "the shape of heavy hitters has 8 bytes, not 9"),
        "heavy-hitters-with-seed": (put(hitters, 8, "Q", 1), "a seed of 1", "a hash family or a seed of heavy hitters"),
        "heavy-hitters-with-family": (put(hitters, 7, "B", 2), "another hash family", "a hash family or a seed of heavy hitters"),
        "heavy-hitters-no-capacity": (put(hitters, SHAPE, "I", 0), "room for no key", "accepted are 1 or more"),
        "heavy-hitters-capacity-beyond-limit": (put(hitters, SHAPE, "I", 2**28 + 1), "room for 2^28 + 1 keys", "room for 268435457"),
        "heavy-hitters-reserved-in-use": (put(hitters, SHAPE + 4, "B", 1), "a reserved byte of the shape is 1",
                                          "the reserved bytes 4 to 7 of the shape"),
        "heavy-hitters-no-payload": (seal(hitters[:HITTERS]), "the payload is empty", "the total"),
        "heavy-hitters-total-too-small": (put(hitters, HITTERS, "Q", 205), "206 counted of a total of 205", "the total of 205"),
        "heavy-hitters-error-too-large": (put(hitters, HITTERS + 8, "Q", 1), "counters and an error of 1, more than the total",
                                          "the total of 206"),
        "heavy-hitters-counters-beyond-capacity": (put(hitters, SHAPE, "I", 2), "three counters where there is room for two",
                                                   "3 counters: there is room for 2"),
        "heavy-hitters-counters-not-there": (put(hitters, HITTERS + 16, "Q", 2**63), "2^63 counters are declared",
                                             "9223372036854775808 counters are declared"),
        "heavy-hitters-counter-cut": (seal(hitters[:-1]), "the last byte is missing", "a count"),
        "heavy-hitters-trailing-byte": (seal(hitters + b"\0"), "a byte follows the last counter", "1 bytes follow the last counter"),
        "heavy-hitters-count-of-none": (counted(b"\x07\0"), "a counter of 0", "a counter of 0"),
        "heavy-hitters-gap-too-long": (counted(b"\x87\0\x01"), "a gap in more bytes than it needs", "the gap before a key"),
        "heavy-hitters-key-beyond-limit": (counted(b"\x01\x01", last + b"\x01"), "a key of 2^64 + 1", "key 1 is beyond 2^64 - 1"),
        "heavy-hitters-key-behind-last": (counted(last + b"\x01", b"\0\x01"), "a key behind 2^64 - 1", "key 1 is beyond 2^64 - 1"),
    }


def count_min(golden, put, seal):
    plain, conservative = golden("plain", "count-min"), golden("conservative", "count-min")
    saturated = golden("saturated", "count-min")
    group = plain[GROUPS:]
    assert group[0] == 9 and len(group) == 1 + 23  # 20 counters of 9 bits
    counters = int.from_bytes(group[1:], "little")

    def grouped(bits, number, head=plain[:GROUPS]):
        return seal(head + bytes([bits]) + number.to_bytes((20 * bits + 7) // 8, "little"))

    def spread(bits):
        return sum((counters >> 9 * i & 511) << bits * i for i in range(20))

    assert grouped(9, counters) == plain
    return {
        "count-min-shape-too-short": (seal(plain[:24] + b"\x08" + plain[25:56] + plain[64:]), "a shape of 8 bytes",
                                      "the shape of a grid has 16 bytes, not 8"),
        "count-min-no-rows": (put(plain, SHAPE, "B", 0), "no rows", "no grid has this shape"),
        "count-min-rows-beyond-limit": (put(plain, SHAPE, "B", 65), "65 rows", "no grid has this shape"),
        "count-min-counters-of-four-bits": (put(plain, SHAPE + 1, "B", 4), "counters of 4 bits", "no grid has this shape"),
        "count-min-unknown-rule": (put(plain, SHAPE + 2, "B", 3), "a third rule", "rule 3"),
        "count-min-reserved-in-use": (put(plain, SHAPE + 7, "B", 1), "a reserved byte of the shape is 1",
                                      "the reserved bytes 3 to 7 of the shape"),
        "count-min-no-columns": (put(plain, SHAPE + 8, "Q", 0), "no columns", "no grid has this shape"),
        "count-min-columns-wrap": (put(plain, SHAPE + 8, "Q", 2**63), "2^63 columns: their product with 2 rows wraps around to 0",
                                   "no grid has this shape"),
        "count-min-columns-not-there": (put(plain, SHAPE + 8, "Q", 2**37), "2^37 columns, 512 GiB, in a file of 96 bytes",
                                        "274877906944 counters have 4294967296 groups"),
        "count-min-no-payload": (seal(plain[:64]), "the payload is empty", "the total"),
        "count-min-group-missing": (seal(plain[:GROUPS]), "the only group is missing", "there are 0 bytes"),
        "count-min-group-cut": (seal(plain[:-1]), "the last byte is missing", "a group of counters"),
        "count-min-trailing-byte": (seal(plain + b"\0"), "a byte follows the last group", "1 bytes follow the last group"),
        "count-min-bits-beyond-counter": (grouped(17, spread(17)), "17 bits for counters of 16", "accepted are up to 16"),
        "count-min-bits-not-needed": (grouped(10, spread(10)), "10 bits for counters of 9", "the largest needs 9"),
        "count-min-behind-last-counter": (grouped(9, counters | 1 << 9 * 20), "a bit behind the last counter",
                                          "a bit is set behind the last counter"),
        "count-min-row-beyond-total": (put(plain, 64, "Q", 305), "rows that sum to 306, of a total of 305", "cannot come from 305 copies"),
        "count-min-row-below-total": (put(plain, 64, "Q", 307), "rows that sum to 306, of a total of 307", "cannot come from 307 copies"),
        "count-min-saturated-beyond-total": (put(saturated, 64, "Q", 1), "rows with full counters that sum to more than the total of 1",
                                             "cannot come from 1 copies"),
        "count-min-plain-called-conservative": (put(plain, SHAPE + 2, "B", 2), "rows that the conservative rule does not make",
                                                "by the rule conservative"),
        "count-min-conservative-called-plain": (put(conservative, SHAPE + 2, "B", 1), "rows that the plain rule does not make",
                                                "by the rule plain"),
    }


def signed_sketch(golden, put, seal):
    fruits, empty = golden("fruits", "signed-sketch"), golden("cancelled", "signed-sketch")
    return {
        "signed-sketch-even-rows": (put(put(empty, SHAPE, "B", 2), SHAPE + 8, "Q", 100), "an even number of rows", "an odd number of them"),
        "signed-sketch-narrow-counters": (put(empty, SHAPE + 1, "B", 32), "counters of 32 bits",
                                          "counters of 32 bits"),
        "signed-sketch-with-rule": (put(fruits, SHAPE + 2, "B", 1), "a rule, which only Count-Min sketches have",
                                    "the reserved byte 2 of the shape"),
        "signed-sketch-gross-beyond-limit": (put(fruits, 64, "Q", 2**63), "a gross total of 2^63", "9223372036854775808"),
        "signed-sketch-gross-too-small": (put(fruits, 64, "Q", 304), "a row of 306, of a gross total of 304", "304"),
        "signed-sketch-gross-odd": (put(fruits, 64, "Q", 307), "even rows, of an odd gross total", "307"),
        "signed-sketch-no-payload": (seal(fruits[:64]), "the payload is empty", "the gross total"),
        "signed-sketch-trailing-byte": (seal(fruits + b"\0"), "a byte follows the last group", "1 bytes follow the last group"),
        "signed-sketch-called-count-min": (put(fruits, 6, "B", 10), "a signed sketch that calls itself Count-Min", "rule 0"),
    }


def range_sketch(golden, put, seal):
    keys = golden("bytes", "range-sketch")
    return {
        "range-sketch-shape-too-short": (seal(keys[:24] + b"\x08" + keys[25:56] + keys[64:]), "a shape of 8 bytes",
                                         "the shape of a grid has 16 bytes, not 8"),
        "range-sketch-no-key-bits": (put(keys, SHAPE + 2, "B", 0), "keys of 0 bits", "keys of 0 bits"),
        "range-sketch-key-bits-beyond-limit": (put(keys, SHAPE + 2, "B", 65), "keys of 65 bits", "keys of 65 bits"),
        "range-sketch-reserved-in-use": (put(keys, SHAPE + 3, "B", 1), "a reserved byte of the shape is 1",
                                         "the reserved bytes 3 to 7 of the shape"),
        "range-sketch-levels-beyond-limit": (put(put(keys, SHAPE + 2, "B", 64), SHAPE + 8, "Q", 2**36),
                                             "levels of 2^40 bytes together, and exact counters", "all levels together"),
        "range-sketch-counters-not-there": (put(put(keys, SHAPE + 2, "B", 64), SHAPE + 8, "Q", 2**30),
                                            "2^31 counters for each of 33 levels, in a small file", "groups, of at least a byte each"),
        "range-sketch-more-levels": (put(keys, SHAPE + 2, "B", 9), "a level that is not there", "there are 0 bytes"),
        "range-sketch-fewer-levels": (put(keys, SHAPE + 2, "B", 7), "a level too many", "bytes follow the last group"),
        "range-sketch-no-payload": (seal(keys[:64]), "the payload is empty", "there are 0 bytes"),
        "range-sketch-cut": (seal(keys[:-1]), "the last byte is missing", "a group of counters"),
        "range-sketch-other-total": (seal(keys[:65] + bytes([keys[65] ^ 1]) + keys[66:]), "an exact counter that is one more",
                                     "level 0: the rows of counters cannot come from 310 copies"),
        "range-sketch-called-count-min": (put(keys, 6, "B", 10), "a range sketch that calls itself Count-Min", "bytes follow the last group"),
    }
