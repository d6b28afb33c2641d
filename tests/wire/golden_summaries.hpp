// The summaries of tests/golden: the tables that they are of, the keys of these, and their JSON.
#pragma once

#include "peel/tables/known_summary.hpp"
#include "peel/tables/multilevel_places.hpp"
#include "peel/wire/table_summary_codec.hpp"

#include "support/pairs.hpp"
#include "wire/golden_json.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace peel::test {

struct GoldenNote {
  std::string key;
  Level level;
  bool forgotten = false;  // else noted
};

// What each kind is made of: bits of a hash, a single filter, or filters.
using GoldenParts = std::variant<BitWidth, SingleFilterSpec, std::vector<FilterSpec>>;

struct GoldenSummary {
  std::string name;
  std::string about;
  MultilevelSpec table;
  HashFamily family;
  Seed seed;
  GoldenParts parts;
  std::vector<std::string> keys;
  std::size_t forget_every = 0;  // 0: none
};

inline void PrintTo(const GoldenSummary& golden, std::ostream* out) {
  *out << golden.about;
}

template <class Summary>
std::unique_ptr<TableSummary> owned_summary(Result<Summary> summary) {
  return std::make_unique<Summary>(value_of(std::move(summary)));
}

inline std::unique_ptr<TableSummary> made_of(BitWidth bits) {
  return owned_summary(InterpolationSummary::make(bits, ItemCount(0)));
}

inline std::unique_ptr<TableSummary> made_of(const SingleFilterSpec& spec) {
  const auto shape = value_of(SingleFilterShape::from(spec));
  if (spec.packing == CellPacking::counters) return owned_summary(CountingSingleFilterSummary::make(shape));
  return owned_summary(SingleFilterSummary::make(shape));
}

inline std::unique_ptr<TableSummary> made_of(const std::vector<FilterSpec>& specs) {
  std::vector<FilterShape> shapes;
  for (const FilterSpec& spec : specs) shapes.push_back(value_of(FilterShape::from(spec)));
  if (specs.front().cell_bits.value == kCountingCellBits)
    return owned_summary(CountingMultipleFilterSummary::make(shapes));
  return owned_summary(MultipleFilterSummary::make(shapes));
}

// What a table of that shape would tell its summary of these keys. Those that meet a crisis are left out.
inline std::vector<GoldenNote> notes_of(const GoldenSummary& golden) {
  const auto shape = value_of(MultilevelShape::from(golden.table));
  const KeyHasher hasher(golden.family, golden.seed);
  OccupancyTable occupied(shape);
  std::vector<GoldenNote> notes;
  for (const std::string& key : golden.keys) {
    const auto place = occupied.first_free(hasher(as_bytes(key)), shape);
    if (!place) continue;
    occupied.take(place->slot);
    notes.push_back({key, place->level});
  }
  const std::size_t noted = notes.size();
  for (std::size_t i = 0; golden.forget_every != 0 && i < noted; i += golden.forget_every)
    notes.push_back({notes[i].key, notes[i].level, true});
  return notes;
}

inline wire::SavedSummary made(const GoldenSummary& golden) {
  const KeyHasher hasher(golden.family, golden.seed);
  wire::SavedSummary saved{{value_of(MultilevelShape::from(golden.table)), hasher},
                           std::visit([](const auto& parts) { return made_of(parts); }, golden.parts)};
  for (const GoldenNote& note : notes_of(golden)) {
    const KeyHash hash = hasher(as_bytes(note.key));
    if (!note.forgotten) {
      saved.summary->note(hash, note.level);
    } else if (saved.summary->forget(hash, note.level) != Erased::erased) {
      throw std::runtime_error(note.key + " cannot be forgotten");
    }
  }
  return saved;
}

// Members that only this kind has, each line with its comma.
inline std::string json_of_parts(const InterpolationSummary& summary) {
  return "  \"hash_bits\": " + std::to_string(summary.bits().value) +
         ",\n  \"entries\": " + std::to_string(summary.size().value) + ",\n";
}

inline std::string json_of_parts(const SingleFilterShape& shape) {
  return "  \"packing\": \"" + std::string(name_of(shape.packing())) +
         "\",\n  \"hashes\": " + std::to_string(shape.hashes().value) +
         ",\n  \"cells\": " + std::to_string(shape.cells().value) + ",\n";
}
inline std::string json_of_parts(const SingleFilterSummary& summary) {
  return json_of_parts(summary.shape());
}
inline std::string json_of_parts(const CountingSingleFilterSummary& summary) {
  return json_of_parts(summary.shape()) + "  \"saturated\": " + std::to_string(summary.saturated().value) +
         ",\n";
}

template <class MultipleFilters>
std::string json_of_parts(const MultipleFilters& summary) {
  std::vector<std::string> filters;
  for (const auto& filter : summary.filters()) {
    const FilterShape& shape = filter.shape();
    filters.push_back("{\"layout\": \"" + std::string(name_of(shape.layout())) +
                      "\", \"cell_bits\": " + std::to_string(shape.cell_bits().value) +
                      ", \"hashes\": " + std::to_string(shape.hashes().value) +
                      ", \"cells\": " + std::to_string(shape.cells().value) + "}");
  }
  return "  \"filters\": " + json_array(filters, "  ") + ",\n";
}

// Where the table would look for the key: the level that is said, and the number of its bucket there.
inline std::string answer_of(const wire::SavedSummary& saved, const std::string& key) {
  const KeyHash hash = saved.of.hasher(as_bytes(key));
  const Level level = saved.summary->where(hash);
  std::string text = "{\"key\": \"" + hex(as_bytes(key)) + "\", \"level\": " + std::to_string(level.number);
  if (!level.is_none()) {
    const MultilevelShape& table = saved.of.table;
    text += ", \"bucket\": " +
            std::to_string(bucket_of(hash, table, level.table()) - table.first_bucket(level.table()));
  }
  return text + "}";
}

inline std::string json_of(const GoldenSummary& golden, const wire::SavedSummary& saved) {
  std::set<std::string> asked;
  std::vector<std::string> operations, answers;
  for (const auto& [key, level, forgotten] : notes_of(golden)) {
    asked.insert(key);
    operations.push_back("{\"key\": \"" + hex(as_bytes(key)) + "\", \"level\": " +
                         std::to_string(level.number) + (forgotten ? ", \"forgotten\": true}" : "}"));
  }
  for (int i = 0; i < 12; ++i) asked.insert("other " + std::to_string(i));
  for (const std::string& key : asked) answers.push_back(answer_of(saved, key));
  std::string buckets;
  for (const BucketCount each : saved.of.table.all_buckets())
    buckets += (buckets.empty() ? "" : ", ") + std::to_string(each.value);
  const auto known = value_of(known_summary(*saved.summary));
  std::ostringstream out;
  out << json_heading(golden) << "  \"summary\": \"" << name_of(saved.summary->kind()) << "\",\n"
      << "  \"buckets\": [" << buckets << "],\n"
      << "  \"slots\": " << saved.of.table.slots().value << ",\n"
      << std::visit([](const auto* of) { return json_of_parts(*of); }, known)
      << "  \"operations\": " << json_array(operations, "  ") << ",\n"
      << "  \"answers\": " << json_array(answers, "  ") << "\n"
      << "}\n";
  return out.str();
}

inline MultilevelSpec golden_table(const std::vector<std::uint64_t>& buckets,
                                   SlotCount slots = SlotCount(1)) {
  MultilevelSpec spec{.buckets = {}, .slots = slots};
  for (const std::uint64_t each : buckets) spec.buckets.emplace_back(each);
  return spec;
}

inline std::vector<std::string> numbered_keys(std::size_t count) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < count; ++i) keys.push_back("key " + std::to_string(i));
  return keys;
}

// Filters of decreasing size, the first in blocks.
inline std::vector<FilterSpec> golden_filters_of(BitWidth cell_bits) {
  const auto classic = [&](std::uint64_t cells, std::uint64_t hashes) {
    return FilterSpec{.layout = FilterLayout::classic,
                      .cells = CellCount(cells),
                      .hashes = HashCount(hashes),
                      .cell_bits = cell_bits};
  };
  return {{.layout = FilterLayout::line_blocks,
           .cells = CellCount(1024),
           .hashes = HashCount(6),
           .cell_bits = cell_bits},
          classic(601, 20),
          classic(97, 33),
          classic(20, 9)};
}

inline GoldenSummary golden_fruits(const std::string& name, GoldenParts parts) {
  return {.name = "table-summary-" + name,
          .about = "four fruits in two sub-tables: a worked example of docs/formats/table-summary.md",
          .table = golden_table({3, 2}),
          .family = HashFamily::fast,
          .seed = kDefaultSeed,
          .parts = std::move(parts),
          .keys = {"apple", "pear", "fig", "plum"}};
}

inline SingleFilterSpec golden_cells(std::uint64_t cells, HashCount hashes, SegmentCount sub_tables,
                                     CellPacking packing) {
  return {.cells = CellCount(cells), .hashes = hashes, .sub_tables = sub_tables, .packing = packing};
}

inline std::vector<GoldenSummary> golden_interpolations() {
  return {
      golden_fruits("interpolation", BitWidth(16)),
      {.name = "table-summary-interpolation-wide",
       .about =
           "61 bits of each hash, seven sub-tables, buckets of three slots, some keys forgotten, siphash",
       .table = golden_table({20, 9, 5, 3, 2, 1, 1}, SlotCount(3)),
       .family = HashFamily::siphash,
       .seed = Seed(131, 132),
       .parts = BitWidth(61),
       .keys = numbered_keys(110),
       .forget_every = 7},
      {.name = "table-summary-interpolation-collisions",
       .about = "8 bits of each hash, of which many keys have the same",
       .table = golden_table({60, 20, 10, 5}),
       .family = HashFamily::fast,
       .seed = Seed(133),
       .parts = BitWidth(8),
       .keys = numbered_keys(90)},
      {.name = "table-summary-interpolation-one-level",
       .about = "a table of one sub-table: levels take no bits",
       .table = golden_table({100}),
       .family = HashFamily::fast,
       .seed = Seed(134),
       .parts = BitWidth(20),
       .keys = numbered_keys(40)},
      {.name = "table-summary-interpolation-empty",
       .about = "no keys",
       .table = golden_table({40, 10}),
       .family = HashFamily::fast,
       .seed = Seed(135),
       .parts = BitWidth(55),
       .keys = {}},
  };
}

inline std::vector<GoldenSummary> golden_single_filters() {
  return {
      golden_fruits("single", golden_cells(24, HashCount(3), SegmentCount(2), CellPacking::six_values)),
      {.name = "table-summary-single-six-values",
       .about = "cells of 0 to 5, the last byte not full",
       .table = golden_table({100, 30, 12, 6, 6}),
       .family = HashFamily::siphash,
       .seed = Seed(136),
       .parts = golden_cells(1'000, HashCount(8), SegmentCount(5), CellPacking::six_values),
       .keys = numbered_keys(100)},
      {.name = "table-summary-single-three-bits",
       .about = "cells of three bits, more than 16 hashes, seven sub-tables",
       .table = golden_table({80, 20, 10, 5, 4, 3, 2}),
       .family = HashFamily::fast,
       .seed = Seed(137),
       .parts = golden_cells(900, HashCount(18), SegmentCount(7), CellPacking::three_bits),
       .keys = numbered_keys(100)},
      {.name = "table-summary-single-empty",
       .about = "no keys",
       .table = golden_table({40, 10}),
       .family = HashFamily::fast,
       .seed = Seed(138),
       .parts = golden_cells(64, HashCount(4), SegmentCount(2), CellPacking::three_bits),
       .keys = {}},
      {.name = "table-summary-counting-single",
       .about = "three counters in a cell, some keys forgotten",
       .table = golden_table({60, 20, 10}),
       .family = HashFamily::fast,
       .seed = Seed(139),
       .parts = golden_cells(301, HashCount(7), SegmentCount(3), CellPacking::counters),
       .keys = numbered_keys(60),
       .forget_every = 4},
      {.name = "table-summary-counting-single-saturated",
       .about = "counters that reached 15 and stayed there",
       .table = golden_table({200, 100}),
       .family = HashFamily::fast,
       .seed = Seed(140),
       .parts = golden_cells(10, HashCount(2), SegmentCount(2), CellPacking::counters),
       .keys = numbered_keys(90),
       .forget_every = 3},
      {.name = "table-summary-counting-single-empty",
       .about = "no keys",
       .table = golden_table({40, 10}),
       .family = HashFamily::fast,
       .seed = Seed(141),
       .parts = golden_cells(9, HashCount(3), SegmentCount(2), CellPacking::counters),
       .keys = {}},
  };
}

inline std::vector<GoldenSummary> golden_multiple_filters() {
  return {
      golden_fruits("multiple",
                    std::vector<FilterSpec>{
                        {.layout = FilterLayout::classic, .cells = CellCount(40), .hashes = HashCount(3)},
                        {.layout = FilterLayout::classic, .cells = CellCount(20), .hashes = HashCount(5)}}),
      {.name = "table-summary-multiple-skewed",
       .about = "four filters, the first in blocks, one of 33 hashes, siphash",
       .table = golden_table({90, 30, 12, 6}),
       .family = HashFamily::siphash,
       .seed = Seed(142),
       .parts = golden_filters_of(BitWidth(1)),
       .keys = numbered_keys(90)},
      {.name = "table-summary-multiple-empty",
       .about = "no keys",
       .table = golden_table({90, 30, 12, 6}),
       .family = HashFamily::fast,
       .seed = Seed(143),
       .parts = golden_filters_of(BitWidth(1)),
       .keys = {}},
      {.name = "table-summary-counting-multiple",
       .about = "four counting filters, some keys forgotten",
       .table = golden_table({90, 30, 12, 6}),
       .family = HashFamily::fast,
       .seed = Seed(144),
       .parts = golden_filters_of(BitWidth(kCountingCellBits)),
       .keys = numbered_keys(90),
       .forget_every = 6},
      {.name = "table-summary-counting-multiple-empty",
       .about = "no keys",
       .table = golden_table({90, 30, 12, 6}),
       .family = HashFamily::fast,
       .seed = Seed(145),
       .parts = golden_filters_of(BitWidth(kCountingCellBits)),
       .keys = {}},
  };
}

inline std::vector<GoldenSummary> golden_summaries() {
  std::vector<GoldenSummary> all = golden_interpolations();
  for (const auto& more : {golden_single_filters(), golden_multiple_filters()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace peel::test
