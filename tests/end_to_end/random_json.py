"""Random JSON values, and the same value spelled in another way."""
import json

NAMES = ["a", "b", "ab", "x.y", "", "é", "tags", "A"]
TEXTS = ["", "a", "A", "7", "true", "null", "ü\n", 'q"\\', "\u0000\u001f\u007f", "\U0001f600", "</script>"]
NUMBERS = ["0", "-0", "1", "1.0", "10e-1", "0.1", "0.10", "1e2", "100", "-7.25", "12345678901234567890",
           "12345678901234567891", "9223372036854775807", "9223372036854775808", "1e400", "0.1e-300",
           "0.30000000000000004", "0.3", "1E+2", "-0.0"]


def random_value(random, depth=0):
    """A value as Python has it, with numbers as their spelling in a tuple."""
    kind = random.randrange(10 if depth < 3 else 7)
    if kind < 3:
        return (random.choice(NUMBERS),)
    if kind < 5:
        return random.choice(TEXTS)
    if kind < 7:
        return random.choice([None, True, False])
    if kind < 8:
        return [random_value(random, depth + 1) for _ in range(random.randrange(4))]
    return {name: random_value(random, depth + 1) for name in random.sample(NAMES, random.randrange(4))}


def other_number(random, spelled):
    """The same number in another spelling, where that is easy."""
    if "e" in spelled.lower():
        return random.choice([spelled, spelled.replace("e", "E")])
    more = [spelled, spelled + "e0", spelled + "E+00"]
    more += [spelled + "0"] if "." in spelled else [spelled + ".0", spelled + ".000e-0"]
    return random.choice(more)


def spelled_text(random, text):
    if random.randrange(3):
        return json.dumps(text, ensure_ascii=random.randrange(2) == 0)
    units = text.encode("utf-16-be")
    return '"' + "".join(f"\\u{units[i]:02x}{units[i + 1]:02X}" for i in range(0, len(units), 2)) + '"'


def spelled(random, value):
    """The value as JSON, spelled in one of many ways."""
    space = random.choice(["", "", " ", "\t"])
    if isinstance(value, tuple):
        return other_number(random, value[0])
    if isinstance(value, str):
        return spelled_text(random, value)
    if isinstance(value, list):
        return "[" + space + ("," + space).join(spelled(random, part) for part in value) + "]"
    if isinstance(value, dict):
        members = list(value.items())
        random.shuffle(members)
        return "{" + ("," + space).join(
            spelled_text(random, name) + space + ":" + spelled(random, part) for name, part in members) + space + "}"
    return json.dumps(value)
