#!/usr/bin/env python3
"""The peel command from outside: exit status and exact output of every case that a user can meet.

usage: PEEL_COMMAND=path/to/peel cli_test.py      (PEEL_SANITIZE is set if the command has sanitizers inside)
"""
import base64
import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from command import PEEL, TESTS, CommandTest, json_lines, peel

VERBS = "diff, sync, sketch, serve, count, top, filter, merge, subtract, inspect, plan, lab and help"
ACCEPTED = "; accepted is a file that peel wrote, or - for standard input\n"


class Arguments(CommandTest):
    def test_help_starts_with_examples(self):
        result = peel("--help")
        self.assertTrue(result.stdout.startswith(b"Examples:\n  peel diff old.txt new.txt "), result.stdout)
        self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_help_of_a_verb_is_a_result(self):
        result = peel("lab", "--help")
        self.assertIn(b"--trials N", result.stdout)
        self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_help_lists_each_verb_with_one_sentence(self):
        verbs = peel("--help").stdout.decode().split("\nVerbs:\n")[1].split("\n\n")[0].splitlines()
        self.assertEqual([line.split()[0] for line in verbs], VERBS.replace(" and", ",").split(", "))
        self.assertIn("  inspect                   What is inside a file that peel wrote", verbs)

    def test_help_of_every_verb_starts_with_examples(self):
        for verb in (["inspect"], ["plan"], ["plan", "iblt"], ["lab"]):
            with self.subTest(verb):
                self.assertTrue(peel(*verb, "--help").stdout.startswith(b"Examples:\n  peel " + verb[0].encode()))

    def test_version_is_one_line(self):
        result = peel("--version")
        self.assertRegex(result.stdout, rb"\Apeel \d+\.\d+\.\d+\n\Z")
        self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_no_verb_is_trouble(self):
        self.assert_trouble(peel(), f"no verb given; accepted are {VERBS}\n")

    def test_an_unknown_verb_is_named(self):
        self.assert_trouble(peel("expect"), f"expect is not a verb; accepted are {VERBS}\n")

    def test_an_unknown_option_before_the_verb_is_named(self):
        self.assert_trouble(peel("--foo"), "--foo is no option of peel; accepted are --help, --version, --man, "
                                           f"--completion and the verbs {VERBS}\n")

    def test_an_unknown_option_is_named(self):
        self.assert_trouble(peel("inspect", "--colour", "x"), "--colour is no option of peel inspect; "
                            "peel inspect --help shows what is accepted\n")
        self.assert_trouble(peel("count", "--colour", "x"), "--colour is no option of peel count; peel count --help "
                            "shows what is accepted\n")

    def test_a_mistyped_option_is_blamed_and_no_file(self):
        self.assert_trouble(peel("diff", "--kye", "id", "a.csv", "b.csv"),
                            "--kye is no option of peel diff; did you mean --key?\n")
        self.assert_trouble(peel("diff", "--kye"), "--kye is no option of peel diff; did you mean --key?\n")
        self.assert_trouble(peel("diff", "--apply", "a.csv", "b.csv"), "--apply is no option of peel diff, but of peel sync\n")
        self.assert_trouble(peel("diff", "a.csv", "b.csv", "c.csv"),
                            "c.csv is one word too many; peel diff takes LEFT and RIGHT\n")

    def test_options_of_other_tools_have_an_answer(self):
        for words, answer in [
                (("sync", "--dry-run"), "peel sync changes nothing unless --apply is given"),
                (("sync", "-n"), "peel sync changes nothing unless --apply is given"),
                (("sync", "--delete"), "peel sync always removes what only RIGHT has; --max-delete limits how much"),
                (("diff", "-n"), "peel diff never changes anything"),
                (("diff", "-r"), "folders are always read with all that is in them"),
                (("diff", "-u"), "rows have no order, so that none are shown around a change")]:
            with self.subTest(words=words):
                self.assert_trouble(peel(*words, "a.csv", "b.csv"),
                                    f"{words[1]} is no option of peel {words[0]}: {answer}\n")

    def test_a_missing_file_argument_is_trouble(self):
        self.assert_trouble(peel("inspect"), "FILE is required; peel inspect --help shows what is accepted\n")


class GoldenFile:
    """What inspect must say of a golden file, from the JSON beside it and from its bytes."""

    def __init__(self, name):
        self.path = f"golden/{name}.peel"
        self.bytes = (TESTS / self.path).read_bytes()
        self.about = json.loads((TESTS / "golden" / f"{name}.json").read_text())
        self.in_use = self.about["cells_in_use"]
        self.seed = self.about["seed_high"].zfill(16) + self.about["seed_low"].zfill(16)


class Inspect(CommandTest):
    def test_says_what_is_inside_a_table(self):
        golden = GoldenFile("iblt-simple")
        self.assert_result(peel("inspect", golden.path), f"""\
golden/iblt-simple.peel
  kind       iblt (invertible Bloom lookup table)
  version    1
  hashing    fast, seed {golden.seed}
  shape      12 cells in 3 sub-tables of 4; 8-byte keys, 8-byte values
  cells      24 bytes each in memory, wrapping sums, no checks
  tolerates  legal insertions and deletions only
  bytes      376, plain form
  fill       {golden.in_use} of 12 cells in use, gross total 4 (insertions plus deletions)
  lost       no sub-table
  checksum   right
  listing    complete: 2 entries inserted, 0 deleted
""")

    def test_says_which_sub_table_is_lost(self):
        result = peel("inspect", "golden/iblt-lost-sub-table.peel")
        lost = GoldenFile("iblt-lost-sub-table").about["lost_sub_tables"]
        self.assertIn(f"  lost       sub-table {lost[0]}\n", result.stdout.decode())

    def test_says_which_segments_are_lost(self):
        result = peel("inspect", "golden/iblt-coupled-lost.peel")
        self.assertIn("  lost       sub-table 2, 5\n", result.stdout.decode())

    def test_says_how_a_coupled_table_is_divided_and_in_which_form_it_came(self):
        text = peel("inspect", "golden/iblt-compact-full.peel").stdout.decode()
        self.assertIn("  shape      18 cells in 9 segments of 2, each key in 3 neighbours; "
                      "9-byte keys, 1-byte values\n", text)
        self.assertIn("prime field, 20-bit checks of keys and values\n", text)
        self.assertIn(f"  bytes      {len(GoldenFile('iblt-compact-full').bytes)}, compact form\n", text)

    def test_says_that_a_poisoned_table_does_not_list_completely(self):
        listing = GoldenFile("iblt-poisoned").about["listing"]
        result = peel("inspect", "golden/iblt-poisoned.peel")
        self.assertEqual(result.stdout.decode().splitlines()[-1],
                         f"  listing    incomplete: {len(listing['inserted'])} entries inserted, 0 deleted; "
                         f"{listing['poisoned_cells']} cells cannot be resolved")
        self.assertEqual(result.returncode, 0)

    def test_says_what_the_columns_of_a_typed_sketch_hold(self):
        text = peel("inspect", "golden/sketch-typed.peel").stdout.decode()
        self.assertIn("  source     3 typed rows; key 'id' integer, 'place' text; other columns 'price' real, 'seen' time; "
                      "with a header; room for keys of 16 bytes\n", text)
        description = json_lines(peel("inspect", "--json", "golden/sketch-typed.peel"))[0]["description"]
        self.assertEqual(description, {"items": "typed rows", "rows": 3, "has_header": True,
                                       "columns": ["id", "place", "price", "seen"],
                                       "types": ["integer", "text", "real", "time"], "key_columns": 2, "key_bytes": 16})

    def test_says_nothing_of_types_where_there_are_none(self):
        text = peel("inspect", "golden/sketch-rows.peel").stdout.decode()
        self.assertIn("; key 'city' ''; other columns 'na,me' ", text)
        self.assertNotIn("types", json_lines(peel("inspect", "--json", "golden/sketch-rows.peel"))[0]["description"])

    def test_reads_standard_input(self):
        from_file = peel("inspect", "golden/iblt-xor.peel").stdout.decode()
        with open(TESTS / "golden/iblt-xor.peel", "rb") as table:
            self.assert_result(peel("inspect", "-", stdin=table),
                               from_file.replace("golden/iblt-xor.peel", "standard input", 1))

    def test_json_is_one_object_and_a_summary_for_every_golden_table(self):
        for path in sorted((TESTS / "golden").glob("iblt-*.peel")):
            with self.subTest(path.name):
                golden = GoldenFile(path.stem)
                about, listing = golden.about, golden.about["listing"]
                result = peel("inspect", "--json", golden.path)
                table, summary = json_lines(result)
                tolerates = table.pop("tolerates")
                self.assertEqual("duplicates" in tolerates, about["arithmetic"] == "prime_field")
                light = {} if about["placement"] != "irregular" else {"light_keys": {
                    "hashes": about["light_hashes"], "of_65536": about["light_of_65536"], "by": about["weights_by"]}}
                self.assertEqual(table, light | {
                    "file": golden.path, "kind": "iblt", "version": 1, "hash_family": about["hash_family"],
                    "seed": golden.seed, "placement": about["placement"],
                    "sub_tables": about["segments"] or about["hashes"], "cells": about["cells"],
                    "hashes": about["hashes"], "key_bytes": about["key_width"],
                    "value_bytes": about["value_width"], "arithmetic": about["arithmetic"],
                    "checks": about["checks"], "check_bits": about["check_bits"], "form": about["form"],
                    "bytes": len(golden.bytes), "cells_in_use": golden.in_use,
                    "gross_total": about["gross_total"], "lost_sub_tables": about["lost_sub_tables"],
                    "checksum": "right"})
                self.assertEqual(summary, {"summary": {
                    "schema": 1, "complete": listing["outcome"] == "complete", "outcome": listing["outcome"],
                    "inserted": len(listing["inserted"]), "deleted": len(listing["deleted"]),
                    "poisoned_cells": listing["poisoned_cells"]}})
                self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_a_file_may_be_called_like_a_verb(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(TESTS / "golden/iblt-xor.peel", Path(folder) / "lab")
            result = subprocess.run([PEEL, "inspect", "lab"], cwd=folder, capture_output=True)
            self.assertEqual(result.stdout.splitlines()[0], b"lab")
            self.assertEqual(result.returncode, 0)

    def test_a_file_may_be_called_like_an_option(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(TESTS / "golden/iblt-xor.peel", Path(folder) / "--json")
            result = subprocess.run([PEEL, "inspect", "--", "--json"], cwd=folder, capture_output=True)
            self.assertEqual(result.stdout.splitlines()[0], b"--json")
            self.assertEqual(result.returncode, 0)

    def test_a_name_that_is_not_text_is_escaped_and_in_json_base64(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.fsencode(folder) + b"/\x1b[31m\xff.peel"
            shutil.copy(os.fsencode(TESTS / "golden/iblt-xor.peel"), name)
            self.assertEqual(peel("inspect", name).stdout.splitlines()[0],
                             os.fsencode(folder) + rb"/\x1B[31m\xFF.peel")
            self.assertEqual(json_lines(peel("inspect", "--json", name))[0]["file"],
                             {"base64": base64.b64encode(name).decode()})


class BadInput(CommandTest):
    def test_a_missing_file(self):
        self.assert_trouble(peel("inspect", "no-such-file.peel"),
                            "cannot read no-such-file.peel: No such file or directory" + ACCEPTED)

    def test_an_empty_name(self):
        self.assert_trouble(peel("inspect", ""), "cannot read '': No such file or directory" + ACCEPTED)

    def test_a_directory(self):
        self.assert_trouble(peel("inspect", "golden"), "cannot read golden: Is a directory" + ACCEPTED)

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_file_without_permission(self):
        with tempfile.NamedTemporaryFile() as secret:
            os.chmod(secret.name, 0)
            self.assert_trouble(peel("inspect", secret.name),
                                f"cannot read {secret.name}: Permission denied" + ACCEPTED)

    def test_a_file_that_opens_but_cannot_be_read(self):
        self.assert_trouble(peel("inspect", "/proc/self/mem"),
                            "cannot read /proc/self/mem: Input/output error" + ACCEPTED)

    def test_standard_input_that_is_closed(self):
        self.assert_trouble(peel("inspect", "-", preexec_fn=lambda: os.close(0)),
                            "cannot read standard input: Bad file descriptor" + ACCEPTED)

    def test_an_empty_file(self):
        self.assert_trouble(peel("inspect", "/dev/null"),
                            "/dev/null: too short for a peel file: 0 bytes, the header alone has 48\n")

    def test_an_endless_file_of_another_program_is_not_read_to_its_end(self):
        self.assert_trouble(peel("inspect", "/dev/zero", timeout=60),
                            "/dev/zero: not a peel file: it does not start with the bytes 8E 50 45 45 4C\n")

    def test_an_endless_file_with_a_header_of_ours_is_not_read_to_its_end(self):
        with subprocess.Popen([PEEL, "inspect", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as peel:
            peel.stdin.write((TESTS / "golden/iblt-xor.peel").read_bytes())
            with contextlib.suppress(BrokenPipeError):
                for _ in range(1 << 12):  # 4 GiB, should nobody stop it
                    peel.stdin.write(bytes(1 << 20))
                self.fail("it read everything")
            with contextlib.suppress(BrokenPipeError):
                peel.stdin.close()
            self.assertIn(b"follow the end of the envelope", peel.stderr.read())
            self.assertEqual(peel.wait(), 2)

    def test_every_malformed_file_is_refused_with_its_name_and_its_reason(self):
        rows = [line.split(" | ") for line in (TESTS / "malformed/README.md").read_text().splitlines()
                if line.startswith("| `")]
        self.assertGreater(len(rows), 20)
        for name, *_, reason in rows:
            name = name.strip("| `")
            with self.subTest(name):
                result = peel("inspect", f"malformed/{name}")
                self.assertRegex(result.stderr, rb"\Apeel: malformed/" + name.encode() + rb": [^\n]+\n\Z")
                self.assertIn(reason.removesuffix(" |").encode(), result.stderr)
                self.assertEqual((result.returncode, result.stdout), (2, b""))

    def test_a_table_that_is_cut_anywhere_is_refused(self):
        whole = (TESTS / "golden/iblt-xor.peel").read_bytes()
        for length in range(0, len(whole), 37):
            with self.subTest(length):
                self.assertEqual(peel("inspect", "-", input=whole[:length]).returncode, 2)

    def test_a_table_with_a_flipped_bit_is_refused(self):
        whole = (TESTS / "golden/iblt-xor.peel").read_bytes()
        for place in range(0, len(whole), 41):
            with self.subTest(place):
                flipped = bytearray(whole)
                flipped[place] ^= 0x10
                self.assertEqual(peel("inspect", "-", input=bytes(flipped)).returncode, 2)


class BrokenOutput(CommandTest):
    def test_a_full_disk_is_trouble(self):
        with open("/dev/full", "wb") as full:
            for arguments in (["inspect", "golden/iblt-xor.peel"], ["plan", "iblt", "--items", "9"], ["--help"]):
                with self.subTest(arguments):
                    result = peel(*arguments, capture_output=False, stdout=full, stderr=subprocess.PIPE)
                    self.assertEqual(result.stderr.decode(),
                                     "peel: cannot write to standard output: No space left on device\n")
                    self.assertEqual(result.returncode, 2)

    def test_closed_standard_output_is_trouble(self):
        result = peel("inspect", "golden/iblt-xor.peel", preexec_fn=lambda: os.close(1))
        self.assert_trouble(result, "cannot write to standard output: Bad file descriptor\n")

    def run_without_reader(self, **options):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            return peel("--help", capture_output=False, stdout=writer, stderr=subprocess.PIPE, **options)
        finally:
            os.close(writer)

    def test_a_reader_that_went_away_ends_the_command_quietly(self):
        result = self.run_without_reader()
        self.assertEqual((result.returncode, result.stderr), (-signal.SIGPIPE, b""))

    def test_so_it_does_where_sigpipe_is_ignored(self):
        result = self.run_without_reader(restore_signals=False,
                                         preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
        self.assertEqual((result.returncode, result.stderr), (2, b""))


class Memory(CommandTest):
    @unittest.skipIf(os.environ.get("PEEL_SANITIZE"), "the address sanitizer needs an unlimited address space")
    def test_a_size_for_which_there_is_too_little_is_named(self):
        limit = 256 << 20
        for arguments, needed in [(["sketch", "--capacity", "1e9", "-"], "--capacity 1e9 needs [0-9,]+"),
                                  (["sketch", "--expect", "1e8", "-"], "--expect 1e8 needs [0-9,]+"),
                                  (["count", "--capacity", "1e8"], "--capacity 100000000 needs [0-9,]+"),
                                  (["count", "--memory", "1G"], "--memory 1073741824 needs 1,073,741,824"),
                                  (["filter", "build", "--items", "1e10", "-"], "a filter of this size needs [0-9,]+")]:
            result = peel(*arguments, input=b"x\n",
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            self.assertRegex(result.stderr.decode(),
                             f"^peel: {needed} bytes of memory, and there are 268,435,456; accepted is less\n$")
            self.assertEqual((result.returncode, result.stdout), (2, b""))


if __name__ == "__main__":
    unittest.main()
