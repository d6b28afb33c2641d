"""What peel count should say, the slow way: a dictionary of every key."""
import collections
import ipaddress
import random

from text_model import line_text


def lines_of(content):
    """The lines of some bytes, without their ends; the last one may lack it."""
    lines = content.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


def field_of(line, number, delimiter=None):
    fields = line.replace(b"\t", b" ").split(b" ") if delimiter is None else line.split(delimiter)
    if delimiter is None:
        fields = [field for field in fields if field]
    return fields[number - 1] if number <= len(fields) else None


def counts(content, field=None, delimiter=None):
    """(Counter, lines without key)"""
    keys = [field_of(line, field, delimiter) if field else line for line in lines_of(content)]
    return collections.Counter(key for key in keys if key is not None), keys.count(None)


def by_count(counter):
    return sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))


def by_key(counter):
    return sorted(counter.items())


def as_text(pairs):
    columns = max([7, *(len(str(count)) for _, count in pairs)])
    return b"".join(b"%*d %s\n" % (columns, count, line_text(key)) for key, count in pairs)


def skewed(seed, keys, lines):
    """Lines in which some keys are frequent and most are not."""
    chance = random.Random(seed)
    return [keys[int(len(keys) * chance.random() ** 3)] for _ in range(lines)]


def some_address(chance):
    if chance.random() < 0.5:
        return ipaddress.IPv4Address(chance.getrandbits(32))
    groups = [chance.choice([0, 0, chance.getrandbits(16)]) for _ in range(8)]
    groups[0] = 0x2001
    return ipaddress.IPv6Address(sum(group << (16 * (7 - i)) for i, group in enumerate(groups)))


def spelled(address, chance):
    """One of the ways in which logs write an address."""
    text = str(address)
    if address.version == 4:
        return chance.choice([text, f"[{text}]", f"{text}:{chance.randrange(65536)}", f"::ffff:{text}", f"({text})"])
    return chance.choice([text, f"[{text}]:443", address.exploded, text.upper(), f"{text}%eth0", f"{text}/64"])
