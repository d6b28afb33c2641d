"""The typed cells of docs/formats/rows.md: their payloads, and how text is read by the type of its column.

It is written from the document and shares no code with the library. A cell is a pair of its tag and its payload.
"""
import datetime
import decimal
import math
import re
import struct

NUMBER = re.compile(r"([+-]?)(\d*)(?:(\.)(\d*))?(?:[eE]([+-]?\d+))?", re.ASCII)
JSON_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
TIME = re.compile(r"(\d{4}|[+-]\d{4,6})-(\d\d)-(\d\d)"
                  r"(?:(?:T| +)(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?", re.ASCII)
UNENDING = {"Inf": math.inf, "-Inf": -math.inf, "NaN": math.nan}
MOST_EXPONENT = 10_000
MOST_REAL_DIGITS = 17
LETTERS = {"any": "a", "text": "t", "integer": "i", "numeric": "d", "real": "f", "decimal": "e", "time": "u", "blob": "b",
           "json": "j"}


def is_integer(number):
    return -2**63 <= number < 2**63


def integer_payload(number):
    magnitude = number if number >= 0 else ~number
    length = 0 if number == 0 else magnitude.bit_length() // 8 + 1
    return number.to_bytes(length, "little", signed=True)


def null():
    return b"n", b""


def integer(number):
    return b"i", integer_payload(number)


def real(number):
    return b"f", struct.pack("<Q", 0x7FF8 << 48) if math.isnan(number) else struct.pack("<d", number)


def time(microseconds):
    return b"u", integer_payload(microseconds)


def text(content):
    return b"t", content


def blob(content):
    return b"b", content


class Spelling:
    """The parts of a number that is spelled with digits."""

    def __init__(self, string, sign, whole, point, fraction, exponent):
        self.string, self.sign, self.whole, self.has_point, self.fraction = string, sign, whole, bool(point), fraction or ""
        self.has_exponent = exponent is not None
        self.digits = (whole + self.fraction).strip("0")
        self.power = int(exponent or 0) - len(self.fraction)
        self.power += len(whole + self.fraction) - len((whole + self.fraction).rstrip("0"))

    def is_whole(self):
        return not self.has_point and not self.has_exponent

    def is_plain(self):
        if self.sign == "+" or not self.whole or (self.has_point and not self.fraction):
            return False
        if len(self.whole) > 1 and self.whole[0] == "0":
            return False
        if self.is_whole():
            return is_integer(int(self.sign + self.whole)) and self.sign + self.whole != "-0"
        if self.has_exponent and self.whole[0] == "0":
            return False
        number = float(self.string)
        return math.isfinite(number) and (number != 0 or not self.digits) and len(self.digits) <= MOST_REAL_DIGITS


def spelling(string):
    match = NUMBER.fullmatch(string)
    if not match or not (match[2] or match[4]):
        return None
    return Spelling(string, *match.groups())


def nearest_real(string):
    return UNENDING[string] if string in UNENDING else float(string)


def read_whole_numbers_first(string):
    parts = spelling(string)
    if string not in UNENDING and not parts:
        return None
    if parts and parts.is_whole() and is_integer(int(string)):
        return integer(int(string))
    number = nearest_real(string)
    is_whole = math.isfinite(number) and abs(number) <= 2**53 and number == math.floor(number)
    return integer(int(number)) if is_whole else real(number)


def read_real(string):
    return real(nearest_real(string)) if string in UNENDING or spelling(string) else None


def read_decimal(string):
    parts = spelling(string)
    if not parts:
        return None
    if not parts.digits:
        return integer(0)
    if abs(parts.power) > MOST_EXPONENT:
        return None
    sign = "-" if parts.sign == "-" else ""
    exact = decimal.Decimal(f"{sign}{parts.digits}E{parts.power}")
    if parts.power >= 0 and exact.copy_abs() <= 2**63 and is_integer(int(exact)):
        return integer(int(exact))
    return b"d", f"{sign}{parts.digits}E{parts.power}".encode()


def read_json_number(string):
    return read_decimal(string) if JSON_NUMBER.fullmatch(string) else None


def read_plain(string):
    if string in UNENDING:
        return real(UNENDING[string])
    parts = spelling(string)
    if not parts or not parts.is_plain():
        return None
    return integer(int(string)) if parts.is_whole() else real(float(string))


def read_time(string):
    match = TIME.fullmatch(string)
    if not match:
        return None
    year, month, day = map(int, match.group(1, 2, 3))
    hours, minutes, seconds = (int(part or 0) for part in match.group(4, 5, 6))
    fraction, zone = match[7] or "", match[8] or "Z"
    if hours > 23 or minutes > 59 or seconds > 59 or fraction[6:].strip("0"):
        return None
    offset = 0
    if zone != "Z":
        east_hours, east_minutes = int(zone[1:3]), int(zone[3:].lstrip(":") or 0)
        if east_hours > 15 or east_minutes > 59:
            return None
        offset = (east_hours * 60 + east_minutes) * (-60 if zone[0] == "-" else 60)
    # The calendar repeats after 400 years, which have 146,097 days; Python's has no year 0.
    cycles, year = divmod(year, 400)
    try:
        days = (datetime.date(year + 400, month, day) - datetime.date(1970, 1, 1)).days
    except ValueError:
        return None
    days += (cycles - 1) * 146_097
    whole = days * 86_400 + hours * 3_600 + minutes * 60 + seconds - offset
    microseconds = whole * 10**6 + int(fraction[:6].ljust(6, "0"))
    return time(microseconds) if is_integer(microseconds) else None


READERS = {"integer": read_whole_numbers_first, "numeric": read_whole_numbers_first, "real": read_real,
           "decimal": read_decimal, "any": read_plain, "time": read_time, "json": read_json_number}


def read(column_type, content):
    """The cell that a text of these bytes is in a column of the type."""
    if column_type == "blob":
        return blob(content)
    # Bytes that are no ASCII are no number and no time; any encoding that keeps ASCII will do.
    cell = READERS[column_type](content.decode("latin-1")) if column_type != "text" else None
    return cell or text(content)
