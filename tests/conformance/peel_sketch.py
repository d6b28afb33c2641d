"""The sketch of docs/formats/sketch.md: a description, a table, and strata."""
import peel_iblt
from peel_iblt import require
from peel_strata import Reader, Strata

ITEMS = {1: "lines", 2: "rows", 3: "typed rows"}


class Sketch:
    @staticmethod
    def decode(family, seed, shape, payload):
        self = Sketch()
        self.family, self.seed = family, seed
        require(len(shape) == 32, "the shape has another length")
        self.strata = Strata(family, seed, shape[24:])
        reader = Reader(payload)
        self.read_description(reader)
        self.rows = reader.number("q")
        require(abs(self.rows) <= 2**60, "rows")
        table = reader.take(reader.number("Q"))
        self.table = peel_iblt.Table.decode(family, seed, shape[:24], table)
        is_compact = peel_iblt.FORMS[self.table.form] == "compact"
        require(is_compact == self.table.is_smaller_compact(), "a form that is not the smaller one")
        self.strata.read(reader)
        require(not reader.rest, "bytes behind the last level")
        return self

    def read_description(self, reader):
        items, header, self.key_bytes = reader.number("B"), reader.number("B"), reader.number("B")
        require(items in ITEMS, "items")
        require(header in (0, 1), "header")
        require(self.key_bytes <= 64, "key bytes")
        self.items, self.has_header = ITEMS[items], bool(header)
        self.key_columns = reader.leb128()
        count = reader.leb128()
        require(count <= 65535, "columns")
        self.columns = []
        for _ in range(count):
            length = reader.leb128()
            require(length <= 65535, "a column name")
            self.columns.append(reader.take(length))
        self.types = reader.take(count) if self.items == "typed rows" else b""
        require(all(ord("a") <= letter <= ord("z") for letter in self.types), "the type of a column")
        require(self.key_columns <= len(self.columns), "key columns")
        if self.items == "lines":
            require(not self.columns and not self.has_header, "lines with columns")
        else:
            require(self.columns, "rows without columns")

    # What the golden files record.

    def describe(self):
        return {
            "items": self.items,
            "has_header": self.has_header,
            "columns": [column.hex() for column in self.columns],
            **({"types": self.types.decode()} if self.types else {}),
            "key_columns": self.key_columns,
            "key_bytes": self.key_bytes,
            "rows": self.rows,
            **self.strata.describe(),
            "differing": self.strata.listed(),
        }

    # Making it again.

    def emptied(self):
        blank = Sketch()
        blank.__dict__.update(self.__dict__)
        blank.table = self.table.emptied()
        blank.strata = self.strata.emptied()
        return blank

    def add(self, key, value, times):
        self.table.add(key, value, times)

    def add_to_strata(self, item, times):
        self.strata.add(item, times)

    def all_cells(self):
        return [self.table.cells] + self.strata.all_cells()

    def totals(self):
        return [self.table.gross_total] + self.strata.totals()
