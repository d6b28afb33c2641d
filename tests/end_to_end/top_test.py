#!/usr/bin/python3
"""peel top from outside: files and pipes beside a dictionary.

usage: PEEL_COMMAND=path/to/peel top_test.py
"""
import collections
import pathlib
import random
import unittest

from command import FolderTest, peel
from count_model import by_count, counts, skewed, some_address, spelled
from terminal import Terminal
from top_model import check_bounds, check_share, top, zipf

SMALL = b"pear\napple\npear\n\nfig\napple\npear"


class OfLines(FolderTest):
    TABLE = "      3   42.9%  pear\n      2   28.6%  apple\n      1   14.3%  \n      1   14.3%  fig\n"

    def test_is_by_count_with_shares(self):
        self.assert_result(peel("top", self.file("small", SMALL)), self.TABLE)

    def test_is_the_same_for_a_file_and_a_pipe(self):
        self.assert_result(peel("top", "-", input=SMALL), self.TABLE)
        self.assert_result(peel("top", input=SMALL), self.TABLE)

    def test_is_the_first_ten_or_as_many_as_one_likes(self):
        content = b"".join(b"%d\n" % i * (20 - i) for i in range(20))
        for options, expected in (([], 10), (["-n", "3"], 3), (["--first", "100"], 20), (["-n", "0"], 0)):
            items, summary = top(*options, input=content)
            self.assertEqual([item["key"] for item in items], [str(i) for i in range(expected)])
            self.assertEqual((summary["listed"], summary["total"]), (expected, 210))

    def test_is_json_with_a_summary(self):
        items, summary = top("-n", "1", input=SMALL)
        self.assertEqual(items, [{"key": "pear", "count": 3, "lower": 3, "upper": 3, "share": 3 / 7}])
        self.assertGreater(summary.pop("bytes"), 0)
        self.assertEqual(summary, {"schema": 1, "lines": 7, "keyless": 0, "total": 7, "listed": 1, "exact": True,
                                   "error": 0, "capacity": 8192})

    def test_of_nothing_is_nothing(self):
        self.assert_result(peel("top", self.file("empty", b"")), "")
        self.assertEqual(top("--share", "1%", input=b"")[1]["listed"], 0)

    def test_is_the_same_under_every_seed_and_hash(self):
        for options in (["--seed", "7"], ["--hash", "siphash"], ["--hash", "siphash", "--seed", "7"]):
            self.assert_result(peel("top", *options, input=SMALL), self.TABLE)

    def test_is_exact_while_there_is_room(self):
        content = b"\n".join(skewed(1, [b"key %d" % i for i in range(1_000)], 20_000))
        expected = by_count(counts(content)[0])
        items, summary = top("-n", "1000", "--capacity", str(len(expected)), input=content)
        self.assertEqual([(item["key"].encode(), item["lower"], item["upper"]) for item in items],
                         [(key, count, count) for key, count in expected])
        self.assertTrue(summary["exact"])

    def test_may_count_less_and_less_of_the_past(self):
        content = b"old\n" * 1_000 + b"new\n" * 300
        items, _ = top("--half-life", "100", input=content)
        self.assertEqual(items[0]["key"], "new")
        # 1,000 were halved every hundred lines: 100 + 50 + ...; then thrice more, as the new ones came.
        self.assertTrue(items[1]["lower"] <= 200 / 8 <= items[1]["upper"])
        self.assertTrue(items[0]["lower"] <= 175 <= items[0]["upper"])
        self.assertEqual(items[0]["count"], 175)


class BeyondItsCapacity(FolderTest):
    KEYS = [b"key %d" % i for i in range(20_000)]

    def test_bounds_are_true_and_the_largest_are_found(self):
        lines = zipf(1, self.KEYS, 100_000)
        counter = collections.Counter(lines)
        items, summary = top("--capacity", "1000", "-n", "1000", input=b"\n".join(lines))
        self.assertFalse(summary["exact"])
        check_bounds(self, items, summary, counter)
        heavy = {key for key, count in counter.items() if count > summary["error"]}
        self.assertGreater(len(heavy), 20)
        self.assertLessEqual(heavy, {item["key"].encode() for item in items})

    def test_counts_of_what_was_there_from_the_beginning_are_right(self):
        lines = zipf(2, self.KEYS, 100_000)
        counter = collections.Counter(lines)
        items, _ = top("--capacity", "1000", "-n", "10", input=b"\n".join(lines))
        self.assertEqual([(item["key"].encode(), item["count"]) for item in items], counter.most_common(10))

    def test_says_so_and_prints_bounds(self):
        lines = zipf(3, self.KEYS, 50_000)
        content = b"\n".join(lines)
        items, summary = top("--capacity", "500", "--seed", "1", "-n", "1", input=content)
        result = peel("top", "--capacity", "500", "--seed", "1", "-n", "1", input=content)
        item = items[0]
        self.assertEqual(result.stdout.decode(), f"{item['count']:7}  {100 * item['share']:5.1f}%  "
                                                 f"{item['lower']}..{item['upper']}  {item['key']}\n")
        self.assertEqual(result.stderr.decode(),
                         f"peel: more than 500 distinct keys came, so counts may be up to {summary['error']:,} too high; "
                         "--capacity makes room for more\n")
        self.assertEqual(result.returncode, 0)

    def test_all_that_have_a_share_are_printed(self):
        for seed, share in ((4, "1/100"), (5, "1/50"), (6, "1/1000")):
            lines = zipf(seed, self.KEYS, 50_000, 0.8 + 0.1 * seed)
            counter = collections.Counter(lines)
            number = int(share.split("/")[1])
            for text in (f"{100 / number}%", str(1 / number)):
                items, summary = top("--capacity", "2000", "--share", text, input=b"\n".join(lines))
                check_share(self, items, summary, counter, share)
                check_bounds(self, items, summary, counter)

    def test_a_share_is_exact_at_its_border(self):
        content = b"a\n" * 7 + b"b\n" * 6 + b"".join(b"%d\n" % i for i in range(87))
        self.assertEqual([item["key"] for item in top("--share", "7%", input=content)[0]], ["a"])
        self.assertEqual([item["key"] for item in top("--share", "0.06", input=content)[0]], ["a", "b"])
        self.assertEqual([item["key"] for item in top("--share", "7.0000001%", input=content)[0]], [])
        self.assertEqual([item["key"] for item in top("--share", "100%", input=b"a\na\n")[0]], ["a"])


class OfAnyBytes(FolderTest):
    def test_bytes_that_are_not_utf_8_are_base64_in_json(self):
        self.assertEqual(top(input=b"\xff\n")[0][0]["key"], {"base64": "/w=="})

    def test_long_keys_are_told_apart_and_marked_as_cut(self):
        content = b"x" * 300 + b"a\n" + (b"x" * 300 + b"b\n") * 2
        result = peel("top", input=content)
        shown = "x" * 256
        self.assert_result(result, f"      2   66.7%  {shown}... (301 bytes)\n      1   33.3%  {shown}... (301 bytes)\n")
        items, _ = top(input=content)
        self.assertEqual([(item["key"], item["count"], item["length"]) for item in items],
                         [(shown, 2, 301), (shown, 1, 301)])

    def test_a_character_is_not_cut_in_two(self):
        items, _ = top("--text-bytes", "4", input="aéé".encode() + b"\n")
        self.assertEqual((items[0]["key"], items[0]["length"]), ("aé", 5))

    def test_a_terminal_gets_no_control_characters(self):
        terminal = Terminal("top")
        terminal.process.stdin.write(b"\x1b[2J\n")
        terminal.process.stdin.close()
        seen, status = terminal.finish()
        self.assertEqual(status, 0)
        self.assertIn(b'  "\\033[2J"\r\n', seen)
        self.assertNotIn(b"\x1b[2J", seen)


class OfFieldsAndAddresses(FolderTest):
    def test_fields_are_those_of_the_model(self):
        chance = random.Random(3)
        content = bytes(chance.choice(b"ab  \t,\n") for _ in range(20_000))
        for field in (1, 2, 3):
            for options, delimiter in (([], None), (["--delimiter", ","], b",")):
                expected, keyless = counts(content, field, delimiter)
                items, summary = top("-n", "9999", "--field", str(field), *options, input=content)
                self.assertEqual([(item["key"].encode(), item["count"]) for item in items], by_count(expected))
                self.assertEqual(summary["keyless"], keyless)

    def test_lines_without_the_field_are_mentioned(self):
        result = peel("top", "--field", "2", input=b"a b\nc\n")
        self.assertEqual(result.stdout, b"      1  100.0%  b\n")
        self.assertEqual(result.stderr, b"peel: 1 of 2 lines without field 2, not counted\n")
        self.assertEqual(result.returncode, 0)

    def test_addresses_are_those_of_the_model(self):
        chance = random.Random(4)
        addresses = [some_address(chance) for _ in range(200)]
        drawn = skewed(5, addresses, 3_000)
        log = "".join(f"12:34:56 host-{i}: peer {spelled(address, chance)} closed\n" for i, address in enumerate(drawn))
        mapped = [address.ipv4_mapped or address if address.version == 6 else address for address in drawn]
        expected = collections.Counter(map(str, mapped))
        items, _ = top("--ip", "-n", "999", input=log.encode())
        self.assertEqual({item["key"]: item["count"] for item in items}, expected)
        self.assertEqual([item["count"] for item in items], sorted(expected.values(), reverse=True))


class Saved(FolderTest):
    def save(self, name, content, *options):
        path = str(self.folder / name)
        self.assertEqual(peel("top", *options, "--save", path, input=content).returncode, 0)
        return path

    def merge(self, *paths):
        out = str(self.folder / "all.peel")
        self.assert_result(peel("merge", *paths, "-o", out), "")
        return out

    def test_what_was_saved_is_printed_as_if_it_were_counted_now(self):
        path = self.save("small.peel", SMALL)
        self.assertEqual(peel("top", path).stdout, peel("top", input=SMALL).stdout)
        with open(path, "rb") as file:
            self.assertEqual(peel("top", stdin=file).stdout, peel("top", input=SMALL).stdout)
        self.assertEqual(top(path)[1]["lines"], 7)

    def test_files_of_several_machines_add_up(self):
        north, south = self.save("north.peel", b"a\na\nb\n"), self.save("south.peel", b"b\nb\nc\n")
        self.assert_result(peel("top", self.merge(north, south)),
                           "      3   50.0%  b\n      2   33.3%  a\n      1   16.7%  c\n")

    def test_what_is_heavy_only_in_the_union_is_found(self):
        # On each of ten machines, 100 others come as often as `common`, or oftener.
        machines = [[b"%d/%d" % (m, i) for i in range(100)] * 6 + [b"common"] * 5 for m in range(10)]
        paths = []
        for number, lines in enumerate(machines):
            random.Random(number).shuffle(lines)
            paths.append(self.save(f"{number}.peel", b"\n".join(lines), "--capacity", "128"))
            self.assertNotIn("common", [item["key"] for item in top(paths[-1], "-n", "100")[0]])
        counter = collections.Counter(line for lines in machines for line in lines)
        items, summary = top(self.merge(*paths), "-n", "1")
        self.assertEqual(items[0]["key"], "common")
        check_bounds(self, items, summary, counter)

    def test_merged_files_keep_their_promises(self):
        keys = [b"key %d" % i for i in range(5_000)]
        parts = [zipf(seed, keys, 20_000, 0.9) for seed in range(4)]
        paths = [self.save(f"{i}.peel", b"\n".join(part), "--capacity", "400") for i, part in enumerate(parts)]
        counter = collections.Counter(line for part in parts for line in part)
        items, summary = top(self.merge(*paths), "--share", "0.5%")
        check_share(self, items, summary, counter, "1/200")
        check_bounds(self, items, summary, counter)

    def test_like_another_is_alike(self):
        model = self.save("model.peel", b"x 10.0.0.1\n", "--ip", "--field", "2", "--capacity", "50", "--seed", "9")
        other = self.save("other.peel", b"10.0.0.2 10.0.0.1\n", "--like", model)
        items, summary = top(self.merge(model, other))
        self.assertEqual([(item["key"], item["count"]) for item in items], [("10.0.0.1", 2)])
        self.assertEqual(summary["capacity"], 50)

    def test_more_copies_than_can_be_counted_are_not_exact(self):
        golden = str(pathlib.Path(__file__).parent.parent / "golden" / "heavy-texts-any-bytes.peel")
        self.assertTrue(top(golden)[1]["exact"])
        merged = self.merge(golden, golden)
        self.assertEqual((top(merged)[1]["exact"], top(merged)[1]["error"]), (False, 0))
        self.assertIn("error     not known: more came than can be counted", peel("inspect", merged).stdout.decode())

    def test_lines_without_a_key_are_kept_in_mind(self):
        paths = [self.save(f"{i}.peel", b"a b\nc\n", "--field", "2") for i in range(2)]
        self.assertEqual(peel("top", self.merge(*paths)).stderr, b"peel: 2 of 4 lines without field 2, not counted\n")


if __name__ == "__main__":
    unittest.main()
