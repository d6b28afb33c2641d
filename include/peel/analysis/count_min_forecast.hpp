// What Count-Min's bounds do not tell: how far answers will be off on a stream like those in life. Keys are
// drawn from Zipf's law and go into a grid by the plain rule; how much does an answer exceed the truth, on
// average? Bounds speak of the worst stream and say little here: few keys have most copies, so most counters
// hold none of those, and the smallest of several surely does not.
//
//   What others add to one counter is a sum over keys: its copies with probability 1 / b, else nothing. The
//   distribution of such a sum follows term by term from that of its parts [Panjer 1981, De Pril 1986]. The
//   rows are independent for given counts, so an answer exceeds t with the r-th power of one row's
//   probability. Counts are Poisson variables, averaged over keys of nearly the same rank. Tests hold means
//   to within 1 % of simulated ones. docs/theory/count-min.md
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/analysis/zipf.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <vector>

namespace peel::analysis {

class CountMinForecast {
 public:
  // Takes a fraction of a second, whatever the numbers.
  CountMinForecast(const GridShape& shape, const Zipf& law, CopyCount draws);

  // The mean excess of the answer for a key that never came,
  double of_absent_key() const;
  // for the key of a rank, which comes as often as it is expected to,
  double of_rank(std::uint64_t rank) const;
  // and for all different keys that come.
  double of_distinct_keys() const;

 private:
  // Some keys that came equally often.
  struct Atom {
    double copies;
    double keys;
  };
  void make_row(const std::vector<Atom>& atoms);
  double mean_of_smallest(const std::vector<double>& row, double own_copies) const;

  GridShape shape_;
  Zipf law_;
  double draws_;
  double unit_;              // a counter is known to so many copies
  double shift_ = 0;         // what every counter has beside the units
  std::vector<double> row_;  // [i]: the probability of i units in one counter
  std::vector<Atom> heavy_;  // keys that came more often than all units, largest first
};

}  // namespace peel::analysis
