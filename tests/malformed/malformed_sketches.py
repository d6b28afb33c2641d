"""The sketches among the malformed files: what make_malformed.py writes of kind 2."""
import struct

SHAPE, STRATA_SHAPE, PAYLOAD = 48, 72, 80
# Offsets in the payload of sketch-lines.peel, which has no columns.
ITEMS, HEADER, KEY_BYTES, KEY_COLUMNS, COLUMNS, ROWS, TABLE_LENGTH, TABLE = 80, 81, 82, 83, 84, 85, 93, 101


def plain_table(sketch, table):
    """The sketch with its table, as decoded, in the plain form."""
    length, = struct.unpack_from("<Q", sketch, TABLE_LENGTH)
    cells = b"".join(struct.pack("<qQQ", *cell[:3]) + cell[3].to_bytes(3, "little") for cell in table.cells)
    payload = struct.pack("<QQ", table.gross_total, 0) + cells
    changed = sketch[:TABLE_LENGTH] + struct.pack("<Q", len(payload)) + payload + sketch[TABLE + length:]
    return changed[:SHAPE + 17] + b"\1" + changed[SHAPE + 18:]


def files(lines, rows, typed, xor, put, seal, decode):
    """name: (bytes, what is wrong, what the error says)"""
    length, = struct.unpack_from("<Q", lines, TABLE_LENGTH)
    strata = TABLE + length  # of the first level: gross total, length, base, parameter, bits
    levels = lines[strata:]
    table = decode(lines[SHAPE:STRATA_SHAPE], lines[TABLE:strata])
    name = rows.index(b"\4city")
    types = typed.index(b"\4seenitfu") + 5
    return {
        "sketch-shape-of-iblt": (put(xor, 6, "B", 2), "an iblt that calls itself a sketch",
                                 "the shape of a sketch has 32 bytes, not 24"),
        "sketch-called-iblt": (put(lines, 6, "B", 1), "a sketch that calls itself an iblt",
                               "the shape of an iblt has 24 bytes, not 32"),
        "sketch-shape-reserved-in-use": (put(lines, STRATA_SHAPE + 2, "B", 1), "a reserved byte of the strata is 1",
                                         "the reserved bytes 2 and 3"),
        "sketch-without-levels": (put(lines, STRATA_SHAPE + 1, "B", 0), "no sampling level", "0 sampling levels"),
        "sketch-levels-beyond-limit": (put(lines, STRATA_SHAPE, "B", 56), "two sampling levels from 56 on",
                                       "none beyond 56"),
        "sketch-level-cells-not-a-multiple": (put(lines, STRATA_SHAPE + 4, "I", 5), "sampling levels of 5 cells",
                                              "not a multiple of 4"),
        "sketch-level-cells-not-there": (put(lines, STRATA_SHAPE + 4, "I", 65536),
                                         "sampling levels of 65,536 cells in 46 bytes",
                                         "65536 cells need at least"),
        "sketch-level-cells-beyond-limit": (put(lines, STRATA_SHAPE + 4, "I", 2**32 - 4),
                                            "sampling levels of 2^32 - 4 cells", "4294967292 cells"),
        "sketch-unknown-items": (put(lines, ITEMS, "B", 4), "items of kind 4", "items of kind 4"),
        "sketch-header-flag": (put(rows, HEADER, "B", 2), "a header flag of 2", "a header flag of 2"),
        "sketch-key-bytes-beyond-limit": (put(lines, KEY_BYTES, "B", 65), "room for keys of 65 bytes",
                                          "room for keys of 65 bytes"),
        "sketch-lines-with-header": (put(lines, HEADER, "B", 1), "whole lines, and yet a header", "lines have none"),
        "sketch-lines-with-columns": (put(rows, ITEMS, "B", 1), "whole lines, and yet columns", "lines have none"),
        "sketch-rows-without-columns": (put(lines, ITEMS, "B", 2), "rows of no columns", "with 0 columns"),
        "sketch-key-columns-beyond-columns": (put(rows, KEY_COLUMNS, "B", 5), "5 key columns of 4",
                                              "5 key columns among 4"),
        "sketch-columns-not-there": (seal(rows[:COLUMNS] + b"\xff\xff\x03" + rows[COLUMNS + 1:]),
                                     "65,535 columns in fewer bytes", "65535 columns in"),
        "sketch-column-name-cut": (seal(rows[:name + 9]), "the payload ends inside a column name", "a column name"),
        "sketch-name-length-too-long": (seal(rows[:name] + b"\x84\0" + rows[name + 1:]),
                                        "the length of a column name in two bytes where one is enough", "LEB128"),
        "sketch-types-cut": (seal(typed[:types + 3]), "the payload ends inside the types of columns",
                             "the types of columns"),
        "sketch-type-capital": (put(typed, types + 1, "B", ord("T")), "a type that is a capital letter", "the type 84"),
        "sketch-type-not-a-letter": (put(typed, types + 3, "B", ord("z") + 1), "a type that is a brace", "the type 123"),
        "sketch-rows-beyond-limit": (put(lines, ROWS, "q", -2**60 - 1), "-2^60 - 1 rows",
                                     "-1152921504606846977 rows"),
        "sketch-table-length-huge": (put(lines, TABLE_LENGTH, "Q", 2**64 - 1), "a table of 2^64 - 1 bytes",
                                     "the table"),
        "sketch-table-not-smaller": (seal(plain_table(lines, table)),
                                     "the table in the plain form, which is the longer one",
                                     "the compact one has fewer bytes"),
        "sketch-level-total-beyond-limit": (seal(lines[:strata] + b"\x81\x80\x80\x80\x80\x80\x80\x80\x10" + levels[1:]),
                                            "a sampling level with a gross total of 2^60 + 1",
                                            "a gross total of 1152921504606846977"),
        "sketch-level-count-beyond-total": (put(lines, strata, "B", 1), "a count of 2 in a level that saw 1 item",
                                            "sampling level 0: cell"),
        "sketch-level-cut": (seal(lines[:-1]), "the last byte of the last level is missing", "sampling level 1"),
        "sketch-level-missing": (put(lines, STRATA_SHAPE + 1, "B", 3), "a third sampling level is not there",
                                 "sampling level 2"),
        "sketch-trailing-byte": (seal(lines + b"\0"), "a byte follows the last level",
                                 "1 bytes follow the last sampling level"),
    }
