// How often listing goes wrong: it believes a cell that holds several keys, because checks are short, and
// lists a key that nobody inserted. docs/theory/compact-tables.md, "Short checks".
#pragma once

#include "peel/analysis/listing_failure.hpp"
#include "peel/core/types.hpp"

#include <cstdint>

namespace peel::analysis {

// Which cells listing takes for possibly pure, by their count alone.
enum class PurityCounts : std::uint8_t {
  unit,      // 1 and -1: cells that hold each pair once
  any_count  // all but 0: cells that tolerate duplicates
};

// The expected number of cells that are believed wrongly while a difference of n keys is listed; for rare
// mistakes the probability that there is one. Such a cell holds j >= 2 keys, has a count that may be pure, a
// sum that is placed there and a check that matches.
//   2^-b * sum over cells of  P[a random key is placed there] * E[times that it is a mixed candidate]
// A cell of j keys passes through the states j, j-1, ..., 1. `unit` takes signs as random, the worst case,
// and is right to a factor of two; `any_count` takes all mixed states as candidates and is an upper bound.
double wrong_listing(ItemCount n, const TableGeometry& table, BitWidth check_bits, PurityCounts counts);

}  // namespace peel::analysis
