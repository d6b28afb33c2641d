// One bucket of a sub-table: how many items come to it, and how many of them it cannot take.
#pragma once

#include "peel/core/types.hpp"

#include <cstdint>
#include <vector>

namespace peel::analysis {

// Items that come to a sub-table; a mean may have a fraction.
struct Arrivals {
  double items;
};

// P(load = least + i)
struct Loads {
  std::uint64_t least;
  std::vector<double> probabilities;
};

// Each of r items comes to the bucket with probability 1/s: a binomial number. An r with a fraction stands
// for the two whole numbers beside it, with probabilities that make it their mean.
class BucketLoad {
 public:
  BucketLoad(Arrivals arrivals, BucketCount buckets, SlotCount slots);

  // The mean of what the bucket cannot take.
  double overflow() const { return overflow_; }
  // The probability that it is full, so that one more item would be passed on; and what one more item adds
  // to that.
  double full() const { return full_; }
  double full_growth() const { return full_growth_; }
  // [k]: the probability that it cannot take k items, as long as that matters. Sums to 1.
  const std::vector<double>& overflows() const { return overflows_; }
  // Of the number passed on by all s buckets together, which share exactly r items [Holst 1972].
  double passed_variance() const { return passed_variance_; }

 private:
  struct Case {
    double share, buckets, slots;
  };
  struct Moments {
    double squared_overflow = 0, product = 0, squared_load = 0;
  };
  void add(const Loads& loads, const Case& of, Moments& moments);

  double overflow_ = 0;
  double full_ = 0;
  double full_growth_ = 0;
  double passed_variance_ = 0;
  std::vector<double> overflows_;
};

// The mean of what a bucket cannot take if a Poisson number of items comes to it.
double poisson_overflow(double load, SlotCount slots);

}  // namespace peel::analysis
