"""The compact form of docs/formats/iblt.md: the bits behind the list of lost sub-tables."""

ESCAPE = 24
MAX_PARAMETER = 60


def require(condition, sentence):
    if not condition:
        raise ValueError(sentence)


def zigzag(number):
    return 2 * number if number >= 0 else -2 * number - 1


def unzigzag(code):
    return -(code + 1) // 2 if code % 2 else code // 2


def signed(word):
    """A number modulo 2^64 as one from -2^63 to 2^63 - 1."""
    return (word + 2**63) % 2**64 - 2**63


def rice_bits(code, parameter):
    quotient = code >> parameter
    return quotient + 1 + parameter if quotient < ESCAPE else ESCAPE + 64


def rounded_mean(counts):
    return (2 * sum(counts) + len(counts)) // (2 * len(counts)) if counts else 0


def best_parameter(counts, base):
    """(bits, parameter) of the Rice code that takes the fewest bits."""
    codes = [zigzag(signed(count - base)) for count in counts]
    return min((sum(rice_bits(code, r) for code in codes), r) for r in range(MAX_PARAMETER + 1))


def choice(cells, sum_bits):
    """(bits, elided, base, parameter) as the document says that they follow from the cells."""
    choices = []
    for elided in (False, True):
        counts = [cell[0] for cell in cells if not elided or any(cell)]
        base = rounded_mean(counts)
        count_bits, parameter = best_parameter(counts, base)
        flags = len(cells) if elided else 0
        choices.append((flags + count_bits + len(counts) * sum_bits, elided, base, parameter))
    return min(choices)  # of equal lengths, the one without elision


def rule(cells, sum_bits):
    return choice(cells, sum_bits)[1:]


def encoded_bytes(cells, widths):
    """The length of the compact form of these cells."""
    bits, _, base, _ = choice(cells, sum(widths))
    base_bytes = max(1, (zigzag(base).bit_length() + 6) // 7)
    return base_bytes + 1 + (1 + bits + 7) // 8


class Bits:
    """Bits from bytes, the lowest of the first byte first."""

    def __init__(self, data):
        self.rest, self.left = int.from_bytes(data, "little"), 8 * len(data)

    def take(self, width):
        require(width <= self.left, "the bits end early")
        value = self.rest & ((1 << width) - 1)
        self.rest >>= width
        self.left -= width
        return value

    def rice(self, parameter):
        quotient = 0
        while quotient < ESCAPE and self.take(1):
            quotient += 1
        if quotient < ESCAPE:
            code = quotient << parameter | self.take(parameter)
            require(code < 2**64, "a number of more than 64 bits")
            return code
        code = self.take(64)
        require(code >> parameter >= ESCAPE, "an escape that is not needed")
        return code


def leb128(data):
    """The number at the start of `data`, and how many bytes it has."""
    number = 0
    for at, byte in enumerate(data[:10]):
        number |= (byte & 0x7F) << 7 * at
        if byte < 0x80:
            require(at == 0 or byte > 0, "a longer LEB128 number than needed")
            require(number < 2**64, "a LEB128 number of more than 64 bits")
            return number, at + 1
    raise ValueError("a LEB128 number without end")


def decode_cells(data, cell_count, widths):
    """Cells as lists of integers; `widths` are the bits of each but the count."""
    code, length = leb128(data)
    base = unzigzag(code)
    require(len(data) > length, "no Rice parameter")
    parameter = data[length]
    require(parameter <= MAX_PARAMETER, "Rice parameter")
    bits = Bits(data[length + 1:])
    require(bits.left > cell_count, "fewer bits than cells")
    elided = bool(bits.take(1))
    in_use = [bits.take(1) for _ in range(cell_count)] if elided else [1] * cell_count
    cells = []
    for used in in_use:
        cell = [0] * (1 + len(widths))
        if used:
            cell = [signed(base + unzigzag(bits.rice(parameter)))] + [bits.take(width) for width in widths]
            require(not elided or any(cell), "an empty cell that is called in use")
        cells.append(cell)
    require(bits.left < 8 and bits.rest == 0, "padding")
    require((elided, base, parameter) == rule(cells, sum(widths)), "other choices than the rule gives")
    return cells
