#include "peel/frequency/heavy_hitters.hpp"

#include "peel/core/uint128.hpp"

#include "frequency/cells.hpp"
#include "frequency/heavy_counters.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace peel {

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
  Uint128 sum = 0;
  for (const KeyCounter& counter : parts.counters) {
    if (counter.count == 0) return failure(ErrorCode::malformed, "a counter of 0: accepted are 1 or more");
    if (made->table_.find(counter.key) != made->table_.kNowhere)
      return failure(ErrorCode::malformed, "key " + std::to_string(counter.key) + " comes twice");
    made->table_.insert(counter.key, CopyCount(counter.count));
    sum += counter.count;
  }
  if (auto fits = check_sum(sum, {.total = parts.total, .error = parts.error}); !fits)
    return failure(fits.error());
  made->total_ = parts.total;
  made->error_ = parts.error;
  return made;
}

void HeavyHitters::add(std::uint64_t key, CopyCount copies) {
  if (copies.value == 0) return;
  total_.value = raised(total_.value, copies.value);
  table_.raise(key, copies);
  if (table_.is_too_full()) error_.value = raised(error_.value, make_room(table_, capacity_));
}

void HeavyHitters::add(std::span<const std::uint64_t> keys) {
  total_.value = raised(total_.value, std::uint64_t{keys.size()});
  raise(keys, {});
}

void HeavyHitters::add(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies) {
  for (const CopyCount number : copies) total_.value = raised(total_.value, number.value);
  raise(keys, copies);
}

void HeavyHitters::raise(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies) {
  while (!keys.empty()) {
    const std::uint64_t served = table_.raise(keys, copies);
    keys = keys.subspan(served);
    if (!copies.empty()) copies = copies.subspan(served);
    if (table_.is_too_full()) error_.value = raised(error_.value, make_room(table_, capacity_));
  }
}

CountBounds HeavyHitters::bounds_of(std::uint64_t count) const {
  return {count, raised(count, error_.value), ~total_.value == 0};
}

CountBounds HeavyHitters::bounds(std::uint64_t key) const {
  const std::uint64_t slot = table_.find(key);
  return bounds_of(slot == table_.kNowhere ? 0 : table_.count(slot));
}

std::vector<HeavyItem> HeavyHitters::above(CopyCount threshold) const {
  std::vector<HeavyItem> items;
  for (std::uint64_t slot = 0; slot < table_.slots(); ++slot) {
    const CountBounds count = bounds_of(table_.count(slot));
    if (count.lower > 0 && count.upper >= threshold.value) items.push_back({table_.key(slot), count});
  }
  std::ranges::sort(items, [](const HeavyItem& a, const HeavyItem& b) {
    return std::tie(b.count.lower, a.key) < std::tie(a.count.lower, b.key);
  });
  return items;
}

std::vector<HeavyItem> HeavyHitters::heavy(ItemCount k) const {
  return above(heavy_threshold(total_, k));
}

std::vector<HeavyItem> HeavyHitters::top(ItemCount n) const {
  std::vector<HeavyItem> items = above(CopyCount(0));
  if (items.size() > n.value) items.resize(n.value);
  return items;
}

Result<void> HeavyHitters::merge(const HeavyHitters& other) {
  if (capacity_ != other.capacity_)
    return failure(ErrorCode::incompatible, "the summaries differ in capacity");
  std::vector<KeyCounter> all = counters();
  for (const KeyCounter& counter : other.counters()) all.push_back(counter);
  const auto [kept, amount] = united(std::move(all), capacity_);
  HeavyHitters merged(capacity_, seed_);
  for (const KeyCounter& counter : kept) merged.table_.insert(counter.key, CopyCount(counter.count));
  merged.total_.value = raised(total_.value, other.total_.value);
  merged.error_.value = raised(raised(error_.value, other.error_.value), amount);
  *this = std::move(merged);
  return {};
}

Result<void> HeavyHitters::decay(Decay decay) {
  const auto after = decayed(table_, {.total = total_, .error = error_}, decay);
  if (!after) return failure(after.error());
  total_ = after->total;
  error_ = after->error;
  return {};
}

void HeavyHitters::clear() {
  table_.clear();
  total_ = error_ = CopyCount(0);
}

std::vector<KeyCounter> HeavyHitters::counters() const {
  std::vector<KeyCounter> all;
  for (std::uint64_t slot = 0; slot < table_.slots(); ++slot)
    if (table_.count(slot) > 0) all.push_back({table_.key(slot), table_.count(slot)});
  std::ranges::sort(all, {}, &KeyCounter::key);
  return all;
}

std::uint64_t HeavyHitters::bytes() const {
  return sizeof *this + table_.bytes();
}

}  // namespace peel
