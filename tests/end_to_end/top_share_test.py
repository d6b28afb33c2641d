#!/usr/bin/python3
"""peel top --share from outside: what it promises, and what it says where it cannot.

usage: PEEL_COMMAND=path/to/peel top_share_test.py
"""
import unittest

from command import FolderTest, json_lines, peel
from top_model import top


class AShare(FolderTest):
    def test_has_room_for_all_keys_that_have_it(self):
        # Round robin is the worst case: a key that came as often as all others is as easily lost.
        content = b"".join(b"%d\n" % i for i in range(8_600)) * 20
        items, summary = top("--share", "0.0116%", input=content)
        self.assertEqual(len(items), 8_600)
        self.assertTrue(summary["complete"])
        self.assertGreater(summary["capacity"], 8_192)
        self.assertEqual(top("--share", "5%", input=content)[1]["capacity"], 8_192)

    def test_is_found_with_the_room_that_a_note_would_name(self):
        for others in (0, 3, 4, 30):
            content = b"".join(b"%d\n" % i for i in range(10)) * 7 + b"".join(b"new %d\n" % i for i in range(others))
            self.assertTrue(top("--capacity", "13", "--share", "10%", input=content)[1]["complete"])

    def test_of_which_keys_may_be_missing_says_so(self):
        result = peel("top", "--capacity", "1", "--share", "10%", input=b"".join(b"%d\n" % i for i in range(10)))
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertEqual(result.stderr.decode(),
                         "peel: more than 1 distinct key came, so counts may be up to 5 too high, and keys that came up "
                         "to 5 times may be missing; --capacity 13 finds all of this share\n")

    def test_of_which_keys_may_be_missing_is_not_complete_in_json(self):
        content = b"".join(b"%d\n" % i for i in range(10))
        result = peel("top", "--json", "--capacity", "1", "--share", "10%", input=content)
        self.assertEqual(result.returncode, 1)
        self.assertFalse(json_lines(result)[-1]["summary"]["complete"])
        self.assertTrue(top("--capacity", "1", "--share", "60%", input=content)[1]["complete"])
        self.assertTrue(top("--share", "60%", input=b"")[1]["complete"])

    def test_of_a_saved_file_may_not_be_complete_either(self):
        path = str(self.folder / "saved.peel")
        peel("top", "--capacity", "1", "--save", path, input=b"".join(b"%d\n" % i for i in range(10)))
        self.assertEqual(peel("top", "--share", "10%", path).returncode, 1)
        self.assertEqual(peel("top", "--share", "60%", path).returncode, 0)

    def test_of_a_pipe_that_is_followed_may_not_be_complete_either(self):
        content = b"".join(b"%d\n" % i for i in range(10))
        self.assertEqual(peel("top", "-f", "--capacity", "1", "--share", "10%", input=content).returncode, 1)
        self.assertEqual(peel("top", "-f", "--share", "10%", input=content).returncode, 0)

    def test_so_small_that_nothing_is_enough_is_named(self):
        result = peel("top", "--capacity", "1", "--share", "0.0000001%", input=b"a\nb\nc\n")
        self.assertEqual(result.returncode, 1)
        self.assertTrue(result.stderr.endswith(b", and keys that came once may be missing; no --capacity is enough for so "
                                               b"small a share, but peel count has all\n"))


if __name__ == "__main__":
    unittest.main()
