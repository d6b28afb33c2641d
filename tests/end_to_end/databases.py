"""What the tests of databases share: making them by plain SQL, and reading them without peel."""
import os
import sqlite3
from pathlib import Path

from command import FolderTest

BESIDE = ("-journal", "-wal", "-shm")


def contents(path):
    """All rows of all tables, each with its values and their storage classes; opened as anybody would, which undoes
    what was cut off. The database must be whole."""
    database = sqlite3.connect(path)
    try:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], path
        tables = [name for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: sorted(database.execute(f"SELECT * FROM {quoted(name)}").fetchall(), key=repr) for name in tables}
    finally:
        database.close()


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def remove(path):
    for ending in ("", *BESIDE):
        Path(f"{path}{ending}").unlink(missing_ok=True)


class DatabaseTest(FolderTest):
    def database(self, name, *statements, journal="delete"):
        """A new database; a statement is SQL, or SQL and the rows for it."""
        path = self.folder / name
        remove(path)
        with sqlite3.connect(path, isolation_level=None) as database:
            database.execute(f"PRAGMA journal_mode = {journal}")
            database.execute("BEGIN")
            for statement in statements:
                if isinstance(statement, str):
                    database.execute(statement)
                else:
                    database.executemany(*statement)
            database.execute("COMMIT")
        database.close()
        return path

    def connect(self, path):
        """A connection that says BEGIN itself, and does not wait for locks."""
        database = sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
        self.addCleanup(database.close)
        return database

    def file(self, name, contents):
        path = self.folder / name
        path.write_bytes(contents)
        return path

    def left_behind(self):
        return sorted(name for name in os.listdir(self.folder) if name.startswith(".peel-"))

    def assert_one_sentence(self, result):
        self.assertRegex(result.stderr.decode(), r"\A(note: [^\n]+\n)*peel: [^\n]+\n\Z")
        self.assertEqual(result.returncode, 2)


def table(path, name="t"):
    return f"sqlite:{path}?table={name}"
