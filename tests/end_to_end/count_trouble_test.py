#!/usr/bin/python3
"""Whatever is wrong with what peel count is given gets one sentence and status 2.

usage: PEEL_COMMAND=path/to/peel count_trouble_test.py
"""
import os
import unittest

from command import FolderTest, peel


class Options(FolderTest):
    def refused(self, *arguments, sentence):
        self.assert_trouble(peel("count", *arguments, input=b"a\n"), sentence + "\n")

    def test_that_are_no_numbers_are_refused(self):
        self.refused("--field", "0", sentence="--field 0: accepted are whole numbers from 1 to 4294967295")
        self.refused("--field", "two", sentence="--field two: accepted are whole numbers from 1 to 4294967295")
        self.refused("--field", "4294967296", sentence="--field 4294967296: accepted are whole numbers from 1 to 4294967295")
        self.refused("--capacity", "0", sentence="--capacity 0: accepted are whole numbers from 1 to 8589934592")
        self.refused("--capacity", "-1", sentence="--capacity -1: accepted are whole numbers from 1 to 8589934592")
        self.refused("--key-bytes", "15", sentence="--key-bytes 15: accepted are whole numbers from 16 to 63")
        self.refused("--key-bytes", "64", sentence="--key-bytes 64: accepted are whole numbers from 16 to 63")
        self.refused("-n", "x", sentence="-n x: accepted are whole numbers from 0 to 18446744073709551615")
        self.refused("--seed", "x", sentence="--seed x: accepted are whole numbers from 0 to 18446744073709551615")

    def test_that_are_no_sizes_are_refused(self):
        self.refused("--memory", "64Q", sentence="--memory 64Q: accepted are sizes from 1024 to 34359738368 bytes, "
                                                "such as 64M or 2G")
        self.assertRegex(peel("count", "--memory", "2K", input=b"a\n").stderr.decode(),
                         r"^peel: --memory: 2048 bytes are too few for any counter; accepted are \d+ and more\n$")

    def test_that_need_too_much_memory_are_refused(self):
        result = peel("count", "--capacity", "8589934592", input=b"a\n")
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertEqual(result.stderr.count(b"\n"), 1)

    def test_that_are_other_words_are_refused(self):
        self.refused("--variant", "best",
                     sentence="--variant best: accepted are standard, even-odd, one-key, combined, moment")
        self.refused("--by", "size", sentence="--by size: accepted are count, key")
        self.refused("--hash", "md5", sentence="--hash md5: accepted are fast, siphash")
        self.refused("--progress", "maybe", sentence="--progress maybe: accepted are auto, always and never")

    def test_that_exclude_each_other_are_refused(self):
        self.refused("--capacity", "5", "--memory", "1M",
                     sentence="--capacity and --memory exclude each other; give one of them")
        self.refused("--delimiter", ",", sentence="--delimiter needs --field, the number of the field")
        self.refused("--field", "1", "--delimiter", "ab", sentence="--delimiter ab: accepted is one byte, or tab")
        self.refused("--field", "1", "--delimiter", "\n", sentence="--delimiter \\x0A: accepted is one byte, or tab")
        self.refused("--ip", "--key-bytes", "20", sentence="--key-bytes is for text; with --ip every key is kept")
        self.refused("--like", "x.peel", sentence="--like needs --save, the file to write")
        for option in (["--json"], ["-n", "3"], ["--by", "key"]):
            self.refused("--save", "x.peel", *option,
                         sentence=f"{option[0]} is for printing, and --save writes a file instead; leave one of them out")

    def test_that_are_unknown_are_refused(self):
        result = peel("count", "--sorted", input=b"a\n")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"--sorted", result.stderr)


class Files(FolderTest):
    ACCEPTED = "; accepted is a file of lines, or one that --save wrote, or - for standard input\n"

    def counts(self, *options, content=b"a\n"):
        path = str(self.folder / "counts.peel")
        self.assert_result(peel("count", "--capacity", "3000", *options, "--save", path, input=content), "")
        return path

    def test_that_are_not_there_are_refused(self):
        path = str(self.folder / "nothing")
        self.assert_trouble(peel("count", path), f"cannot read {path}: No such file or directory{self.ACCEPTED}")

    def test_that_are_folders_are_refused(self):
        self.assert_trouble(peel("count", str(self.folder)), f"{self.folder} is a directory{self.ACCEPTED}")

    def test_of_other_kinds_are_refused(self):
        path = str(self.folder / "sketch.peel")
        self.assert_result(peel("sketch", "-", "-o", path, input=b"a\n"), "")
        said = "holds a sketch; accepted are lines, and counts as peel count --save writes them\n"
        self.assert_trouble(peel("count", path), f"{path} {said}")
        self.assert_trouble(peel("count", "--save", "x.peel", "--like", path, input=b""), f"{path} {said}")
        with open(path, "rb") as file:
            self.assert_trouble(peel("count", input=file.read()), f"standard input {said}")

    def test_that_are_damaged_are_refused(self):
        path = self.counts()
        with open(path, "r+b") as file:
            file.seek(-1, os.SEEK_END)
            last = file.read(1)
            file.seek(-1, os.SEEK_END)
            file.write(bytes([last[0] ^ 1]))
        result = peel("count", path)
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertIn(path.encode(), result.stderr)
        self.assertEqual(peel("count", self.file("text.peel", b"a\nb\n")).returncode, 2)

    def test_with_counts_take_no_options_for_lines(self):
        path = self.counts()
        for options in (["--field", "1"], ["--ip"], ["--capacity", "5"], ["--memory", "1M"], ["--variant", "moment"],
                        ["--key-bytes", "20"], ["--seed", "1"], ["--hash", "fast"], ["--save", "x.peel"]):
            self.assert_trouble(peel("count", *options, path),
                                f"{options[0]} is for counting lines, and {path} holds counts; leave it out\n")

    def test_made_like_others_take_no_options_for_counting(self):
        path = self.counts()
        self.assert_trouble(peel("count", "--save", "x.peel", "--like", path, "--ip", input=b""),
                            "--like takes size, keys, hash and seed from the other file; leave out --ip\n")
        self.assert_trouble(peel("count", "--save", "x.peel", "--like", "-", input=b""),
                            "only one of FILE and --like can be -, standard input\n")

    def test_that_differ_do_not_combine(self):
        one, other = self.counts(), str(self.folder / "other.peel")
        remedy = "make one of them again with peel count --like the other\n"
        for options, difference in ((["--ip"], "keys that are lines and addresses"),
                                    (["--field", "2"], "keys that are lines and fields"),
                                    (["--key-bytes", "20"], "room for keys of 16 and 20 bytes")):
            peel("count", "--capacity", "3000", *options, "--save", other, input=b"")
            for verb in ("merge", "subtract"):
                self.assert_trouble(peel(verb, one, other, "-o", "x.peel"),
                                    f"{one} and {other}: these counts cannot be combined: they have {difference}; {remedy}")

    def test_of_two_kinds_do_not_combine(self):
        path = str(self.folder / "sketch.peel")
        self.assert_result(peel("sketch", "-", "-o", path, input=b"a\n"), "")
        one = self.counts()
        self.assert_trouble(peel("merge", path, one, "-o", "x.peel"),
                            f"{path} and {one}: one holds a sketch, the other a counter; accepted are files of one kind\n")

    def test_with_counts_are_no_side_of_a_diff(self):
        path = self.counts()
        self.assert_trouble(peel("diff", path, self.file("lines", b"a\n")),
                            f"{path} holds a counter; accepted is a sketch\n")

    def test_that_are_counted_are_not_replaced_by_their_counts(self):
        path = self.file("log", b"a\n")
        link = self.folder / "link"
        link.symlink_to(path)
        for name in (path, str(link)):
            self.assert_trouble(peel("count", path, "--save", name),
                                f"--save {name}: that is the file to be read, and would be replaced; accepted is "
                                "another name\n")
        with open(path, "rb") as file:
            self.assertEqual(file.read(), b"a\n")

    def test_that_cannot_be_written_leave_nothing_behind(self):
        path = str(self.folder / "nowhere" / "x.peel")
        result = peel("count", "--save", path, input=b"a\n")
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertIn(path.encode(), result.stderr)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no full device here")
    def test_a_full_disk_is_trouble(self):
        with open("/dev/full", "wb") as full:
            result = peel("count", input=b"a\n", stdout=full, stderr=-1, capture_output=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"No space left", result.stderr)


if __name__ == "__main__":
    unittest.main()
