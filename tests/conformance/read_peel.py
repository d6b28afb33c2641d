#!/usr/bin/python3
"""A second reader of peel files, written from docs/formats alone.

    read_peel.py FILE.peel...      prints what each file holds, as JSON
    read_peel.py --check FOLDER    compares every .peel file of FOLDER with its .json: parameters, listing,
                                   and the cells that the recorded operations make
    read_peel.py --refuse FOLDER   expects to refuse every .peel file of FOLDER

It is slow and plain on purpose. Where it and the library disagree, one of them or the document is wrong.
"""
import json
import pathlib
import struct
import sys

import xxhash

import peel_counter
import peel_counting_filter
import peel_filter
import peel_grid
import peel_heavy
import peel_iblt
import peel_rateless
import peel_rotating_filter
import peel_sketch
import peel_summary

MAGIC = b"\x8ePEEL"
HEADER = struct.Struct("<5sBBBQQIIQQ")
FAMILIES = {1: "fast", 2: "siphash"}
KINDS = {1: peel_iblt.Table, 2: peel_sketch.Sketch, 3: peel_counter.Counter, 4: peel_filter.Filter,
         5: peel_counting_filter.CountingFilter, 6: peel_counting_filter.SpectralFilter,
         7: peel_rotating_filter.RotatingFilter, 8: peel_heavy.HeavyTexts, 9: peel_heavy.HeavyHitters,
         10: peel_grid.CountMin, 11: peel_grid.Signed, 12: peel_grid.Range, 13: peel_summary.Summary,
         14: peel_rateless.RatelessSketch}
PARTED = (peel_rateless.RatelessSketch,)  # version 2: a head, and blocks
FILTERS = (peel_filter.Filter, peel_rotating_filter.RotatingFilter, peel_summary.Summary)  # replayed key by key
FREQUENCIES = (peel_heavy.HeavyTexts, peel_heavy.HeavyHitters, peel_grid.Grid)


class Refused(Exception):
    """The bytes are not what docs/formats allows."""


def require(condition, sentence):
    if not condition:
        raise Refused(sentence)


def open_envelope(data):
    """docs/formats/envelope.md: the header's fields, and the views of shape and payload."""
    require(len(data) >= HEADER.size == 48, "too short")
    magic, version, kind, family, seed_low, seed_high, shape_length, reserved, payload_length, checksum = (
        HEADER.unpack_from(data))
    require(magic == MAGIC, "not a peel file")
    require(version in (1, 2), f"version {version}")
    require(kind in KINDS, f"kind {kind}")
    is_parted = KINDS[kind] in PARTED
    require(version == (2 if is_parted else 1), f"kind {kind} in version {version}")
    require(family in FAMILIES, f"hash family {family}")
    require(shape_length <= 4096, "the shape is too long")
    require(reserved == 0, "reserved bytes in use")
    end = 48 + shape_length + payload_length
    require(end <= len(data) if is_parted else end == len(data), "lengths do not add up")
    covered = data[:40] + data[48:end]
    require(xxhash.xxh3_64_intdigest(covered) == checksum, "checksum")
    return {
        "kind": KINDS[kind],
        "family": FAMILIES[family],
        "seed": (seed_low, seed_high),
        "shape": data[48:48 + shape_length],
        "payload": data[48 + shape_length:end],
        "head": data[:48],
        "behind": data[end:],
        "checksum": checksum,
    }


def read_structure(data):
    """A Table, a Sketch, a Counter, a filter of some kind, a summary of a table, or one of the structures that count."""
    envelope = open_envelope(data)
    parts = [envelope[name] for name in ("family", "seed", "shape", "payload")]
    if issubclass(envelope["kind"], peel_filter.Filter):
        parts.append(envelope["head"])
    elif envelope["kind"] is peel_rotating_filter.RotatingFilter:
        parts.append(read_structure)
    try:
        if envelope["kind"] in PARTED:
            parts.append(peel_rateless.open_blocks(envelope["behind"], envelope["checksum"], xxhash.xxh3_64_intdigest))
        return envelope["kind"].decode(*parts)
    except ValueError as problem:
        raise Refused(str(problem)) from problem


def describe(structure):
    """The members of a golden .json file that the bytes determine."""
    if isinstance(structure, (peel_counter.Counter, *FILTERS, *FREQUENCIES, *PARTED)):
        return structure.describe()
    if isinstance(structure, peel_sketch.Sketch):
        return {**describe(structure.table), **structure.describe()}
    table = structure
    light = {} if not table.light_hashes else {
        "light_hashes": table.light_hashes,
        "light_of_65536": table.light_share,
        "weights_by": peel_iblt.WEIGHT_SOURCES[table.weight_source],
    }
    return {
        **light,
        "hash_family": table.family,
        "seed_low": format(table.seed[0], "x"),
        "seed_high": format(table.seed[1], "x"),
        "form": peel_iblt.FORMS[table.form],
        "placement": peel_iblt.PLACEMENTS[table.placement],
        "segments": table.segments,
        "hashes": table.hashes,
        "arithmetic": peel_iblt.ARITHMETICS[table.arithmetic],
        "checks": peel_iblt.CHECKS[table.checks],
        "check_bits": table.check_bits,
        "key_width": table.key_width,
        "value_width": table.value_width,
        "cells": table.cell_count,
        "lost_sub_tables": table.lost,
        "cells_in_use": sum(map(any, table.cells)),
        "gross_total": table.gross_total,
        "listing": table.copy().list(),
    }


def replay(golden, structure):
    """Adds what a golden .json file says was added."""
    for operation in golden["operations"]:
        if isinstance(structure, FILTERS):
            structure.replay(operation)
        elif isinstance(structure, peel_counter.Counter):
            structure.add(bytes.fromhex(operation["text"]), operation["times"])
        else:
            structure.add(bytes.fromhex(operation["key"]), bytes.fromhex(operation["value"]), operation["times"])
    for operation in golden.get("strata_items", []):
        structure.add_to_strata(operation["item"], operation["times"])


def check(path):
    """The complaints about one golden file."""
    golden = json.loads(path.with_suffix(".json").read_text())
    structure = read_structure(path.read_bytes())
    complaints = [f"{name} is {found!r}, recorded is {golden[name]!r}"
                  for name, found in describe(structure).items() if found != golden[name]]
    if isinstance(structure, FREQUENCIES):
        return complaints + structure.complaints(golden)
    rebuilt = structure.emptied()
    replay(golden, rebuilt)
    if rebuilt.all_cells() != structure.all_cells():
        complaints.append("the recorded operations make other cells")
    if rebuilt.totals() != structure.totals():
        complaints.append(f"the recorded operations make gross totals of {rebuilt.totals()}")
    if isinstance(structure, FILTERS):
        complaints += [f"another answer for {key}" for key in structure.wrong_answers(golden["answers"])]
    return complaints


def check_folder(folder):
    files = sorted(pathlib.Path(folder).glob("*.peel"))
    failed = not files
    for path in files:
        try:
            complaints = check(path)
        except Refused as refusal:
            complaints = [f"refused: {refusal}"]
        print(f"{path.name}: {'; '.join(complaints) or 'agrees'}")
        failed |= bool(complaints)
    if not files:
        print(f"no .peel file in {folder}")
    return failed


def refuse_folder(folder):
    files = sorted(pathlib.Path(folder).glob("*.peel"))
    accepted = []
    for path in files:
        try:
            read_structure(path.read_bytes())
            accepted.append(path.name)
        except Refused as refusal:
            print(f"{path.name}: refused: {refusal}")
    for name in accepted:
        print(f"{name}: ACCEPTED, must be refused")
    return not files or bool(accepted)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--check":
        return 1 if check_folder(arguments[1]) else 0
    if len(arguments) == 2 and arguments[0] == "--refuse":
        return 1 if refuse_folder(arguments[1]) else 0
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for name in arguments:
        try:
            print(json.dumps(describe(read_structure(pathlib.Path(name).read_bytes()))))
        except (Refused, OSError) as problem:
            print(f"{name}: {problem}", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
