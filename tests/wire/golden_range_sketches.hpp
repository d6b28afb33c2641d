// The range sketches of tests/golden: how each is made, and their JSON.
#pragma once

#include "peel/frequency/range_sketch.hpp"

#include "wire/golden_grids.hpp"

#include <cstdint>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace peel::test {

struct GoldenKey {
  std::uint64_t key;
  std::uint64_t copies = 1;
};

struct GoldenRangeSketch {
  std::string name;
  std::string about;
  GridSpec spec;
  std::uint64_t key_bits;
  HashFamily family;
  Seed seed;
  std::vector<GoldenKey> operations;
};

inline void PrintTo(const GoldenRangeSketch& golden, std::ostream* out) {
  *out << golden.about;
}

inline RangeSketch made(const GoldenRangeSketch& golden) {
  const auto shape = RangeShape::from(shape_of(golden.spec), BitWidth(golden.key_bits));
  if (!shape) throw std::runtime_error(shape.error().sentence());
  RangeSketch sketch(*shape, golden.family, golden.seed);
  for (const auto& [key, copies] : golden.operations) {
    if (auto added = sketch.add(key, CopyCount(copies)); !added)
      throw std::runtime_error(added.error().sentence());
  }
  return sketch;
}

inline std::string json_of(const GoldenRangeSketch& golden, const RangeSketch& sketch) {
  std::vector<std::string> operations;
  for (const auto& [key, copies] : golden.operations) {
    operations.push_back("{\"key\": " + std::to_string(key) + ", \"copies\": " + std::to_string(copies) +
                         "}");
  }
  const GridShape& grid = sketch.shape().grid();
  std::ostringstream out;
  out << json_heading(golden) << "  \"key_bits\": " << sketch.shape().key_bits().value << ",\n"
      << "  \"rows\": " << grid.rows().value << ",\n"
      << "  \"columns\": " << grid.columns().value << ",\n"
      << "  \"cell_bits\": " << grid.cell_bits().value << ",\n"
      << "  \"sketched_levels\": " << sketch.shape().sketched_levels().value << ",\n"
      << "  \"total\": " << sketch.total().value << ",\n"
      << "  \"operations\": " << json_array(operations, "  ") << "\n"
      << "}\n";
  return out.str();
}

inline GoldenRangeSketch golden_range_sketch_bytes() {
  return {.name = "range-sketch-bytes",
          .about = "three keys of 8 bits, the last 2 levels in grids: the worked example of docs/formats",
          .spec = {.rows = RowCount(2), .columns = ColumnCount(32), .cell_bits = BitWidth(16)},
          .key_bits = 8,
          .family = HashFamily::fast,
          .seed = kDefaultSeed,
          .operations = {{42, 300}, {7, 8}, {200, 1}}};
}

inline std::vector<GoldenRangeSketch> golden_range_sketches() {
  std::vector<GoldenKey> many;
  for (std::uint64_t i = 0; i < 150; ++i) many.push_back({i * i * i * 0x1234567, 1 + 700 / (i + 1)});
  return {
      golden_range_sketch_bytes(),
      {.name = "range-sketch-wide",
       .about = "keys of 64 bits, siphash",
       .spec = {.rows = RowCount(3), .columns = ColumnCount(11), .cell_bits = BitWidth(32)},
       .key_bits = 64,
       .family = HashFamily::siphash,
       .seed = Seed(121),
       .operations = many},
      {.name = "range-sketch-exact",
       .about = "so many counters that every level is exact",
       .spec = {.rows = RowCount(1), .columns = ColumnCount(1'000), .cell_bits = BitWidth(8)},
       .key_bits = 9,
       .family = HashFamily::fast,
       .seed = Seed(122),
       .operations = {{0, 3}, {511, std::uint64_t{1} << 60}}},
      {.name = "range-sketch-saturated",
       .about = "counters of 8 bits, some of them at 255",
       .spec = {.rows = RowCount(2), .columns = ColumnCount(5), .cell_bits = BitWidth(8)},
       .key_bits = 12,
       .family = HashFamily::fast,
       .seed = Seed(123),
       .operations = {{4'095, 1'000}, {17, 3}}},
  };
}

}  // namespace peel::test
