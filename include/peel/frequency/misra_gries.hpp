// MisraGries: MajorityVote for k in place of 2. k - 1 counters; a key that finds none free lowers all of them
// by 1, and is struck out together with a copy of k - 1 others. So every key that came more than n / k times
// has a counter at the end, and no counter is off by more than n / k [Misra, Gries 1982].
//
// The textbook's version, for keys of any type and as the reference: each key that finds no room costs k
// steps. HeavyHitters does the same for many keys at once.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/frequency/count_bounds.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace peel {

// Up to 2^64 - 1 copies altogether.
template <std::totally_ordered Key>
class MisraGries {
 public:
  // Fails with `invalid_argument` for k below 2.
  [[nodiscard]] static Result<MisraGries> make(ItemCount k) {
    if (k.value < 2) {
      return failure(ErrorCode::invalid_argument,
                     "k = " + std::to_string(k.value) + ": accepted are 2 or more");
    }
    return MisraGries(k);
  }

  void add(const Key& key, CopyCount copies = CopyCount(1)) {
    total_.value += copies.value;
    std::uint64_t left = copies.value;
    while (left > 0) {
      if (const auto found = counters_.find(key); found != counters_.end()) {
        found->second += left;
        return;
      }
      if (counters_.size() + 1 < k_.value) {
        counters_.emplace(key, left);
        return;
      }
      const std::uint64_t amount = std::min(left, smallest());
      lower(amount);
      left -= amount;
    }
  }

  CountBounds bounds(const Key& key) const {
    const auto found = counters_.find(key);
    const std::uint64_t count = found == counters_.end() ? 0 : found->second;
    return {count, count + error_.value, false};
  }

  // As if the keys of the other had come here too. Fails with `incompatible` for another k.
  [[nodiscard]] Result<void> merge(const MisraGries& other) {
    if (k_ != other.k_) return failure(ErrorCode::incompatible, "the summaries differ in k");
    const auto theirs = other;  // it may be this one
    for (const auto& [key, count] : theirs.counters_) counters_[key] += count;
    total_.value += theirs.total_.value;
    error_.value += theirs.error_.value;
    if (counters_.size() < k_.value) return {};
    std::vector<std::uint64_t> counts;
    for (const auto& [key, count] : counters_) counts.push_back(count);
    std::ranges::sort(counts, std::greater());
    lower(counts[k_.value - 1]);
    return {};
  }

  // By key. Every key that came more than total() / k times is among them.
  const std::map<Key, std::uint64_t>& counters() const { return counters_; }

  ItemCount k() const { return k_; }
  CopyCount total() const { return total_; }
  // What no counter is off by more than: at most total() / k.
  CopyCount error() const { return error_; }

 private:
  explicit MisraGries(ItemCount k) : k_(k) {}

  std::uint64_t smallest() const {
    return std::ranges::min_element(counters_, {}, [](const auto& entry) { return entry.second; })->second;
  }
  void lower(std::uint64_t amount) {
    std::erase_if(counters_, [amount](const auto& entry) { return entry.second <= amount; });
    for (auto& [key, count] : counters_) count -= amount;
    error_.value += amount;
  }

  ItemCount k_;
  CopyCount total_;
  CopyCount error_;
  std::map<Key, std::uint64_t> counters_;
};

}  // namespace peel
