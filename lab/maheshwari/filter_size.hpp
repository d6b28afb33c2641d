// A classic filter by the three numbers of the slides, and its two rates.
#pragma once

#include "peel/analysis/filter_shape.hpp"

#include <cstdint>
#include <string>

namespace peel::lab::maheshwari {

struct FilterSize {
  std::uint64_t hashes, items, cells;
};

std::string in_words(const FilterSize& size);  // "k=2, n=1, m=2"
FilterShape shape_of(const FilterSize& size);
double exact_rate_of(const FilterSize& size);
double bloom_rate_of(const FilterSize& size);

}  // namespace peel::lab::maheshwari
