// The exact rate of a filter for many numbers of items. Bloom's rate has nearly the right form, so what the
// exact rate exceeds it by is computed at a few numbers only, and follows a power law between them.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <map>

namespace peel::analysis {

class RateCurve {
 public:
  explicit RateCurve(const FilterShape& shape) : shape_(shape) {}

  // Within 1/1000 of false_positive_rate, and exact for few items.
  double operator()(std::uint64_t items);

 private:
  double excess(std::uint64_t items);  // the exact rate by Bloom's

  FilterShape shape_;
  std::map<std::uint64_t, double> known_;
};

}  // namespace peel::analysis
