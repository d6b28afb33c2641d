// The rateless sketches of tests/golden: how each is made, and their JSON.
#pragma once

#include "peel/invertible/rateless_decoder.hpp"
#include "peel/invertible/rateless_sketch.hpp"

#include "wire/golden_json.hpp"
#include "wire/golden_tables.hpp"

#include <cstdint>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace peel::test {

struct GoldenRateless {
  std::string name;
  std::string about;
  RatelessSpec spec;
  std::uint64_t cells;
  HashFamily family;
  Seed seed;
  SketchDescription description;
  std::int64_t rows;
  std::vector<GoldenOperation> operations;
};

// What GoogleTest prints of a sketch in a failure.
inline void PrintTo(const GoldenRateless& golden, std::ostream* out) {
  *out << golden.about;
}

inline RatelessSketch empty_rateless(const RatelessSpec& spec, std::uint64_t cells, const KeyHasher& hashing,
                                     const SketchDescription& description = {}) {
  const auto shape = RatelessShape::from(spec);
  if (!shape) throw std::runtime_error(shape.error().sentence());
  auto made = RatelessCells::empty(*shape, hashing, {0, cells});
  if (!made) throw std::runtime_error(made.error().sentence());
  return {description, 0, std::move(*made)};
}

inline RatelessSketch made(const GoldenRateless& golden) {
  RatelessSketch sketch =
      empty_rateless(golden.spec, golden.cells, KeyHasher(golden.family, golden.seed), golden.description);
  sketch.rows = golden.rows;
  for (const auto& [times, key, value] : golden.operations) {
    if (const auto ok = sketch.cells.add(as_bytes(key), times); !ok)
      throw std::runtime_error(ok.error().sentence());
  }
  return sketch;
}

// One word of each cell, stream by stream.
inline std::string json_words(const RatelessCells& cells, unsigned word) {
  std::string streams;
  for (std::uint64_t shard = 0; shard < cells.shape().shards(); ++shard) {
    const auto words = cells.stream(shard);
    std::string stream;
    for (std::size_t at = word; at < words.size(); at += cells.shape().cell_words())
      stream += (stream.empty() ? "" : ", ") + std::to_string(static_cast<std::int64_t>(words[at]));
    streams += (streams.empty() ? "[" : ", [") + stream + "]";
  }
  return "[" + streams + "]";
}

inline std::string json_of(const GoldenRateless& golden, const RatelessSketch& sketch) {
  const SketchDescription& description = sketch.description;
  const RatelessShape& shape = sketch.cells.shape();
  const RatelessTotals& totals = sketch.cells.totals();
  std::string columns, types;
  for (const std::string& column : description.columns)
    columns += (columns.empty() ? "\"" : ", \"") + hex(as_bytes(column)) + "\"";
  if (!description.types.empty())
    types = "  \"types\": \"" + std::string(description.types.begin(), description.types.end()) + "\",\n";
  std::vector<std::string> operations;
  for (const auto& [times, key, value] : golden.operations) {
    operations.push_back("{\"times\": " + std::to_string(times) + ", \"key\": \"" + hex(as_bytes(key)) +
                         "\", \"value\": \"\"}");
  }
  RatelessDecoder decoder(shape, sketch.cells.hashing());
  if (const auto ok = decoder.take(sketch.cells); !ok) throw std::runtime_error(ok.error().sentence());
  const Listing listing = decoder.listing();
  std::ostringstream out;
  out << json_heading(golden) << "  \"form\": \"" << name_of(shape.form()) << "\",\n"
      << "  \"arithmetic\": \"" << name_of(shape.arithmetic()) << "\",\n"
      << "  \"item_width\": " << shape.key_width().value << ",\n"
      << "  \"check_bits\": " << shape.check_bits().value << ",\n"
      << "  \"shard_bits\": " << shape.shard_bits().value << ",\n"
      << "  \"cells\": " << sketch.cells.range().end << ",\n"
      << "  \"items\": \"" << name_of(description.items) << "\",\n"
      << "  \"has_header\": " << (description.has_header ? "true" : "false") << ",\n"
      << "  \"columns\": [" << columns << "],\n"
      << types << "  \"key_columns\": " << description.key_columns << ",\n"
      << "  \"key_bytes\": " << unsigned{description.key_bytes} << ",\n"
      << "  \"rows\": " << sketch.rows << ",\n"
      << "  \"net_total\": " << totals.net << ",\n"
      << "  \"gross_total\": " << totals.gross << ",\n"
      << "  \"digest\": [\"" << std::hex << totals.digest_low << "\", \"" << totals.digest_high << std::dec
      << "\"],\n"
      << "  \"counts\": " << json_words(sketch.cells, 0) << ",\n"
      << "  \"first_limbs\": " << json_words(sketch.cells, 1) << ",\n"
      << "  \"check_sums\": " << json_words(sketch.cells, shape.check_offset()) << ",\n"
      << "  \"operations\": " << json_array(operations, "  ") << ",\n"
      << "  \"listing\": {\n"
      << "    \"outcome\": \"" << name_of(listing.outcome) << "\",\n"
      << "    \"inserted\": " << json_entries(listing.inserted) << ",\n"
      << "    \"deleted\": " << json_entries(listing.deleted) << "\n"
      << "  }\n"
      << "}\n";
  return out.str();
}

// The worked example of docs/formats/rateless.md: small enough to print.
inline GoldenRateless golden_rateless_lines() {
  return {.name = "rateless-lines",
          .about = "two lines, one of them twice: the worked example of docs/formats/rateless.md",
          .spec = {.form = RatelessForm::regular,
                   .arithmetic = CellArithmetic::prime_field,
                   .check_bits = BitWidth(24)},
          .cells = 5,
          .family = HashFamily::fast,
          .seed = kDefaultSeed,
          .description = {},
          .rows = 3,
          .operations = {{1, "digest-1", ""}, {2, "digest-2", ""}}};
}

inline GoldenRateless golden_rateless_blocks() {
  GoldenRateless golden{
      .name = "rateless-blocks",
      .about = "three blocks of an irregular sketch of 500 rows with unique items: more than it lists",
      .spec = {.item_width = ByteWidth(3), .check_bits = BitWidth(24)},
      .cells = 321,
      .family = HashFamily::siphash,
      .seed = Seed(17, 18),
      .description = {.items = SketchDescription::Items::rows,
                      .has_header = true,
                      .columns = {"city", "", std::string("\xFF\0\n", 3)},
                      .key_columns = 2,
                      .key_bytes = 2},
      .rows = 500,
      .operations = {}};
  for (unsigned item = 0; item < 500; ++item) {
    golden.operations.push_back({1, {static_cast<char>(item % 256), static_cast<char>(item / 256), 'x'}, ""});
  }
  return golden;
}

inline GoldenRateless golden_rateless_difference() {
  return {.name = "rateless-difference",
          .about = "a difference with more on the right, in four streams of typed rows",
          .spec = {.item_width = ByteWidth(20),
                   .arithmetic = CellArithmetic::prime_field,
                   .check_bits = BitWidth(64),
                   .shard_bits = BitWidth(2)},
          .cells = 40,
          .family = HashFamily::fast,
          .seed = Seed(19),
          .description = {.items = SketchDescription::Items::typed_rows,
                          .has_header = false,
                          .columns = {"3", "1"},
                          .key_columns = 1,
                          .key_bytes = 12,
                          .types = {'i', 't'}},
          .rows = -1'000'002,
          .operations = {{1, "row 00000001old.....", ""},
                         {-1, "row 00000001new.....", ""},
                         {-2, "row 00000003new.....", ""},
                         {-1'000'000, "row 00000002same....", ""}}};
}

inline std::vector<GoldenRateless> golden_rateless_sketches() {
  return {golden_rateless_lines(), golden_rateless_blocks(), golden_rateless_difference()};
}

}  // namespace peel::test
