"""Applies a changeset through SQLite's session extension, where the library has it."""
import ctypes
import ctypes.util

ABORT, DONE = 2, 0
CONFLICT_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)


def library():
    """None if there is no session extension."""
    found = ctypes.util.find_library("sqlite3")
    loaded = ctypes.CDLL(found) if found else None
    return loaded if hasattr(loaded, "sqlite3changeset_apply") else None


def apply_changeset(path, changeset):
    """What sqlite3changeset_apply returns, and the kinds of conflicts that it met; the first one ends it."""
    sqlite = library()
    conflicts = []

    def on_conflict(_context, kind, _change):
        conflicts.append(kind)
        return ABORT

    handler = CONFLICT_HANDLER(on_conflict)
    database = ctypes.c_void_p()
    try:
        if sqlite.sqlite3_open(str(path).encode(), ctypes.byref(database)) != DONE:
            raise OSError(f"cannot open {path}")
        code = sqlite.sqlite3changeset_apply(database, len(changeset), changeset, None, handler, None)
    finally:
        sqlite.sqlite3_close(database)
    return code, conflicts
