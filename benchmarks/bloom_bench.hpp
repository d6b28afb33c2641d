// What all benchmarks of one Bloom filter share: a filter filled with n keys, some of these keys and some
// others, and the limit's own memory. Keys are numbers, scrambled, so that n of them need no memory.
#pragma once

#include "peel/membership/bloom_filter.hpp"

#include "bloom_limits.hpp"
#include "harness.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace peel::bench {

std::vector<std::uint64_t> scrambled_numbers(std::uint64_t first, std::uint64_t count);

class BloomBench {
 public:
  // Fills the filter. Ends the program if a key is denied that was inserted, or if keys that were not are
  // affirmed much more often than the filter itself says.
  BloomBench(const FilterShape& shape, std::uint64_t keys);

  double insert_batched();
  double insert_one_by_one();
  double hits_batched() { return batched(hits_); }
  double misses_batched() { return batched(misses_); }
  double hits_one_by_one() { return one_by_one(hits_); }
  double misses_one_by_one() { return one_by_one(misses_); }
  double limit_update();
  double limit_read();

  // Per round, at most kMostAsked.
  std::uint64_t asked() const { return hits_.size(); }
  const std::vector<std::uint64_t>& hits() const { return hits_; }
  const std::vector<std::uint64_t>& misses() const { return misses_; }

  static constexpr std::uint64_t kMostAsked = 2'000'000;

 private:
  double batched(std::span<const std::uint64_t> keys);
  double one_by_one(std::span<const std::uint64_t> keys);
  void check(std::uint64_t keys);

  BloomFilter filter_;
  FilterTraffic traffic_;
  std::vector<std::uint64_t> hits_, misses_;
  std::unique_ptr<bool[]> found_;
};

}  // namespace peel::bench
