// How cells stay untouched: the probability for one cell and one key, and how much the number of untouched
// cells varies. Estimates of keys and the saturation of counters rest on it.
#pragma once

#include "peel/analysis/filter_shape.hpp"

#include <cstdint>
#include <vector>

namespace peel::analysis {

class UntouchedCells {
 public:
  explicit UntouchedCells(const FilterShape& shape);

  // ln of the probability that one key leaves a given cell untouched.
  double ln_untouched() const { return ln_untouched_; }

  // The keys that leave so many cells set on average.
  double items(CellCount set) const;

  // The covariance of items() of two filters, where so many keys are in both; the variance of one, where
  // these are its keys [docs/theory/bloom-filters.md].
  double covariance(double shared_items) const;

 private:
  // Cells that all have the same chance to be touched together with a given one.
  struct Others {
    double cells;
    double ln_ratio;  // of P(one key touches neither) to its value if they were independent
  };

  double cells_;
  double ln_untouched_;
  std::vector<Others> others_;  // the cell itself among them
};

}  // namespace peel::analysis
