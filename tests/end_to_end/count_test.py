#!/usr/bin/python3
"""peel count from outside: files and pipes beside a dictionary.

usage: PEEL_COMMAND=path/to/peel count_test.py
"""
import base64
import concurrent.futures
import ipaddress
import random
import threading
import unittest

from command import FolderTest, json_lines, peel, without_notes
from count_model import as_text, by_count, by_key, counts, skewed, some_address, spelled
from terminal import on_a_terminal

SMALL = b"pear\napple\npear\n\nfig\napple\npear"


class OfLines(FolderTest):
    def test_is_by_count_and_then_by_key(self):
        result = peel("count", self.file("small", SMALL))
        self.assert_result(result, "      3 pear\n      2 apple\n      1 \n      1 fig\n")

    def test_is_the_same_for_a_file_and_a_pipe(self):
        expected = "      3 pear\n      2 apple\n      1 \n      1 fig\n"
        self.assert_result(peel("count", "-", input=SMALL), expected)
        self.assert_result(peel("count", input=SMALL), expected)
        with open(self.file("small", SMALL), "rb") as file:
            self.assert_result(peel("count", stdin=file), expected)

    def test_goes_on_from_where_standard_input_stands(self):
        with open(self.file("small", SMALL), "rb", buffering=0) as file:
            file.seek(5)
            self.assert_result(peel("count", stdin=file), "      2 apple\n      2 pear\n      1 \n      1 fig\n")

    def test_of_a_log_that_grows_is_of_what_was_there_at_first(self):
        path, lines = self.file("log", b"a\n" * 300_000), 300_000
        ended = threading.Event()

        def append():
            with open(path, "ab", buffering=0) as file:
                while not ended.wait(0.0005):
                    file.write(b"b\n")

        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            pool.submit(append)
            try:
                results = [peel("count", "--json", *options, path) for options in ([], ["--key-bytes", "16"])]
            finally:
                ended.set()
        for result in results:
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(json_lines(result)[0], {"key": "a", "count": lines})

    def test_may_be_by_key(self):
        result = peel("count", "--by", "key", self.file("small", SMALL))
        self.assert_result(result, "      1 \n      2 apple\n      1 fig\n      3 pear\n")

    def test_may_be_the_first_few(self):
        path = self.file("small", SMALL)
        self.assert_result(peel("count", "-n", "2", path), "      3 pear\n      2 apple\n")
        self.assert_result(peel("count", "--first", "1", "--by", "key", path), "      1 \n")
        self.assert_result(peel("count", "-n", "0", path), "")

    def test_is_json_with_a_summary(self):
        for result in (peel("count", "--json", self.file("small", SMALL)), peel("count", "--json", input=SMALL)):
            *keys, last = json_lines(result)
            self.assertEqual(keys, [{"key": "pear", "count": 3}, {"key": "apple", "count": 2},
                                    {"key": "", "count": 1}, {"key": "fig", "count": 1}])
            summary = last["summary"]
            self.assertEqual({name: summary[name] for name in ("lines", "keyless", "listed", "unlisted", "complete")},
                             {"lines": 7, "keyless": 0, "listed": 4, "unlisted": 0, "complete": True})

    def test_of_nothing_is_nothing(self):
        self.assert_result(peel("count", self.file("empty", b"")), "")
        self.assert_result(peel("count", input=b""), "")
        self.assertEqual(json_lines(peel("count", "--json", input=b""))[0]["summary"]["listed"], 0)

    def test_is_exact_for_many_keys(self):
        keys = [b"%d/%d" % (i, i * i) for i in range(20_000)]
        content = b"\n".join(skewed(1, keys, 60_000))
        expected = as_text(by_count(counts(content)[0]))
        self.assertEqual(peel("count", self.file("many", content)).stdout, expected)
        self.assertEqual(peel("count", input=content).stdout, expected)

    def test_is_the_same_with_every_kind_of_counter(self):
        keys = [b"key %d" % i for i in range(2_000)]
        content = b"\n".join(skewed(2, keys, 5_000))
        path, expected = self.file("log", content), as_text(by_count(counts(content)[0]))
        for variant in ("moment", "standard", "even-odd", "one-key", "combined"):
            for options in (["--capacity", "4000"], ["--capacity", "4000", "--key-bytes", "20"]):
                result = peel("count", "--variant", variant, *options, path)
                self.assertEqual((variant, result.stdout), (variant, expected))

    def test_is_the_same_under_every_seed_and_hash(self):
        path = self.file("small", SMALL)
        for options in (["--seed", "7"], ["--hash", "siphash"], ["--hash", "siphash", "--seed", "7"]):
            self.assertEqual(peel("count", *options, path).stdout, peel("count", path).stdout)


class OfAnyBytes(FolderTest):
    HOSTILE = [
        b"no end of line",
        b"\n\n\n",
        b"\0\n\0\0\n\0",
        b"a\r\na\n\r\n\r",
        bytes(range(256)) * 3,
        b"\xff\xfe\n\xc3(\n\xff\xfe\n",
        b"x" * 1_000_000 + b"\n" + b"x" * 999_999 + b"\n" + b"x" * 1_000_000,
        b"x" * 5_000_000,
        b"a\n" * 100_000,
    ]

    def test_is_that_of_the_model(self):
        for content in self.HOSTILE:
            result = peel("count", self.file("hostile", content))
            self.assertEqual((result.stdout, without_notes(result)), (as_text(by_count(counts(content)[0])), ""))

    def test_of_a_pipe_is_that_of_the_model_but_for_long_keys(self):
        for content in self.HOSTILE:
            *listed, last = json_lines(peel("count", "--json", "--by", "key", input=content))
            expected = by_key(counts(content)[0])
            short = [(key, count) for key, count in expected if len(key) <= 16]
            self.assertEqual([(as_bytes(line["key"]), line["count"]) for line in listed if line["key"] is not None], short)
            self.assertEqual(last["summary"]["by_digest"], len(expected) - len(short))
            self.assertEqual(sorted(line["count"] for line in listed if line["key"] is None),
                             sorted(count for key, count in expected if len(key) > 16))

    def test_bytes_that_are_not_utf_8_are_base64_in_json(self):
        first = json_lines(peel("count", "--json", input=b"\xff\n"))[0]
        self.assertEqual(first, {"key": {"base64": "/w=="}, "count": 1})

    def test_a_terminal_gets_no_control_characters(self):
        self.assertEqual(on_a_terminal("count", self.file("keys", b"\x1b[2J\n")), (b'      1 "\\033[2J"\r\n', 0))


def as_bytes(key):
    return base64.b64decode(key["base64"]) if isinstance(key, dict) else key.encode()


class OfLongKeys(FolderTest):
    LONG = b"a line of more than sixteen bytes\nshort\na line of more than sixteen bytes\n"

    def test_shows_them_when_a_file_can_be_read_again(self):
        self.assert_result(peel("count", self.file("long", self.LONG)),
                           "      2 a line of more than sixteen bytes\n      1 short\n")

    def test_shows_digests_of_those_of_a_pipe(self):
        result = peel("count", input=self.LONG)
        self.assertRegex(result.stdout.decode(), r"^      2 #[0-9a-f]{32}\n      1 short\n$")
        self.assertEqual(result.stderr.decode(),
                         "peel: 1 key of more than 16 bytes, listed by digest; --key-bytes keeps up to 63\n")
        self.assertEqual(result.returncode, 0)

    def test_offers_no_more_bytes_than_can_be_kept(self):
        for kept, way_out in [(62, "--key-bytes keeps up to 63"), (63, "that is the most that --key-bytes keeps")]:
            result = peel("count", "--key-bytes", str(kept), input=b"x" * kept + b"\n" + b"y" * (kept + 1) + b"\n")
            self.assertEqual(result.stderr.decode(),
                             f"peel: 1 key of more than {kept} bytes, listed by digest; {way_out}\n")
            self.assertIn(b"      1 " + b"x" * kept + b"\n", result.stdout)

    def test_shows_digests_in_json(self):
        first, second, last = json_lines(peel("count", "--json", "--seed", "1", input=self.LONG))
        self.assertEqual((first["key"], first["count"], len(first["digest"])), (None, 2, 32))
        self.assertEqual(second, {"key": "short", "count": 1})
        self.assertEqual(last["summary"]["by_digest"], 1)

    def test_keeps_as_many_bytes_as_it_is_told(self):
        result = peel("count", "--key-bytes", "33", input=self.LONG)
        self.assert_result(result, "      2 a line of more than sixteen bytes\n      1 short\n")


class OfFields(FolderTest):
    TABLE = b"GET  /a 200\nGET\t/b 404\n  PUT /a 200\n\nGET\n"

    def test_are_those_of_awk(self):
        result = peel("count", "--field", "2", self.file("log", self.TABLE))
        self.assertEqual(result.stdout, b"      2 /a\n      1 /b\n")
        self.assertEqual(result.stderr, b"peel: 2 of 5 lines without field 2, not counted\n")
        self.assertEqual(result.returncode, 0)

    def test_are_those_of_cut_with_a_delimiter(self):
        for delimiter in (",", "\\t", "tab", ";", "\xe9".encode("latin1")):
            byte = delimiter.encode() if isinstance(delimiter, str) else delimiter
            byte = b"\t" if byte in (b"\\t", b"tab") else byte
            content = b"a,b\n,b\na,\n,\nx\n".replace(b",", byte)
            result = peel("count", "--field", "2", "--delimiter", delimiter, input=content)
            self.assertEqual(result.stdout, b"      2 \n      2 b\n")
            self.assertEqual(result.stderr, b"peel: 1 of 5 lines without field 2, not counted\n")

    def test_are_those_of_the_model(self):
        chance = random.Random(3)
        content = bytes(chance.choice(b"ab  \t,\n") for _ in range(20_000))
        for field in (1, 2, 3):
            for delimiter in (None, b","):
                options = ["--field", str(field), *([] if delimiter is None else ["--delimiter", ","])]
                expected, keyless = counts(content, field, delimiter)
                for result in (peel("count", *options, "--json", "--by", "key", self.file("log", content)),
                               peel("count", *options, "--json", "--by", "key", "--key-bytes", "63", input=content)):
                    *listed, last = json_lines(result)
                    self.assertEqual([(line["key"].encode(), line["count"]) for line in listed], by_key(expected))
                    self.assertEqual(last["summary"]["keyless"], keyless)


class OfAddresses(FolderTest):
    def test_are_found_wherever_they_stand_and_printed_in_one_way(self):
        log = (b"192.0.2.7 - - GET /\n[192.0.2.7]:80 GET /\nfrom ::ffff:192.0.2.7 port 22\n"
               b"[2001:DB8:0:0:0:0:0:1]:443 up\n2001:db8::1: up\nfe80::1%eth0\nnobody\n")
        expected = b"      3 192.0.2.7\n      2 2001:db8::1\n      1 fe80::1\n"
        for result in (peel("count", "--ip", self.file("log", log)), peel("count", "--ip", input=log)):
            self.assertEqual(result.stdout, expected)
            self.assertEqual(result.stderr, b"peel: 1 of 7 lines without IP address, not counted\n")

    def test_may_be_those_of_a_field(self):
        log = b"1.1.1.1,2.2.2.2:80\n1.1.1.1,x\n1.1.1.1\n"
        result = peel("count", "--ip", "--field", "2", "--delimiter", ",", input=log)
        self.assertEqual(result.stdout, b"      1 2.2.2.2\n")
        self.assertEqual(result.stderr, b"peel: 2 of 3 lines without IP address in field 2, not counted\n")

    def test_are_in_the_order_of_their_bytes(self):
        log = b"10.0.0.1\n9.0.0.1\n2001:db8::1\n::1\n"
        for result in (peel("count", "--ip", "--by", "key", self.file("log", log)),
                       peel("count", "--ip", "--by", "key", input=log)):
            self.assert_result(result, "      1 ::1\n      1 9.0.0.1\n      1 10.0.0.1\n      1 2001:db8::1\n")

    def test_are_those_of_the_model(self):
        chance = random.Random(4)
        addresses = [some_address(chance) for _ in range(500)]
        drawn = skewed(5, addresses, 3_000)
        log = "".join(f"12:34:56 host-{i}: peer {spelled(address, chance)} closed\n" for i, address in enumerate(drawn))
        expected = {}
        for address in drawn:
            mapped = address.ipv4_mapped if address.version == 6 else None
            expected[str(mapped or address)] = expected.get(str(mapped or address), 0) + 1
        for result in (peel("count", "--ip", "--json", self.file("log", log.encode())),
                       peel("count", "--ip", "--json", input=log.encode())):
            *listed, last = json_lines(result)
            self.assertEqual({line["key"]: line["count"] for line in listed}, expected)
            self.assertEqual(last["summary"]["keyless"], 0)
            self.assertEqual([str(ipaddress.ip_address(line["key"])) for line in listed], [line["key"] for line in listed])


class BeyondItsCapacity(FolderTest):
    CONTENT = b"".join(b"key %d\n" % (i % 30_000) for i in range(40_000))

    def assert_overloaded(self, result, content):
        """What is listed is right, and what is not is estimated; the size that is said to do does."""
        *listed, last = json_lines(result)
        expected, _ = counts(content)
        summary = last["summary"]
        self.assertEqual(result.returncode, 1)
        self.assertFalse(summary["complete"])
        self.assertTrue({(line["key"].encode(), line["count"]) for line in listed} <= set(expected.items()))
        self.assertEqual(summary["listed"], len(listed))
        unlisted = len(expected) - len(listed)
        self.assertLessEqual(summary["unlisted_least"], unlisted)
        self.assertGreaterEqual(summary["unlisted_most"], unlisted)
        return summary["capacity_needed"], summary["bytes_needed"]

    def test_names_the_size_that_would_do(self):
        for source in (["--capacity", "10000", self.file("log", self.CONTENT)], ["--capacity", "10000"],
                       ["--memory", "300K"]):
            options = {"input": self.CONTENT} if len(source) == 2 else {}
            result = peel("count", "--json", *source, **options)
            capacity, size = self.assert_overloaded(result, self.CONTENT)
            again = peel("count", "--json", "--capacity", str(capacity), *source[2:], **options)
            self.assertEqual(again.returncode, 0)
            summary = json_lines(again)[-1]["summary"]
            self.assertEqual((summary["listed"], summary["bytes"]), (30_000, size))

    def test_says_so_in_words(self):
        result = peel("count", "--capacity", "10000", "-n", "0", self.file("log", self.CONTENT))
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertRegex(result.stderr.decode(),
                         r"^peel: about [\d,]+ keys \([\d,]+ to [\d,]+\) could not be listed; --capacity \d+ would do, "
                         r"in [\d,]+ bytes of memory\n$")

    def test_that_is_beyond_any_estimate_is_said_to_be(self):
        content = b"\n".join(b"%x" % i for i in range(1_500_000))
        result = peel("count", "--capacity", "1", "--seed", "1", self.file("log", content))
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertEqual(result.stderr, b"peel: most keys could not be listed, too many to say how many; a larger "
                                        b"--capacity would tell\n")

    def test_a_file_is_counted_again_with_the_size_that_would_do(self):
        content = b"\n".join(b"%x" % i for i in range(1_300_000))
        result = peel("count", "--json", "-n", "1", self.file("log", content))
        summary = json_lines(result)[-1]["summary"]
        self.assertEqual((result.returncode, summary["listed"], summary["passes"]), (0, 1_300_000, 3))

    def test_memory_is_that_of_counter_and_strata(self):
        for size in ("64K", "1M", "16M"):
            result = peel("count", "--json", "--memory", size, input=b"a\n")
            allowed = int(size[:-1]) << {"K": 10, "M": 20}[size[-1]]
            used = json_lines(result)[-1]["summary"]["bytes"]
            self.assertLessEqual(used, allowed)
            self.assertGreater(used, allowed * 0.9)


if __name__ == "__main__":
    unittest.main()
