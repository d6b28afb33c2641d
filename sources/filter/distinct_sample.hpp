// DistinctSample: about how many distinct keys a stream has, in one pass and 1 MiB. It keeps the hashes that
// end in so many zero bits that there is room for them [Wegman's adaptive sampling, Flajolet 1990], so it is
// exact while they all fit and off by less than 1 % or so beyond.
#pragma once

#include "peel/analysis/strata.hpp"
#include "peel/hashing/key_hash.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel::sources {

class DistinctSample {
 public:
  static constexpr std::uint64_t kRoom = std::uint64_t{1} << 16;  // hashes that are kept at most

  DistinctSample();

  void add(std::span<const KeyHash> keys);
  // As analysis::sampled_total: exact at level 0.
  analysis::SampledTotal total(double standard_errors) const;

 private:
  void insert(std::uint64_t word);
  void thin_out();

  std::vector<std::uint64_t> slots_;  // 0: free
  std::uint64_t kept_ = 0;
  unsigned level_ = 0;  // zero bits at the end of every hash that is kept
};

}  // namespace peel::sources
