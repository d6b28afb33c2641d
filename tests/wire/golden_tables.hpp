// The tables of tests/golden: how each is made. The files there must stay readable, and be made again byte
// for byte, for ever. A new format version adds files; it does not change these.
#pragma once

#include "peel/invertible/iblt.hpp"

#include "wire/wire_support.hpp"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace peel::test {

struct GoldenOperation {
  std::int64_t times;  // insertions, or minus the deletions
  std::string key;
  std::string value;
};

struct GoldenTable {
  std::string name;
  std::string about;
  IbltSpec spec;
  HashFamily family;
  Seed seed;
  std::vector<GoldenOperation> operations;
  std::vector<unsigned> lost_afterwards;  // sub-tables
  wire::IbltForm form = wire::IbltForm::plain;
};

// What GoogleTest prints of a table in a failure.
inline void PrintTo(const GoldenTable& golden, std::ostream* out) {
  *out << golden.about;
}

inline Iblt made(const GoldenTable& golden) {
  Iblt table(shape_of(golden.spec), golden.family, golden.seed);
  const auto require = [](const Result<void>& done) {
    if (!done) throw std::runtime_error(done.error().sentence());
  };
  for (const auto& [times, key, value] : golden.operations) {
    require(table.add({as_bytes(key), as_bytes(value)}, times));
  }
  for (const unsigned sub_table : golden.lost_afterwards) require(table.declare_lost(SubTable(sub_table)));
  return table;
}

inline Bytes encoded(const GoldenTable& golden) {
  const Iblt table = made(golden);
  Bytes bytes = golden.form == wire::IbltForm::plain ? encoded_plain(table) : encoded(table);
  if (form_of(bytes) != golden.form) throw std::runtime_error(golden.name + " is smaller in the plain form");
  return bytes;
}

// The worked example of docs/formats/iblt.md: small enough to print.
inline GoldenTable golden_xor() {
  return {.name = "iblt-xor",
          .about = "xor cells, keys of 8 bytes, no values: the worked example of docs/formats/iblt.md",
          .spec = {.cells = CellCount(6), .hashes = HashCount(3)},
          .family = HashFamily::fast,
          .seed = kDefaultSeed,
          .operations = {{1, "cherries", ""}, {1, "tomatoes", ""}},
          .lost_afterwards = {}};
}

inline GoldenTable golden_prime_field() {
  return {.name = "iblt-prime-field",
          .about = "prime-field cells, keys of 16 and values of 4 bytes, duplicates, extraneous deletions",
          .spec = {.cells = CellCount(24),
                   .hashes = HashCount(4),
                   .key_width = ByteWidth(16),
                   .value_width = ByteWidth(4),
                   .arithmetic = CellArithmetic::prime_field,
                   .checks = CellChecks::keys_and_values},
          .family = HashFamily::fast,
          .seed = Seed(1, 2),
          .operations = {{1, "order 0000000001", "paid"},
                         {3, "order 0000000002", "open"},
                         {1'000'000'007, "order 0000000003", "paid"},
                         {-1, "order 0000000004", "open"},
                         {-250, "order 0000000005", "void"},
                         {2, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
                          "\xFF\xFF\xFF\xFF"},
                         {5, "order 0000000006", "open"},
                         {-5, "order 0000000006", "open"}},
          .lost_afterwards = {}};
}

inline GoldenTable golden_wrapping() {
  return {
      .name = "iblt-wrapping",
      .about = "wrapping sums, keys of 3 and values of 2 bytes, an extraneous deletion",
      .spec = {.cells = CellCount(15),
               .hashes = HashCount(5),
               .key_width = ByteWidth(3),
               .value_width = ByteWidth(2),
               .arithmetic = CellArithmetic::wrapping_sums,
               .checks = CellChecks::keys_and_values},
      .family = HashFamily::fast,
      .seed = Seed(3),
      .operations = {{1, "ant", "6l"}, {1, "bee", "6l"}, {1, "\xFF\xFF\xFF", "\xFF\xFF"}, {-1, "cow", "4l"}},
      .lost_afterwards = {}};
}

inline GoldenTable golden_siphash() {
  return {.name = "iblt-siphash",
          .about = "the siphash family, xor cells, keys of 12 and values of 9 bytes",
          .spec = {.cells = CellCount(16),
                   .hashes = HashCount(4),
                   .key_width = ByteWidth(12),
                   .value_width = ByteWidth(9)},
          .family = HashFamily::siphash,
          .seed = Seed(0x0706050403020100, 0x0F0E0D0C0B0A0908),
          .operations = {{1, "198.51.100.1", "AS64496--"},
                         {1, "198.51.100.2", "AS64497--"},
                         {1, "203.0.113.77", "AS64511--"},
                         {-1, "203.0.113.99", "AS65551--"}},
          .lost_afterwards = {}};
}

inline GoldenTable golden_lost_sub_table() {
  return {
      .name = "iblt-lost-sub-table",
      .about = "sub-table 1 of 3 is lost; only keys are checked",
      .spec = {.cells = CellCount(18),
               .hashes = HashCount(3),
               .key_width = ByteWidth(8),
               .value_width = ByteWidth(1),
               .checks = CellChecks::keys},
      .family = HashFamily::fast,
      .seed = Seed(4, 5),
      .operations = {{1, "mercury.", "1"}, {1, "venus...", "2"}, {1, "earth...", "3"}, {-1, "pluto...", "9"}},
      .lost_afterwards = {1}};
}

inline GoldenTable golden_simple() {
  return {.name = "iblt-simple",
          .about = "simple cells, without checks: count, key sum and value sum",
          .spec = {.cells = CellCount(12),
                   .hashes = HashCount(3),
                   .key_width = ByteWidth(8),
                   .value_width = ByteWidth(8),
                   .arithmetic = CellArithmetic::wrapping_sums,
                   .checks = CellChecks::none},
          .family = HashFamily::fast,
          .seed = Seed(6),
          .operations = {{1, "adenine.", "thymine."},
                         {1, "guanine.", "cytosine"},
                         {1, "uracil..", "adenine."},
                         {-1, "uracil..", "adenine."}},
          .lost_afterwards = {}};
}

inline GoldenTable golden_poisoned() {
  return {.name = "iblt-poisoned",
          .about = "one key with two values poisons its three cells; the other keys are still listed",
          .spec = {.cells = CellCount(30),
                   .hashes = HashCount(3),
                   .key_width = ByteWidth(5),
                   .value_width = ByteWidth(7),
                   .arithmetic = CellArithmetic::prime_field,
                   .checks = CellChecks::keys_and_values},
          .family = HashFamily::fast,
          .seed = Seed(8),
          .operations = {{1, "alice", "blue..."},
                         {1, "bob..", "green.."},
                         {1, "carol", "red...."},
                         {1, "carol", "yellow."},
                         {1, "dave.", "violet."}},
          .lost_afterwards = {}};
}

inline GoldenTable golden_coupled() {
  return {.name = "iblt-coupled",
          .about = "coupled: three neighbours of seven segments for each key",
          .spec = {.cells = CellCount(21), .hashes = HashCount(3), .segments = SegmentCount(7)},
          .family = HashFamily::fast,
          .seed = Seed(9, 10),
          .operations = {{1, "monday..", ""},
                         {1, "tuesday.", ""},
                         {1, "thursday", ""},
                         {1, "friday..", ""},
                         {1, "saturday", ""},
                         {-1, "sunday..", ""}},
          .lost_afterwards = {}};
}

inline GoldenTable golden_coupled_lost() {
  return {.name = "iblt-coupled-lost",
          .about = "coupled: segments 2 and 5 of 8 are lost",
          .spec = {.cells = CellCount(32),
                   .hashes = HashCount(4),
                   .segments = SegmentCount(8),
                   .key_width = ByteWidth(5),
                   .value_width = ByteWidth(3)},
          .family = HashFamily::siphash,
          .seed = Seed(11),
          .operations = {{1, "anvil", "ACM"}, {1, "piano", "ACM"}, {1, "safe.", "ACM"}, {-1, "seed.", "ACM"}},
          .lost_afterwards = {5, 2}};
}

// Twelve bits are two bytes in the plain form, of which four bits stay zero though the sums wrap.
inline GoldenTable golden_short_checks() {
  return {.name = "iblt-short-checks",
          .about = "checks of 12 bits, wrapping sums, keys of 4 and values of 2 bytes",
          .spec = {.cells = CellCount(15),
                   .hashes = HashCount(3),
                   .key_width = ByteWidth(4),
                   .value_width = ByteWidth(2),
                   .arithmetic = CellArithmetic::wrapping_sums,
                   .checks = CellChecks::keys_and_values,
                   .check_bits = BitWidth(12)},
          .family = HashFamily::fast,
          .seed = Seed(12),
          .operations = {{1, "iron", "Fe"},
                         {1, "gold", "Au"},
                         {1, "lead", "Pb"},
                         {1, "zinc", "Zn"},
                         {-1, "tin.", "Sn"}},
          .lost_afterwards = {}};
}

// The worked example of the compact form in docs/formats/iblt.md.
inline GoldenTable golden_compact_sparse() {
  return {.name = "iblt-compact-sparse",
          .about = "compact: 3 of 12 cells in use, the others left out",
          .spec = {.cells = CellCount(12),
                   .hashes = HashCount(3),
                   .key_width = ByteWidth(4),
                   .check_bits = BitWidth(16)},
          .family = HashFamily::fast,
          .seed = Seed(13),
          .operations = {{1, "plum", ""}},
          .lost_afterwards = {},
          .form = wire::IbltForm::compact};
}

inline GoldenTable golden_compact_full() {
  return {.name = "iblt-compact-full",
          .about =
              "compact: all cells in use, prime-field cells, checks of 20 bits, two counts so far off that "
              "they are escaped",
          .spec = {.cells = CellCount(18),
                   .hashes = HashCount(3),
                   .segments = SegmentCount(9),
                   .key_width = ByteWidth(9),
                   .value_width = ByteWidth(1),
                   .arithmetic = CellArithmetic::prime_field,
                   .checks = CellChecks::keys_and_values,
                   .check_bits = BitWidth(20)},
          .family = HashFamily::fast,
          .seed = Seed(85),
          .operations = {{2, "wednesday", "a"},
                         {3, "september", "b"},
                         {1, "alligator", "c"},
                         {4, "crocodile", "d"},
                         {-1'000'000'000'000, "barracuda", "e"},
                         {1, "armadillo", "f"},
                         {2, "orangutan", "g"},
                         {1, "porcupine", "h"},
                         {3, "butterfly", "i"},
                         {1'000'000'000'000, "jellyfish", "j"}},
          .lost_afterwards = {},
          .form = wire::IbltForm::compact};
}

// Two keys are light: "hazelnut" has cells in sub-tables 1 and 4 alone.
inline GoldenTable golden_irregular() {
  return {.name = "iblt-irregular",
          .about = "irregular: about half of the keys have two cells, the others five",
          .spec = {.cells = CellCount(30),
                   .hashes = HashCount(5),
                   .weights = {{HashCount(2), 32'768}, WeightSource::hash}},
          .family = HashFamily::fast,
          .seed = Seed(14, 15),
          .operations = {{1, "acorn...", ""},
                         {1, "beech...", ""},
                         {1, "chestnut", ""},
                         {1, "hazelnut", ""},
                         {1, "walnut..", ""},
                         {-1, "pecan...", ""}},
          .lost_afterwards = {}};
}

inline GoldenTable golden_irregular_weights() {
  return {.name = "iblt-irregular-weights",
          .about =
              "irregular: keys that end in a byte below 64 have three cells, the others eight; sub-tables 6 "
              "and 0 are lost",
          .spec = {.cells = CellCount(48),
                   .hashes = HashCount(8),
                   .weights = {{HashCount(3), 64 * 256}, WeightSource::last_byte},
                   .key_width = ByteWidth(7),
                   .value_width = ByteWidth(2),
                   .arithmetic = CellArithmetic::prime_field,
                   .check_bits = BitWidth(40)},
          .family = HashFamily::siphash,
          .seed = Seed(16),
          .operations = {{1, "copper?", "Cu"},
                         {2, "silver@", "Ag"},
                         {1, "cobalt?", "Co"},
                         {-1, "nickel@", "Ni"},
                         {3, "helium ", "He"}},
          .lost_afterwards = {6, 0}};
}

inline std::vector<GoldenTable> golden_tables() {
  return {golden_xor(),          golden_prime_field(),      golden_wrapping(),
          golden_siphash(),      golden_lost_sub_table(),   golden_simple(),
          golden_poisoned(),     golden_coupled(),          golden_coupled_lost(),
          golden_short_checks(), golden_compact_sparse(),   golden_compact_full(),
          golden_irregular(),    golden_irregular_weights()};
}

}  // namespace peel::test
