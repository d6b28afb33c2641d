#include "peel/frequency/heavy_hitters.hpp"

#include "peel/core/uint128.hpp"

#include "frequency/cells.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <tuple>

namespace peel {

namespace {

using Counters = std::unordered_map<std::uint64_t, std::uint64_t>;

// The amount that leaves at most `room` counters: the largest but `room`.
std::uint64_t amount_that_leaves(const Counters& counters, std::uint64_t room) {
  std::vector<std::uint64_t> counts;
  for (const auto& [key, count] : counters) counts.push_back(count);
  const auto at = counts.begin() + static_cast<std::ptrdiff_t>(room);
  std::ranges::nth_element(counts, at, std::greater());
  return *at;
}

void lower_all(Counters& counters, std::uint64_t amount) {
  std::erase_if(counters, [amount](const auto& entry) { return entry.second <= amount; });
  for (auto& [key, count] : counters) count -= amount;
}

}  // namespace

Result<HeavyHitters> HeavyHitters::make(ItemCount capacity, Seed seed) {
  if (capacity.value == 0)
    return failure(ErrorCode::invalid_argument, "a capacity of 0: accepted are 1 or more");
  if (capacity.value > kMaxHeavyCapacity) {
    return failure(ErrorCode::limit_exceeded, "room for " + std::to_string(capacity.value) +
                                                  " keys: accepted are at most " +
                                                  std::to_string(kMaxHeavyCapacity));
  }
  return HeavyHitters(capacity, seed);
}

Result<HeavyHitters> HeavyHitters::from_parts(const Parts& parts) {
  auto made = make(parts.capacity, parts.seed);
  if (!made) return made;
  if (parts.counters.size() > parts.capacity.value) {
    return failure(ErrorCode::malformed, std::to_string(parts.counters.size()) +
                                             " counters: there is room for " +
                                             std::to_string(parts.capacity.value));
  }
  Uint128 sum = parts.error.value;
  for (const auto& [key, count] : parts.counters) {
    if (count == 0) return failure(ErrorCode::malformed, "a counter of 0: accepted are 1 or more");
    if (!made->counters_.emplace(key, count).second)
      return failure(ErrorCode::malformed, "key " + std::to_string(key) + " comes twice");
    sum += count;
  }
  if (sum > parts.total.value && ~parts.total.value != 0) {
    return failure(ErrorCode::malformed, "counters and error are together more than the total of " +
                                             std::to_string(parts.total.value));
  }
  made->total_ = parts.total;
  made->error_ = parts.error;
  return made;
}

void HeavyHitters::add(std::uint64_t key, CopyCount copies) {
  if (copies.value == 0) return;
  total_.value = raised(total_.value, copies.value);
  std::uint64_t& count = counters_[key];
  count = raised(count, copies.value);
  if (counters_.size() <= capacity_.value) return;
  const std::uint64_t amount = amount_that_leaves(counters_, capacity_.value / 2);
  lower_all(counters_, amount);
  error_.value = raised(error_.value, amount);
}

void HeavyHitters::add(std::span<const std::uint64_t> keys) {
  for (const std::uint64_t key : keys) add(key);
}

void HeavyHitters::add(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies) {
  for (std::size_t i = 0; i < keys.size(); ++i) add(keys[i], copies[i]);
}

CountBounds HeavyHitters::bounds(std::uint64_t key) const {
  const auto found = counters_.find(key);
  const std::uint64_t count = found == counters_.end() ? 0 : found->second;
  return {count, raised(count, error_.value), ~total_.value == 0};
}

std::vector<HeavyItem> HeavyHitters::above(CopyCount threshold) const {
  std::vector<HeavyItem> items;
  for (const auto& [key, count] : counters_) {
    const std::uint64_t upper = raised(count, error_.value);
    if (upper >= threshold.value) items.push_back({key, {count, upper, ~total_.value == 0}});
  }
  std::ranges::sort(items, [](const HeavyItem& a, const HeavyItem& b) {
    return std::tie(b.count.lower, a.key) < std::tie(a.count.lower, b.key);
  });
  return items;
}

std::vector<HeavyItem> HeavyHitters::heavy(ItemCount k) const {
  const std::uint64_t times = std::max<std::uint64_t>(k.value, 1);
  return above(CopyCount(total_.value / times + (total_.value % times != 0 ? 1 : 0)));
}

std::vector<HeavyItem> HeavyHitters::top(ItemCount n) const {
  std::vector<HeavyItem> items = above(CopyCount(0));
  if (items.size() > n.value) items.resize(n.value);
  return items;
}

Result<void> HeavyHitters::merge(const HeavyHitters& other) {
  if (capacity_ != other.capacity_)
    return failure(ErrorCode::incompatible, "the summaries differ in capacity");
  const Counters theirs = other.counters_;  // it may be this one
  total_.value = raised(total_.value, other.total_.value);
  error_.value = raised(error_.value, other.error_.value);
  for (const auto& [key, count] : theirs) {
    std::uint64_t& mine = counters_[key];
    mine = raised(mine, count);
  }
  if (counters_.size() <= capacity_.value) return {};
  const std::uint64_t amount = amount_that_leaves(counters_, capacity_.value);
  lower_all(counters_, amount);
  error_.value = raised(error_.value, amount);
  return {};
}

Result<void> HeavyHitters::decay(Decay decay) {
  if (decay.of == 0 || decay.keep > decay.of) {
    return failure(ErrorCode::invalid_argument, "a decay to " + std::to_string(decay.keep) + " of " +
                                                    std::to_string(decay.of) +
                                                    ": accepted is a share up to 1");
  }
  const auto down = [&](Uint128 n) { return n * decay.keep / decay.of; };
  const auto up = [&](Uint128 n) { return (n * decay.keep + decay.of - 1) / decay.of; };
  std::uint64_t error = static_cast<std::uint64_t>(up(error_.value));
  for (auto& [key, count] : counters_) {
    const std::uint64_t kept = static_cast<std::uint64_t>(down(count));
    error = std::max(error, static_cast<std::uint64_t>(up(Uint128{count} + error_.value) - kept));
    count = kept;
  }
  std::erase_if(counters_, [](const auto& entry) { return entry.second == 0; });
  error_.value = error;
  if (~total_.value != 0) total_.value = static_cast<std::uint64_t>(up(total_.value));
  return {};
}

void HeavyHitters::clear() {
  counters_.clear();
  total_ = error_ = CopyCount(0);
}

std::vector<KeyCounter> HeavyHitters::counters() const {
  std::vector<KeyCounter> all;
  for (const auto& [key, count] : counters_) all.push_back({key, count});
  std::ranges::sort(all, {}, &KeyCounter::key);
  return all;
}

std::uint64_t HeavyHitters::bytes() const {
  return sizeof *this + counters_.size() * 2 * sizeof(std::uint64_t);
}

}  // namespace peel
