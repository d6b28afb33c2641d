// Which summaries are in tests/golden: at least two of each kind, one of them without keys.
#pragma once

#include "wire/golden_summaries.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace peel::test {

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
