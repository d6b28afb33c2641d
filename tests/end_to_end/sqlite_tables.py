"""Random tables of SQLite databases, in pairs: all kinds of keys, types and constraints, and every storage class in
every column that takes it."""
import random
from dataclasses import dataclass, field

from sqlite_model import bits, connect, name, placeholder, rows_of, value_of

TYPES = ["", "", "INTEGER", "INT", "REAL", "DOUBLE PRECISION", "TEXT", "VARCHAR(9)", "BLOB", "NUMERIC", "DECIMAL(9,2)",
         "BOOLEAN", "DATE", "FLOATING POINT"]
STRICT_TYPES = ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"]
NAMES = ["a", "b", "c", "d", "Id", "name", "select", "a b", 'q"q', "it's", "x,y", "é", "1", "rowid", "oid", "_rowid_",
         "[x]", "a=b", "%41", "NULL", "-"]

SPECIAL = [("null", None), ("integer", 0), ("integer", 1), ("integer", -1), ("integer", 2**63 - 1), ("integer", -2**63),
           ("integer", 2**53 + 1), ("real", bits(0.0)), ("real", bits(-0.0)), ("real", bits(1.0)), ("real", bits(0.1)),
           ("real", bits(float("inf"))), ("real", bits(float("-inf"))), ("real", bits(5e-324)), ("real", bits(2.0**63)),
           ("real", bits(1.7976931348623157e308)), ("real", bits(0.1 + 0.2)), ("real", bits(-2.0**63)),
           ("real", bits(1e15)), ("real", bits(123456789012345678.0)), ("text", b""), ("text", b"1"), ("text", b"1.0"),
           ("text", b"01"), ("text", b"a"), ("text", b"A"), ("text", b"a "), ("text", b"a\0b"), ("text", b"a\0"),
           ("text", b"\0"), ("text", b"'"), ("text", b"\"'\"\"''"), ("text", b"a\nb"), ("text", b"\r\n"),
           ("text", b"\xff\xfe"), ("text", b"\xc3\xa9"), ("text", b"\xed\xa0\x80"), ("text", b"\xc3"),
           ("text", b"NULL"), ("text", b" 1"), ("text", b"1e400"), ("text", b"9223372036854775808"), ("text", b"x'31'"),
           ("text", b"\x1b[0m"), ("text", b"?1"), ("text", b"a;--"), ("text", b"\xef\xbb\xbf"), ("text", b"Inf"),
           ("blob", b""), ("blob", b"1"), ("blob", b"a"), ("blob", b"\0"), ("blob", b"\xff\0\xfe"), ("blob", b"a "),
           ("blob", b"A")]


def random_cell(r):
    kind = r.randrange(10)
    if kind < 5:
        return r.choice(SPECIAL)
    if kind == 5:
        return ("integer", r.choice([r.randrange(10), r.randrange(-300, 300), r.randrange(-2**63, 2**63)]))
    if kind == 6:
        return ("real", bits(r.choice([r.random(), r.randrange(99) / 4, r.uniform(-1e300, 1e300), r.random() / 1e300])))
    if kind == 7:
        word = r.choice([b"ab", b"aB", b"AB", b"ab "])
        return ("text", r.choice([b"%d" % r.randrange(20), word, r.randbytes(r.randrange(5))]))
    if kind == 8:
        return ("blob", r.randbytes(r.randrange(4)))
    return (r.choice(["text", "blob"]), r.randbytes(1) * r.choice([1, 17, 300, 300, 5_000]))


@dataclass
class Column:
    name: str
    type: str = ""
    collation: str = ""
    rest: str = ""
    expression: str = ""  # of a generated one

    def sql(self):
        words = [name(self.name), self.type]
        words.append(f"COLLATE {self.collation}" if self.collation else "")
        words.append(f"AS ({self.expression})" if self.expression else "")
        words.append(self.rest)
        return " ".join(word for word in words if word)


@dataclass
class Table:
    name: str
    columns: list
    key: list = field(default_factory=list)
    constraints: list = field(default_factory=list)
    options: str = ""
    indexes: list = field(default_factory=list)
    has_half_known_keys: bool = False  # a unique index with a condition or an expression

    def stored(self):
        return [column for column in self.columns if not column.expression]

    def has_expressions(self):
        """Over blobs, where SQLite 3.40 finds its own indexes wrong in UTF-16."""
        return any(column.expression for column in self.columns) or any("(typeof" in sql or "(lower" in sql
                                                                        for sql in self.indexes)

    def create(self, database):
        parts = [column.sql() for column in self.columns] + self.constraints
        database.execute(f"CREATE TABLE {name(self.name)} ({', '.join(parts)}) {self.options}")
        for sql in self.indexes:
            database.execute(sql)

    def fill(self, database, rows):
        """Those that the constraints let pass. In UTF-16 there is only text that is UTF-8 as well."""
        is_wide = bytes(database.execute("PRAGMA encoding").fetchone()[0]) != b"UTF-8"
        names = ", ".join(name(column.name) for column in self.stored())
        database.execute("BEGIN")
        for row in rows:
            values = [value_of(each) for each in row]
            if is_wide:
                values = [value.decode(errors="replace") if each[0] == "text" else value
                          for each, value in zip(row, values)]
            places = ", ".join("?" if is_wide else placeholder(each) for each in row)
            try:
                database.execute(f"INSERT OR IGNORE INTO {name(self.name)} ({names}) VALUES ({places})", values)
            except (database.IntegrityError, database.OperationalError):
                # A type that a STRICT table does not take, a rowid that is no integer; or there is no rowid left, which
                # takes away all rows so far.
                if not database.in_transaction:
                    database.execute("BEGIN")
        database.execute("COMMIT")

    def stored_rows(self, database):
        places = [i for i, column in enumerate(self.columns) if not column.expression]
        return [tuple(row[i] for i in places) for row in rows_of(database, self.name)]


def random_table(r, table_name):
    is_strict = r.random() < 0.15
    names, seen = [], set()
    for each in r.sample(NAMES, r.randrange(1, 6)):
        if {"rowid", "oid", "_rowid_"} <= seen | {each}:
            continue  # then nothing tells apart the rows of a table without a key
        if each.lower() not in seen:
            names.append(each)
            seen.add(each.lower())
    columns = [Column(each, r.choice(STRICT_TYPES if is_strict else TYPES)) for each in names]
    for column in columns:
        column.collation = r.choice(["", "", "", "", "NOCASE", "RTRIM"])
    table = Table(table_name, columns)
    kind = r.choice(["none", "rowid", "single", "without rowid"] * 2 + ["composite"])
    options = ["STRICT"] if is_strict else []
    if kind == "rowid":
        columns[0].type, columns[0].collation = "INTEGER", ""
        columns[0].rest = "PRIMARY KEY" + r.choice(["", "", " AUTOINCREMENT", " DESC"])
        table.key = [columns[0].name]
    elif kind != "none":
        count = 1 if kind == "single" else r.randrange(1, len(columns) + 1)
        picked = r.sample(columns, count)
        table.key = [column.name for column in picked]
        terms = [name(each) + r.choice(["", "", "", " DESC"]) for each in table.key]
        table.constraints.append(f"PRIMARY KEY ({', '.join(terms)})" + r.choice(["", "", " ON CONFLICT IGNORE"]))
        if kind == "without rowid":
            options.append("WITHOUT ROWID")
    table.options = ", ".join(options)
    if r.random() < 0.35:
        picked = r.sample(columns, min(len(columns), r.choice([1, 1, 2])))
        table.constraints.append(f"UNIQUE ({', '.join(name(column.name) for column in picked)})")
    if r.random() < 0.1:
        checked = name(r.choice(columns).name)
        table.constraints.append(f"CHECK ({checked} IS NOT NULL AND {checked} NOT BETWEEN 2e18 AND 5e18)")
    for column in columns:
        if not column.rest and r.random() < 0.1:
            column.rest = r.choice(["NOT NULL", "NOT NULL DEFAULT 7", "DEFAULT 'x'"])
    if r.random() < 0.15 and not is_strict:
        of = r.choice(columns).name
        expression = r.choice(["length({})", "typeof({})", "{} || 'x'", "lower({})", "{} IS NULL"]).format(name(of))
        place = r.randrange(len(columns) + 1)
        columns.insert(place, Column("made", r.choice(["", "TEXT", "INT"]), rest=r.choice(["VIRTUAL", "STORED"]),
                                     expression=expression))
    add_indexes(r, table)
    return table


def add_indexes(r, table):
    on = f"ON {name(table.name)}"
    for number in range(r.choice([0, 0, 0, 1, 2])):
        column = r.choice(table.columns)
        index, named = name(f"{table.name} index {number}"), name(column.name)
        kind = r.randrange(5)
        if kind == 0:
            table.indexes.append(f"CREATE INDEX {index} {on} ({named} DESC) WHERE {named} IS NOT NULL")
        elif kind == 1:
            table.indexes.append(f"CREATE INDEX {index} {on} (lower({named}), {named})")
        elif kind == 2:
            table.indexes.append(f"CREATE UNIQUE INDEX {index} {on} ({named} COLLATE NOCASE)")
        elif kind == 3:
            table.indexes.append(f"CREATE UNIQUE INDEX {index} {on} (typeof({named}), length({named}), {named})")
            table.has_half_known_keys = True
        else:
            table.indexes.append(f"CREATE UNIQUE INDEX {index} {on} ({named}) WHERE {named} > 0")
            table.has_half_known_keys = True


def random_row(r, table):
    cells = [random_cell(r) for _ in table.stored()]
    if table.stored()[0].rest.startswith("PRIMARY KEY") and r.random() < 0.9:
        cells[0] = ("integer", r.choice([r.randrange(100), r.randrange(-2**63, 2**63), 2**63 - 1, -2**63]))
    return tuple(cells)


def edited(r, table, rows, share):
    """Rows removed, added, given other values, and values exchanged among rows."""
    made = []
    for row in rows:
        if r.random() >= share:
            made.append(row)
            continue
        kind = r.randrange(4)
        if kind == 0:
            continue
        cells = list(row)
        if kind < 3:
            cells[r.randrange(len(cells))] = random_cell(r)
        else:
            made.append(random_row(r, table))
        made.append(tuple(cells))
    if made and r.random() < share:
        place = r.randrange(len(made[0]))
        swapped = r.sample(range(len(made)), min(len(made), r.choice([2, 2, 3, 7])))
        values = [made[i][place] for i in swapped]
        for i, value in zip(swapped, values[1:] + values[:1]):
            made[i] = made[i][:place] + (value,) + made[i][place + 1:]
    if r.random() < 0.3:
        made += [r.choice(made) if made and r.random() < 0.5 else random_row(r, table)
                 for _ in range(r.randrange(5))]
    return made


def fill_pair(r, table, left, right, count=None):
    """Fills a table in both databases with rows that have something to do with each other."""
    if count is None:
        count = r.choice([0, 1, 2, 5, 10, 20, 20, 50, 150])
    few = [random_row(r, table) for _ in range(5)]
    table.fill(left, [r.choice(few) if r.random() < 0.1 else random_row(r, table) for _ in range(count)])
    how = r.choice(["same", "edited", "edited", "edited", "edited", "all other", "empty", "swapped sides"])
    rows = table.stored_rows(left)
    if how == "all other":
        rows = [random_row(r, table) for _ in range(r.randrange(count + 1))]
    elif how == "empty":
        rows = []
    elif how != "same":
        rows = edited(r, table, rows, r.choice([0.02, 0.2, 0.5, 1.0]))
    if r.random() < 0.4:
        r.shuffle(rows)
    table.fill(right, rows)


def random_databases(r, folder, names, is_wanted=lambda table: True):
    """Two databases with the same tables; the tables, and where the databases are."""
    paths = [str(folder / "left.db"), str(folder / "right.db")]
    encoding = r.choice(["UTF-8"] * 8 + ["UTF-16le", "UTF-16be"])
    made = []
    for each in names:
        made.append(random_table(r, each))
        while not is_wanted(made[-1]) or (encoding != "UTF-8" and made[-1].has_expressions()):
            made[-1] = random_table(r, each)
    left, right = map(connect, paths)
    for side in (left, right):
        side.execute(f"PRAGMA encoding = '{encoding}'")
        side.execute("PRAGMA synchronous = OFF")
    for table in made:
        for side in (left, right):
            table.create(side)
        fill_pair(r, table, left, right)
    left.close()
    right.close()
    return made, paths
