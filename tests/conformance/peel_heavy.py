"""Heavy texts and heavy hitters as docs/formats/heavy-texts.md and docs/formats/heavy-hitters.md specify them."""
import struct

import peel_hashing
from peel_iblt import require
from peel_strata import Reader

KEYS = {1: "lines", 2: "fields", 3: "addresses"}
MAX_CAPACITY, MAX_WIDTH = 2**28, 2**20


def check_counts(capacity, total, error, counts):
    """What docs/formats/heavy-texts.md, "What is canonical", says of every summary of heavy things."""
    require(len(counts) <= capacity, "more counters than there is room for")
    require(all(count > 0 for count in counts), "a counter of 0")
    require(total == 2**64 - 1 or sum(counts) + error <= total, "more counted than came")
    require(total == 2**64 - 1 or error > 0 or sum(counts) == total, "less counted than came, and no error")


class HeavyTexts:
    @classmethod
    def decode(cls, family, seed, shape, payload):
        require(len(shape) == 16, "the length of the shape")
        made = cls()
        made.family, made.seed = family, seed
        made.capacity, made.width, keys, made.delimiter, reserved, made.field = struct.unpack("<IIBBHI", shape)
        require(1 <= made.capacity <= MAX_CAPACITY and 1 <= made.width <= MAX_WIDTH, "capacity or width")
        require(reserved == 0, "reserved bytes in use")
        require(keys in KEYS, "what is counted")
        made.keys = KEYS[keys]
        require((made.field == 0) <= (keys != 2) and (keys != 1 or made.field == 0), "a field where none is, or none")
        require(made.delimiter == 0 or made.field > 0, "a delimiter without a field")
        require(made.delimiter != 10, "a line feed as delimiter")
        made.read(Reader(payload))
        return made

    def read(self, reader):
        self.lines, self.keyless, self.total, self.error, number = (reader.number("Q") for _ in range(5))
        require(self.keyless <= self.lines, "more lines without a key than lines")
        require(2 * number <= len(reader.rest), "counters that are not there")
        self.counters = [self.read_counter(reader) for _ in range(number)]
        require(not reader.rest, "bytes behind the last counter")
        order = [(-count, text, digest) for count, length, digest, text in self.counters]
        require(all(a < b for a, b in zip(order, order[1:])), "the order of counters")
        digests = [digest for _, _, digest, _ in self.counters]
        require(len(set(digests)) == len(digests), "a digest twice")
        check_counts(self.capacity, self.total, self.error, [counter[0] for counter in self.counters])

    def read_counter(self, reader):
        count, length = reader.leb128(), reader.leb128()
        require(self.keys != "addresses" or length == 16 <= self.width, "the length of an address")
        if length > self.width:
            digest = reader.number("Q")
            return count, length, digest, self.read_text(reader, self.width)
        text = self.read_text(reader, length)
        return count, length, self.digest_of(text), text

    def read_text(self, reader, length):
        text = reader.take(length)
        require(self.keys == "addresses" or b"\n" not in text, "a line feed in a text")
        return text

    def digest_of(self, text):
        return peel_hashing.key_hash(self.family, self.seed, text)[0]

    def describe(self):
        return {
            "hash_family": self.family,
            "seed_low": format(self.seed[0], "x"),
            "seed_high": format(self.seed[1], "x"),
            "capacity": self.capacity,
            "text_width": self.width,
            "keys": self.keys,
            "field": self.field,
            "delimiter": self.delimiter,
            "lines": self.lines,
            "keyless": self.keyless,
            "total": self.total,
            "error": self.error,
            "counters": [{"text": text.hex(), "length": length, "digest": digest, "lower": count,
                          "upper": min(count + self.error, 2**64 - 1)} for count, length, digest, text in self.counters],
        }

    def complaints(self, golden):
        """What differs between the counters and the texts that they were made of."""
        given = [(each["copies"], bytes.fromhex(each["text"])) for each in golden["texts"]]
        expected = {(copies, len(text), self.digest_of(text), text[:self.width]) for copies, text in given}
        return ["the recorded texts make other counters"] if expected != set(self.counters) else []


class HeavyHitters:
    @classmethod
    def decode(cls, family, seed, shape, payload):
        require(family == "fast" and seed == (0, 0), "a hash family or a seed")
        require(len(shape) == 8, "the length of the shape")
        made = cls()
        made.capacity, reserved = struct.unpack("<II", shape)
        require(1 <= made.capacity <= MAX_CAPACITY, "capacity")
        require(reserved == 0, "reserved bytes in use")
        reader = Reader(payload)
        made.total, made.error, number = (reader.number("Q") for _ in range(3))
        require(2 * number <= len(reader.rest), "counters that are not there")
        made.counters, key = {}, -1
        for _ in range(number):
            key += 1 + reader.leb128()
            require(key < 2**64, "a key beyond 64 bits")
            made.counters[key] = reader.leb128()
        require(not reader.rest, "bytes behind the last counter")
        check_counts(made.capacity, made.total, made.error, made.counters.values())
        return made

    def describe(self):
        by_count = sorted(self.counters.items(), key=lambda counter: (-counter[1], counter[0]))
        return {
            "capacity": self.capacity,
            "total": self.total,
            "error": self.error,
            "counters": [{"key": key, "lower": count, "upper": min(count + self.error, 2**64 - 1)}
                         for key, count in by_count],
        }

    def complaints(self, golden):
        return []
