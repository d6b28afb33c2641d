// For trials of the paper's tests on the cells of the library's counters: counters to try them on, and how
// often something holds.
#pragma once

#include "lab/ding_rauen/appendix_hashes.hpp"
#include "lab/ding_rauen/critical_load.hpp"
#include "lab/experiment.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace peel::lab::ding_rauen {

// Of so many.
struct Share {
  std::uint64_t these = 0;
  std::uint64_t all = 0;

  void count(bool is_one) {
    ++all;
    if (is_one) ++these;
  }
};

template <class Result>
Estimate percent(const std::vector<Result>& results, Share Result::*share) {
  Share sum;
  for (const Result& result : results) {
    sum.these += (result.*share).these;
    sum.all += (result.*share).all;
  }
  return Estimate::proportion(sum.these, sum.all).in_percent();
}

inline InvertibleCounter empty_counter(CounterSpec spec, double load, const ItemHashing& hashing) {
  spec.cells = cells_for_load(load);
  return {require(CounterShape::from(spec)), hashing};
}

inline ItemHashing strong(Seed trial) {
  return {HashFamily::fast, trial.derive(1)};
}

inline ItemHashing weak(Hash4 form, Seed trial) {
  return ItemHashing(std::make_shared<WeakCheck>(form, trial.derive(1)));
}

// No key is ever listed wrongly.
inline Printed none_wrong() {
  return {"none", Estimate::computed(0), 0, Origin::derived};
}

}  // namespace peel::lab::ding_rauen
