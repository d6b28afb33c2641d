#!/usr/bin/python3
"""Whatever is wrong with what peel top is given gets one sentence and status 2.

usage: PEEL_COMMAND=path/to/peel top_trouble_test.py
"""
import os
import pathlib
import unittest

from command import FolderTest, peel


class Options(FolderTest):
    def refused(self, *arguments, sentence):
        self.assert_trouble(peel("top", *arguments, input=b"a\n"), sentence + "\n")

    def test_that_are_no_numbers_are_refused(self):
        self.refused("-n", "x", sentence="-n x: accepted are whole numbers from 0 to 18446744073709551615")
        self.refused("--capacity", "0", sentence="--capacity 0: accepted are whole numbers from 1 to 268435456")
        self.refused("--capacity", "1e9", sentence="--capacity 1e9: accepted are whole numbers from 1 to 268435456")
        self.refused("--text-bytes", "0", sentence="--text-bytes 0: accepted are whole numbers from 1 to 1048576")
        self.refused("--field", "0", sentence="--field 0: accepted are whole numbers from 1 to 4294967295")
        self.refused("--seed", "x", sentence="--seed x: accepted are whole numbers from 0 to 18446744073709551615")

    def test_that_are_no_shares_are_refused(self):
        for text in ("0", "0%", "101%", "1.5", "-1%", "1e1", "1e", "e-1", "1e-19", "", "%", ".", "1%%", "1e-1%e", "1.2.3",
                     "0.0000000000000000001", "1.00000000000000000000000001", "1e99999999999", "x"):
            self.refused("--share", text, sentence=f"--share {text}: accepted are shares from 1e-18 to 1, such as 1%, "
                                                   "0.5% or 0.01")

    def test_that_are_no_times_are_refused(self):
        for text in ("0", "1ms", "1d", "0.0000001s", "1000000h", "x"):
            self.refused("-f", "--interval", text, sentence=f"--interval {text}: accepted are times from 0.001s to 277777h, in "
                                                            "s, m or h, such as 0.5s, 10m or 2h; seconds without a unit")
        for text in ("0s", "xs", "-1s", "1ms", "0", "1d", "99999999999h"):
            self.refused("-f", "--half-life", text, sentence=f"--half-life {text}: accepted are numbers of lines from 1 up, "
                                                             "and times from 0.001s to 277777h, in s, m or h, such as 10s or 5m")

    def test_that_are_other_words_are_refused(self):
        self.refused("--hash", "md5", sentence="--hash md5: accepted are fast, siphash")
        self.refused("--color", "red", sentence="--color red: accepted are auto, always and never")
        self.refused("--progress", "maybe", sentence="--progress maybe: accepted are auto, always and never")

    def test_that_exclude_each_other_are_refused(self):
        self.refused("-n", "3", "--share", "1%", sentence="-n and --share exclude each other; give one of them")
        self.refused("--delimiter", ",", sentence="--delimiter needs --field, the number of the field")
        self.refused("--ip", "--text-bytes", "20", sentence="--text-bytes is for text; with --ip every key is kept whole")
        self.refused("--like", "x.peel", sentence="--like needs --save, the file to write")
        self.refused("--interval", "2s", sentence="--interval needs -f, which shows one table after another")
        self.refused("--half-life", "2s",
                     sentence="--half-life in time needs -f; accepted without it is a number of lines")
        self.refused("-f", "--progress", "always",
                     sentence="-f has no end that --progress could show; leave one of them out")

    def test_that_are_for_printing_do_not_go_with_save(self):
        path = str(self.folder / "x.peel")
        for option in (["-n", "3"], ["--share", "1%"], ["--json"], ["-f"], ["--half-life", "9"]):
            self.refused("--save", path, *option,
                         sentence=f"{option[0]} is for printing, and --save writes a file instead; leave one of them out")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_that_are_unknown_are_refused(self):
        result = peel("top", "--sorted", input=b"a\n")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"--sorted", result.stderr)


class Files(FolderTest):
    ACCEPTED = "; accepted is a file of lines, CSV or TSV, or - for standard input\n"

    def saved(self, *options, name="top.peel", content=b"a\n"):
        path = str(self.folder / name)
        self.assert_result(peel("top", *options, "--save", path, input=content), "")
        return path

    def test_that_are_not_there_are_refused(self):
        path = str(self.folder / "nothing")
        self.assert_trouble(peel("top", path), f"cannot read {path}: No such file or directory{self.ACCEPTED}")
        self.assert_trouble(peel("top", "-f", path),
                            f"cannot read {path}: No such file or directory; accepted is a file of lines, or - for "
                            "standard input\n")

    def test_that_are_folders_are_refused(self):
        self.assert_trouble(peel("top", str(self.folder)), f"{self.folder} is a directory{self.ACCEPTED}")
        self.assert_trouble(peel("top", "-f", str(self.folder)),
                            f"{self.folder} is a directory; accepted is a file of lines, or - for standard input\n")

    def test_of_other_kinds_are_refused(self):
        path = str(self.folder / "counts.peel")
        self.assert_result(peel("count", "--capacity", "100", "--save", path, input=b"a\n"), "")
        self.assert_trouble(peel("top", path),
                            f"{path} holds a counter; accepted are lines, and what peel top --save writes\n")
        self.assert_trouble(peel("top", "--like", path, "--save", str(self.folder / "x"), input=b""),
                            f"{path} holds a counter; accepted are lines, and what peel top --save writes\n")

    def test_that_were_saved_are_not_counted(self):
        path = self.saved()
        for option in (["--field", "2"], ["--ip"], ["--capacity", "5"], ["--seed", "1"], ["--half-life", "5"],
                       ["--save", str(self.folder / "y.peel")], ["--majority"]):
            self.assert_trouble(peel("top", *option, path), f"{option[0]} is for counting lines, and {path} holds what "
                                                            "was counted; leave it out\n")
        self.assert_trouble(peel("top", "-f", path), f"-f is for lines, and {path} is a file of peel's; leave it out\n")

    def test_that_are_damaged_are_refused(self):
        path = self.saved()
        content = bytearray(pathlib.Path(path).read_bytes())
        content[-9] ^= 1
        result = peel("top", self.file("damaged.peel", bytes(content)))
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertEqual(result.stderr.count(b"\n"), 1)

    def test_that_are_read_are_not_replaced(self):
        path = self.file("log", b"a\n")
        self.assert_trouble(peel("top", "--save", path, path),
                            f"--save {path}: that is the file to be read, and would be replaced; accepted is another name\n")

    def test_that_are_standard_input_are_not_replaced(self):
        path = self.file("log", b"a\n")
        link = str(self.folder / "link")
        os.link(path, link)
        for verb, option in (("top", "--save"), ("count", "--save")):
            for name in (path, link):
                for source in ([], ["-"]):
                    with open(path, "rb") as log:
                        self.assert_trouble(peel(verb, option, name, *source, stdin=log),
                                            f"{option} {name}: that is the file to be read, and would be replaced; "
                                            "accepted is another name\n")
        for verb in (["sketch"], ["filter", "build"]):
            with open(path, "rb") as log:
                result = peel(*verb, "-o", path, "-", stdin=log)
            self.assertEqual(result.returncode, 2)
            self.assertIn(b"that is the file to be read", result.stderr)
        self.assertEqual(pathlib.Path(path).read_bytes(), b"a\n")
        with open(path, "rb") as log:
            self.assert_result(peel("top", "--save", str(self.folder / "other.peel"), stdin=log), "")

    def test_like_takes_everything_from_the_other(self):
        path, out = self.saved(), str(self.folder / "out.peel")
        self.assert_trouble(peel("top", "--like", path, "--save", out, "--ip", input=b""),
                            "--like takes size, keys, hash and seed from the other file; leave out --ip\n")
        self.assert_trouble(peel("top", "--like", "-", "--save", out, input=b""),
                            "only one of FILE and --like can be -, standard input\n")

    def test_that_do_not_go_together_are_not_merged(self):
        one, other = self.saved(name="one.peel"), self.saved("--capacity", "5", name="other.peel")
        out = self.folder / "all.peel"
        result = peel("merge", one, other, "-o", str(out))
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"peel: {one} and {other}: ", result.stderr.decode())
        self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main()
