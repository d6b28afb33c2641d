// The sketches of tests/golden: how each is made, and their JSON.
#pragma once

#include "peel/invertible/sketch.hpp"

#include "wire/golden_json.hpp"
#include "wire/golden_tables.hpp"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace peel::test {

struct GoldenStrataItem {
  std::int64_t times;
  std::uint64_t item;
};

struct GoldenSketch {
  GoldenTable table;  // with the name of the file
  SketchDescription description;
  std::int64_t rows;
  StrataSpec strata;
  std::vector<GoldenStrataItem> items;
};

// What GoogleTest prints of a sketch in a failure.
inline void PrintTo(const GoldenSketch& golden, std::ostream* out) {
  *out << golden.table.about;
}

inline Sketch made(const GoldenSketch& golden) {
  const auto shape = StrataShape::from(golden.strata);
  if (!shape) throw std::runtime_error(shape.error().sentence());
  StrataEstimator strata(*shape, golden.table.family, golden.table.seed);
  for (const auto& [times, item] : golden.items) {
    if (const auto ok = strata.add(std::span(&item, 1), times); !ok) {
      throw std::runtime_error(ok.error().sentence());
    }
  }
  return {golden.description, golden.rows, made(golden.table), std::move(strata)};
}

inline std::string json_of(const GoldenSketch& golden, const Sketch& sketch) {
  const SketchDescription& description = sketch.description;
  std::string columns, types, totals;
  for (const std::string& column : description.columns) {
    columns += (columns.empty() ? "\"" : ", \"") + hex(as_bytes(column)) + "\"";
  }
  if (!description.types.empty()) {
    types = "  \"types\": \"" + std::string(description.types.begin(), description.types.end()) + "\",\n";
  }
  for (const Iblt& level : sketch.strata.levels()) {
    totals += (totals.empty() ? "" : ", ") + std::to_string(level.gross_total());
  }
  std::vector<std::string> items;
  for (const auto& [times, item] : golden.items) {
    items.push_back("{\"times\": " + std::to_string(times) + ", \"item\": " + std::to_string(item) + "}");
  }
  std::ostringstream more;
  more << "  \"items\": \"" << name_of(description.items) << "\",\n"
       << "  \"has_header\": " << (description.has_header ? "true" : "false") << ",\n"
       << "  \"columns\": [" << columns << "],\n"
       << types << "  \"key_columns\": " << description.key_columns << ",\n"
       << "  \"key_bytes\": " << unsigned{description.key_bytes} << ",\n"
       << "  \"rows\": " << sketch.rows << ",\n"
       << "  \"first_level\": " << sketch.strata.shape().first_level().value << ",\n"
       << "  \"level_cells\": " << sketch.strata.shape().level_shape().cells().value << ",\n"
       << "  \"level_totals\": [" << totals << "],\n"
       << "  \"differing\": " << sketch.strata.estimate().listed.value << ",\n"
       << "  \"strata_items\": " << json_array(items, "  ") << ",\n";
  return json_of(golden.table, sketch.table, sketch.table.list(), more.str());
}

// The worked example of docs/formats/sketch.md: small enough to print.
inline GoldenSketch golden_sketch_lines() {
  return {.table = {.name = "sketch-lines",
                    .about = "two lines, one of them twice: the worked example of docs/formats/sketch.md",
                    .spec = {.cells = CellCount(6),
                             .hashes = HashCount(3),
                             .arithmetic = CellArithmetic::prime_field,
                             .check_bits = BitWidth(24)},
                    .family = HashFamily::fast,
                    .seed = kDefaultSeed,
                    .operations = {{1, "digest-1", ""}, {2, "digest-2", ""}},
                    .lost_afterwards = {},
                    .form = wire::IbltForm::compact},
          .description = {},
          .rows = 3,
          .strata = {.levels = LevelCount(2), .level_cells = CellCount(4)},
          .items = {{1, 0x0031676964}, {2, 0x0032676964}}};
}

inline GoldenSketch golden_sketch_rows() {
  return {.table = {.name = "sketch-rows",
                    .about = "rows with a header: a key of two columns, names that are not text, siphash",
                    .spec = {.cells = CellCount(28),
                             .hashes = HashCount(3),
                             .segments = SegmentCount(7),
                             .key_width = ByteWidth(24),
                             .arithmetic = CellArithmetic::prime_field,
                             .check_bits = BitWidth(32)},
                    .family = HashFamily::siphash,
                    .seed = Seed(14, 15),
                    .operations = {{1, "key 01..........value 01", ""},
                                   {1, "key 02..........value 02", ""},
                                   {1, "key 03..........value 03", ""},
                                   {1, "key 04..........value 04", ""}},
                    .lost_afterwards = {},
                    .form = wire::IbltForm::compact},
          .description = {.items = SketchDescription::Items::rows,
                          .has_header = true,
                          .columns = {"city", "", "na,me", std::string("\xFF\0\n", 3)},
                          .key_columns = 2,
                          .key_bytes = 16},
          .rows = 4,
          .strata = {.first_level = SamplingLevel(0), .levels = LevelCount(5), .level_cells = CellCount(16)},
          .items = {{1, 101}, {1, 102}, {1, 103}, {1, 104}}};
}

// The bytes that hexadecimal digits say.
inline std::string bytes_of(std::string_view digits) {
  std::string bytes;
  for (; !digits.empty(); digits.remove_prefix(2))
    bytes += static_cast<char>(std::stoul(std::string(digits.substr(0, 2)), nullptr, 16));
  return bytes;
}

// The items are those of docs/formats/rows.md: a NULL in a key, and a key that travels as a digest.
inline GoldenSketch golden_sketch_typed() {
  return {
      .table =
          {.name = "sketch-typed",
           .about = "typed rows: keys of an integer and a text, one with NULL, one too long for its slot",
           .spec = {.cells = CellCount(21),
                    .hashes = HashCount(3),
                    .key_width = ByteWidth(29),
                    .arithmetic = CellArithmetic::prime_field,
                    .check_bits = BitWidth(24)},
           .family = HashFamily::fast,
           .seed = kDefaultSeed,
           .operations = {{1, bytes_of("086901077403556c6d000000000000000000000000822f5a93ce87bba7"), ""},
                          {1, bytes_of("046e007400000000000000000000000000000000009181e7ae06f0e00d"), ""},
                          {1, bytes_of("ff333baaf22717213e1520368defdb08e900000000822f5a93ce87bba7"), ""}},
           .lost_afterwards = {},
           .form = wire::IbltForm::compact},
      .description = {.items = SketchDescription::Items::typed_rows,
                      .has_header = true,
                      .columns = {"id", "place", "price", "seen"},
                      .key_columns = 2,
                      .key_bytes = 16,
                      .types = {'i', 't', 'f', 'u'}},
      .rows = 3,
      .strata = {.levels = LevelCount(3), .level_cells = CellCount(8)},
      .items = {{1, 0x06079CAAAAEB72}, {1, 0xD0F438D7E0E452}, {1, 0x6285EB9396F98D}}};
}

inline GoldenSketch golden_sketch_difference() {
  return {.table = {.name = "sketch-difference",
                    .about = "a difference with more on the right, columns by number, a lost sub-table",
                    .spec = {.cells = CellCount(20),
                             .hashes = HashCount(4),
                             .key_width = ByteWidth(12),
                             .value_width = ByteWidth(7),
                             .arithmetic = CellArithmetic::prime_field,
                             .check_bits = BitWidth(24)},
                    .family = HashFamily::fast,
                    .seed = Seed(16),
                    .operations = {{1, "row 00000001", "old...."},
                                   {-1, "row 00000001", "new...."},
                                   {-1'000'000, "row 00000002", "same..."}},
                    .lost_afterwards = {3},
                    .form = wire::IbltForm::compact},
          .description = {.items = SketchDescription::Items::rows,
                          .has_header = false,
                          .columns = {"3", "1"},
                          .key_columns = 1,
                          .key_bytes = 12},
          .rows = -1'000'000,
          .strata = {.first_level = SamplingLevel(1), .levels = LevelCount(3), .level_cells = CellCount(8)},
          .items = {{1, 0x00FFFFFFFFFFFFFF}, {-1, 2}, {-1'000'000, 3}, {1, 4}, {1, 5}}};
}

inline std::vector<GoldenSketch> golden_sketches() {
  return {golden_sketch_lines(), golden_sketch_rows(), golden_sketch_typed(), golden_sketch_difference()};
}

}  // namespace peel::test
