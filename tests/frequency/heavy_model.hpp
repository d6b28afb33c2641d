// The rules of HeavyHitters in a few lines that take their time, and the truth beside them.
#pragma once

#include "peel/analysis/heavy_hitters.hpp"
#include "peel/core/uint128.hpp"
#include "peel/frequency/heavy_hitters.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace peel::test {

class HeavyModel {
 public:
  explicit HeavyModel(std::uint64_t capacity) : capacity_(capacity) {}

  void add(std::uint64_t key, std::uint64_t copies = 1) {
    if (copies == 0) return;
    total_ += copies;
    counters_[key] += copies;
    if (counters_.size() > capacity_) lower_to(analysis::heavy_kept(ItemCount(capacity_)).value);
  }

  void merge(const HeavyModel& other) {
    total_ += other.total_;
    error_ += other.error_;
    for (const auto& [key, count] : other.counters_) counters_[key] += count;
    if (counters_.size() > capacity_) lower_to(capacity_);
  }

  void decay(Decay decay) {
    const auto down = [&](std::uint64_t n) {
      return static_cast<std::uint64_t>(Uint128{n} * decay.keep / decay.of);
    };
    const auto up = [&](std::uint64_t n) {
      return down(n) + (Uint128{n} * decay.keep % decay.of != 0 ? 1 : 0);
    };
    std::uint64_t error = up(error_);
    for (auto& [key, count] : counters_) {
      error = std::max(error, up(count + error_) - down(count));
      count = down(count);
    }
    std::erase_if(counters_, [](const auto& entry) { return entry.second == 0; });
    error_ = error;
    total_ = up(total_);
  }

  void clear() { *this = HeavyModel(capacity_); }

  std::vector<KeyCounter> counters() const {
    std::vector<KeyCounter> all;
    for (const auto& [key, count] : counters_) all.push_back({key, count});
    return all;
  }
  std::uint64_t total() const { return total_; }
  std::uint64_t error() const { return error_; }

 private:
  void lower_to(std::uint64_t kept) {
    std::vector<std::uint64_t> counts;
    for (const auto& [key, count] : counters_) counts.push_back(count);
    std::ranges::sort(counts, std::greater());
    const std::uint64_t amount = counts[kept];
    std::erase_if(counters_, [amount](const auto& entry) { return entry.second <= amount; });
    for (auto& [key, count] : counters_) count -= amount;
    error_ += amount;
  }

  std::uint64_t capacity_;
  std::uint64_t total_ = 0;
  std::uint64_t error_ = 0;
  std::map<std::uint64_t, std::uint64_t> counters_;
};

}  // namespace peel::test
