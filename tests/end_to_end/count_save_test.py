#!/usr/bin/python3
"""Counts that are saved, added, subtracted and listed later, from outside.

usage: PEEL_COMMAND=path/to/peel count_save_test.py
"""
import collections
import os
import unittest

from command import FolderTest, json_lines, peel
from count_model import as_text, by_count, by_key, counts, skewed


class Saved(FolderTest):
    def save(self, name, content, *options):
        path = str(self.folder / f"{name}.peel")
        if os.environ.get("PEEL_SANITIZE") and not {"--capacity", "--like"} & set(options):
            options += ("--capacity", "20000")  # the usual million takes sanitizers seconds each time
        self.assert_result(peel("count", *options, "--save", path, self.file(name, content)), "")
        return path

    def combine(self, verb, *files):
        path = str(self.folder / f"{verb}.peel")
        self.assert_result(peel(verb, *files, "-o", path), "")
        return path


class OfThreeRouters(Saved):
    """One file for each, added at the centre."""

    def setUp(self):
        super().setUp()
        addresses = [b"10.%d.%d.%d" % (i % 3, i // 256 % 256, i % 256) for i in range(3_000)]
        self.logs = [b"".join(b"%s accepted\n" % key for key in skewed(seed, addresses, 4_000)) for seed in range(3)]
        self.total = sum((counts(log, field=1)[0] for log in self.logs), collections.Counter())

    def test_add_up(self):
        for options in (["--ip"], ["--field", "1"], ["--field", "1", "--variant", "standard", "--capacity", "9000"]):
            files = [self.save(f"router{i}", log, *options) for i, log in enumerate(self.logs)]
            result = peel("count", self.combine("merge", *files))
            listed = {tuple(line.split()) for line in result.stdout.decode().splitlines()}
            self.assertEqual(listed, {(str(count), key.decode()) for key, count in self.total.items()})
            self.assertEqual((result.stderr, result.returncode), (b"", 0))

    def test_may_come_through_pipes(self):
        first, second = [self.save(f"router{i}", log, "--field", "1") for i, log in enumerate(self.logs[:2])]
        merged = peel("merge", first, second, "-o", "-")
        result = peel("count", "--by", "key", "-", input=merged.stdout)
        expected = counts(self.logs[0], field=1)[0] + counts(self.logs[1], field=1)[0]
        self.assertEqual(result.stdout, as_text(by_key(expected)))

    def test_may_be_counted_from_standard_input_and_written_to_standard_output(self):
        saved = peel("count", "--ip", "--save", "-", input=self.logs[0])
        self.assertEqual((saved.stderr, saved.returncode), (b"", 0))
        with open(self.file("saved", saved.stdout), "rb") as file:
            listed = json_lines(peel("count", "--json", stdin=file))
        self.assertEqual(listed[-1]["summary"]["lines"], 4_000)
        self.assertEqual(len(listed) - 1, len(counts(self.logs[0], field=1)[0]))

    def test_are_alike_if_one_is_made_like_the_other(self):
        first = self.save("first", self.logs[0], "--field", "1", "--capacity", "5000", "--seed", "3", "--key-bytes", "20")
        second = self.save("second", self.logs[1], "--like", first)
        result = peel("count", self.combine("merge", first, second))
        self.assertEqual(result.stdout,
                         as_text(by_count(counts(self.logs[0], field=1)[0] + counts(self.logs[1], field=1)[0])))


class OfTwoMoments(Saved):
    def test_subtract_to_what_happened_between(self):
        before, after = b"a\nb\nb\nc\n", b"a\nb\nb\nc\nc\nd\n"
        difference = self.combine("subtract", self.save("after", after), self.save("before", before))
        self.assert_result(peel("count", difference), "      1 c\n      1 d\n")

    def test_subtract_to_negative_counts(self):
        before, after = b"a\nb\nb\nb\n", b"a\na\nb\n"
        difference = self.combine("subtract", self.save("after", after), self.save("before", before))
        self.assert_result(peel("count", difference), "      1 a\n     -2 b\n")
        *listed, last = json_lines(peel("count", "--json", difference))
        self.assertEqual(listed, [{"key": "a", "count": 1}, {"key": "b", "count": -2}])
        self.assertEqual(last["summary"]["lines"], -1)

    def test_of_equal_streams_are_empty(self):
        content = b"\n".join(b"%d" % i for i in range(5_000))
        one, other = self.save("one", content), self.save("other", b"\n".join(reversed(content.split(b"\n"))))
        difference = self.combine("subtract", one, other)
        self.assert_result(peel("count", difference), "")
        self.assertEqual(json_lines(peel("inspect", "--json", difference))[1]["summary"]["estimate"]["items"], 0)


class OfLongKeys(Saved):
    def test_are_listed_by_one_digest_on_every_machine(self):
        long_line = b"a line that is too long for its slot\n"
        merged = self.combine("merge", self.save("one", long_line), self.save("other", long_line + b"short\n"))
        result = peel("count", merged)
        self.assertEqual(result.stdout, b"      2 #9010a05d4add8ef718ff7867fb16d41e\n      1 short\n")
        self.assertEqual(result.stderr,
                         b"peel: 1 key of more than 16 bytes, listed by digest; --key-bytes keeps up to 63\n")


class WithHardlyAnyKeys(Saved):
    def test_of_a_large_counter_are_not_written(self):
        out = str(self.folder / "out.peel")
        result = peel("count", "--capacity", "1e7", "--save", out, input=b"apple\n")
        self.assertRegex(result.stderr.decode(),
                         r"^peel: the counter is too empty for its size to be written: \d+ bytes of memory from \d+; "
                         r"accepted are up to 268435456, or 64 times what is written; give a smaller --capacity\n$")
        self.assertEqual(result.returncode, 2)
        self.assertFalse(os.path.exists(out))


class WithTooManyKeys(Saved):
    CONTENT = b"".join(b"key %d\n" % i for i in range(9_000))

    def test_says_so_when_saving_and_when_listing(self):
        path = str(self.folder / "full.peel")
        saving = peel("count", "--capacity", "3000", "--save", path, self.file("log", self.CONTENT))
        self.assertEqual((saving.returncode, saving.stdout), (0, b""))
        self.assertRegex(saving.stderr.decode(), r"^peel: about [\d,]+ keys are in the file, which lists only about 3,0\d\d; "
                                                 r"--capacity makes it larger\n$")
        listing = peel("count", path)
        self.assertEqual(listing.returncode, 1)
        self.assertRegex(listing.stderr.decode(), r"^peel: about [\d,]+ keys \([\d,]+ to [\d,]+\) could not be listed; "
                                                  r"--capacity \d+ would do, in [\d,]+ bytes of memory\n$")

    def test_lists_again_when_some_are_taken_out(self):
        half = b"".join(self.CONTENT.splitlines(keepends=True)[:7_000])
        options = ["--capacity", "3000", "--save"]
        for name, content in (("all", self.CONTENT), ("half", half)):
            peel("count", *options, str(self.folder / f"{name}.peel"), self.file(name, content))
        difference = self.combine("subtract", str(self.folder / "all.peel"), str(self.folder / "half.peel"))
        result = peel("count", difference)
        self.assertEqual(result.stdout, as_text(by_count(counts(self.CONTENT[len(half):])[0])))

    def test_lines_without_a_key_are_said_when_saving_and_when_listing(self):
        path = str(self.folder / "some.peel")
        saving = peel("count", "--ip", "--save", path, input=b"1.2.3.4\nnobody\n")
        listing = peel("count", path)
        self.assertEqual(saving.stderr, b"peel: 1 of 2 lines without IP address, not counted\n")
        self.assertEqual((listing.stderr, listing.stdout), (saving.stderr, b"      1 1.2.3.4\n"))


class Inspected(Saved):
    def test_says_what_was_counted_and_shows_no_key(self):
        path = self.save("secret", b"x;secret\ny;secret\n", "--field", "2", "--delimiter", ";", "--capacity", "100")
        text = peel("inspect", path).stdout.decode()
        self.assertIn("counter (distinct keys and how often each came)", text)
        self.assertIn("2 lines, 0 of them without a key; field 2 between ';' of each, up to 16 bytes kept", text)
        self.assertIn("complete: 1 keys", text)
        self.assertNotIn("secret", text.replace("secret.peel", ""))

    def test_is_json_too(self):
        about, last = json_lines(peel("inspect", "--json", self.save("log", b"a\nb\na\n", "--variant", "standard")))
        self.assertEqual((about["kind"], about["variant"], about["gross_total"]), ("counter", "standard", 3))
        self.assertEqual(about["description"], {"keys": "lines", "key_bytes": 16, "lines": 3, "keyless": 0})
        self.assertEqual((last["summary"]["listed"], last["summary"]["complete"]), (2, True))


class Inspected(FolderTest):
    def test_no_estimate_contradicts_a_complete_listing(self):
        path = str(self.folder / "c.peel")
        for keys, listed in ((149, "149 keys"), (1, "1 key")):
            content = b"".join(b"key %d\n" % i for i in range(keys))
            self.assertEqual(peel("count", "--save", path, input=content).returncode, 0)
            text = peel("inspect", path).stdout.decode()
            self.assertRegex(text, rf"listing +complete: {listed}\n")
            self.assertRegex(text, r"estimate +not needed: all are listed\n")

    def test_numbers_for_people_are_in_groups(self):
        path = str(self.folder / "c.peel")
        peel("count", "--save", path, input=b"a\n" * 1_500)
        self.assertIn("1,500 lines, 0 of them without a key", peel("inspect", path).stdout.decode())
        result = peel("count", "--field", "2", input=b"a\n" * 1_500)
        self.assertEqual(result.stderr, b"peel: 1,500 of 1,500 lines without field 2, not counted\n")
        result = peel("top", "--field", "2", input=b"a\n" * 1_500)
        self.assertEqual(result.stderr, b"peel: 1,500 of 1,500 lines without field 2, not counted\n")


if __name__ == "__main__":
    unittest.main()
