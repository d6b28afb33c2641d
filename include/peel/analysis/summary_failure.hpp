// What can go wrong with a summary of a multilevel table, and how often: false positives for keys that are
// not in the table, and failures, where a key of the table is sent to another sub-table than its own
// [Kirsch, Mitzenmacher 2005, sections 6 to 8]. Also its size, as the paper counts it.
// docs/theory/multilevel.md
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/analysis/multilevel.hpp"
#include "peel/analysis/multilevel_shape.hpp"
#include "peel/analysis/single_filter_shape.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel::analysis {

// A table and how it fills.
struct FilledTable {
  const MultilevelShape& shape;
  const MultilevelForecast& forecast;
};

struct SummaryForecast {
  double false_positive_rate = 0;
  // Of any failure. An upper bound, the mean number of failures, but for interpolation.
  double failure = 0;
  // by_type[j]: the mean number of keys of sub-table j that are sent elsewhere. Empty for interpolation.
  std::vector<double> by_type = {};
  // Without what fills up words, and without the table of occupied slots.
  std::uint64_t bits = 0;
  // With that table, a bit for each slot.
  std::uint64_t bytes = 0;
};

// Three bits of level beside so many of a key's hash. A failure is here any two keys with equal bits, even
// of one sub-table.
SummaryForecast interpolation_forecast(BitWidth bits, const FilledTable& table);

// Lemma 7.1 of the paper, over the distribution of the items that come to each sub-table. Also of counters.
SummaryForecast single_filter_forecast(const SingleFilterShape& shape, const FilledTable& table);

// One filter for each sub-table, of any layouts. Exact rates of filters.
SummaryForecast multiple_filter_forecast(std::span<const FilterShape> shapes, const FilledTable& table);

// Of counters of four bits that reach 15, and then no longer count: the mean number, which bounds the
// probability that there is one.
double saturated_counters(const SingleFilterShape& shape, const FilledTable& table);
double saturated_counters(std::span<const FilterShape> shapes, const FilledTable& table);

// The counters of Song et al., one for each bucket of their table: every item counts in each of its
// `hashes` buckets, and is where the count is smallest.
struct SongShape {
  BucketCount buckets;
  HashCount hashes;
  BitWidth counter_bits{3};
};

struct SongForecast {
  double false_positive_rate;
  double overflows;  // the mean number of counters that would have to exceed their largest number
  double failure;    // that an item has all its counters at their largest number, about
  std::uint64_t bytes;
};

SongForecast song_forecast(const SongShape& shape, ItemCount items);

}  // namespace peel::analysis
