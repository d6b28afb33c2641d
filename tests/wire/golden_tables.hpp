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

inline std::vector<GoldenTable> golden_tables() {
  return {golden_xor(),    golden_prime_field(), golden_wrapping(), golden_siphash(), golden_lost_sub_table(),
          golden_simple(), golden_poisoned()};
}

}  // namespace peel::test
