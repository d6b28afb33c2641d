"""JSON values as peel compares them, by Python's own reader: numbers exact, members in no order."""
import collections
import itertools
import json
from decimal import Decimal


class Missing:
    def __repr__(self):
        return "missing"


MISSING = Missing()


def load(text):
    """With every number as ("number", Decimal), so that true is not 1."""
    number = lambda spelled: ("number", Decimal(spelled))
    return json.loads(text, parse_int=number, parse_float=number)


def frozen(value):
    """Equal if and only if peel takes the values for equal; may be put into sets."""
    if isinstance(value, dict):
        return ("object", frozenset((name, frozen(part)) for name, part in value.items()))
    if isinstance(value, list):
        return ("array", tuple(frozen(part) for part in value))
    return value if isinstance(value, tuple) else ("scalar", type(value).__name__, value)


def part(value, path):
    for step in path.split("."):
        if isinstance(value, dict):
            value = value.get(step, MISSING)
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return MISSING
    return value


def without(value, path):
    """A copy without the member that the path names."""
    name, _, rest = path.partition(".")
    if not isinstance(value, dict) or name not in value:
        return value
    copy = dict(value)
    if rest:
        copy[name] = without(copy[name], rest)
    else:
        del copy[name]
    return copy


def step(path, name):
    shown = name if name and not set(name) & set(" .[]\\\",=:") else json.dumps(name, ensure_ascii=False)
    return f"{path}.{shown}" if path else shown


def differing_parts(old, new, path=""):
    """{path: (old, new)}: objects by their members and arrays by their elements, all else as one."""
    if isinstance(old, dict) and isinstance(new, dict):
        inner = [(step(path, name), old.get(name, MISSING), new.get(name, MISSING)) for name in old.keys() | new.keys()]
    elif isinstance(old, list) and isinstance(new, list):
        pairs = itertools.zip_longest(old, new, fillvalue=MISSING)
        inner = [(f"{path}[{i}]", *pair) for i, pair in enumerate(pairs)]
    else:
        pair = tuple(side if side is MISSING else frozen(side) for side in (old, new))
        return {} if pair[0] == pair[1] else {path or ".": pair}
    found = {}
    for name, one, other in inner:
        found.update(differing_parts(one, other, name))
    return found


def keyed_changes(left, right, key, compared):
    """{(op, key): (old, new)} of two lists of values in which each key stands once."""
    rows = [{frozen(part(value, key)): compared(value) for value in side} for side in (left, right)]
    changes = {}
    for name in rows[0].keys() | rows[1].keys():
        old, new = rows[0].get(name, MISSING), rows[1].get(name, MISSING)
        if old is MISSING:
            changes["added", name] = (MISSING, frozen(new))
        elif new is MISSING:
            changes["removed", name] = (frozen(old), MISSING)
        elif frozen(old) != frozen(new):
            changes["changed", name] = (frozen(old), frozen(new))
    return changes


def whole_changes(left, right):
    """{(op, value): count} of two lists of values."""
    counts = [collections.Counter(frozen(value) for value in side) for side in (left, right)]
    changes = {("removed", value): count for value, count in (counts[0] - counts[1]).items()}
    changes.update({("added", value): count for value, count in (counts[1] - counts[0]).items()})
    return changes
