#include "peel/frequency/counter_table.hpp"

#include "core/assert.hpp"
#include "frequency/counter_kernels.hpp"
#include "hashing/key_groups.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace peel::detail {

namespace {

constexpr std::uint64_t kFirstBuckets = 8;

std::uint64_t buckets_for(std::uint64_t keys) {
  return (keys + CounterTable::kMostInBucket - 1) / CounterTable::kMostInBucket;
}

// Numbers up to 63 are classes of their own; from there on 32 classes for each doubling.
constexpr std::uint64_t kClassesPerDoubling = 32;
constexpr std::uint64_t kSizeClasses = kClassesPerDoubling * 60;

std::uint64_t size_class(std::uint64_t n) {
  const auto shift = static_cast<std::uint64_t>(std::bit_width(n | kClassesPerDoubling)) - 6;
  return kClassesPerDoubling * shift + (n >> shift);
}

}  // namespace

CounterTable::CounterTable(ItemCount capacity, Seed seed, Attached attached)
    : capacity_(capacity.value),
      attached_(attached),
      mask_{seed.word(0), seed.word(1)},
      buckets_(std::min(buckets_for(capacity.value + 1), kFirstBuckets)),
      limit_(std::min(capacity.value, kMostInBucket * buckets_ - 1)),
      words_(words_for(buckets_)) {}

std::uint64_t CounterTable::words_for(std::uint64_t buckets) const {
  return kSlots * (buckets + 1) * (attached_ == Attached::word ? 3 : 2);
}

std::uint64_t CounterTable::home_of(std::uint64_t masked) const {
  return bucket_of(masked, mask_[1], buckets_);
}

CounterTable::Raised CounterTable::raise(std::uint64_t key, CopyCount copies) {
  PEEL_ASSERT(!is_too_full() && copies.value > 0);
  const CounterView view{keys(), counts(), buckets_, mask_, limit_, size_};
  const std::uint64_t masked = key ^ mask_[0];
  const std::uint64_t slot = slot_for(keys(), masked, {home_of(masked), buckets_});
  const std::uint64_t is_new = raise_slot(view, slot, {masked, copies.value});
  size_ += is_new;
  return {slot, is_new != 0};
}

std::uint64_t CounterTable::raise(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies) {
  PEEL_ASSERT(!is_too_full() && (copies.empty() || copies.size() == keys.size()));
  CounterView view{this->keys(), counts(), buckets_, mask_, limit_, size_};
  const std::uint64_t served = raise_counters(view, keys, copies, nullptr);
  size_ = view.size;
  return served;
}

std::uint64_t CounterTable::raise(std::span<const std::uint64_t> keys, Entry* entries) {
  PEEL_ASSERT(!is_too_full());
  CounterView view{this->keys(), counts(), buckets_, mask_, limit_, size_};
  const std::uint64_t served = raise_counters(view, keys, {}, entries);
  size_ = view.size;
  return served;
}

bool CounterTable::can_grow() const {
  return limit_ < capacity_;
}

void CounterTable::grow() {
  CounterTable larger = *this;
  larger.buckets_ = std::min(2 * buckets_, buckets_for(capacity_ + 1));
  larger.limit_ = std::min(capacity_, kMostInBucket * larger.buckets_ - 1);
  larger.words_ = AlignedWords(words_for(larger.buckets_));
  for (std::uint64_t slot = 0; slot < slots(); ++slot) {
    if (count(slot) == 0) continue;
    const std::uint64_t to = larger.free_slot(keys()[slot]);
    larger.keys()[to] = keys()[slot];
    larger.counts()[to] = count(slot);
    if (attached_ == Attached::word) larger.attach(to, attached(slot));
  }
  *this = std::move(larger);
}

std::uint64_t CounterTable::insert(std::uint64_t key, CopyCount copies) {
  PEEL_ASSERT(copies.value > 0 && size_ < capacity_ && find(key) == kNowhere);
  if (size_ == limit_) grow();
  const std::uint64_t slot = free_slot(key ^ mask_[0]);
  keys()[slot] = key ^ mask_[0];
  counts()[slot] = copies.value;
  ++size_;
  return slot;
}

// The first empty one from the home of the key on.
std::uint64_t CounterTable::free_slot(std::uint64_t masked) const {
  if (masked == 0) return kSlots * buckets_;
  for (std::uint64_t bucket = home_of(masked);; bucket = bucket + 1 == buckets_ ? 0 : bucket + 1)
    for (std::uint64_t slot = kSlots * bucket; slot < kSlots * (bucket + 1); ++slot)
      if (keys()[slot] == 0) return slot;
}

std::uint64_t CounterTable::find(std::uint64_t key) const {
  const std::uint64_t masked = key ^ mask_[0];
  const std::uint64_t slot = slot_for(keys(), masked, {home_of(masked), buckets_});
  return count(slot) > 0 ? slot : kNowhere;
}

void CounterTable::ask_for(std::uint64_t key) const {
  const std::uint64_t slot = kSlots * home_of(key ^ mask_[0]);
  peel::ask_for<Access::write>(keys() + slot);
  peel::ask_for<Access::write>(counts() + slot);
}

std::uint64_t CounterTable::largest_but(std::uint64_t rank) const {
  PEEL_ASSERT(rank < size_);
  const auto counts = std::span(this->counts(), slots());
  // First by size class: how many are in each? Two lists, so that equal neighbours do not wait for each
  // other.
  std::array<std::array<std::uint32_t, kSizeClasses>, 2> in_class = {};
  for (std::uint64_t slot = 0; slot < counts.size(); ++slot) ++in_class[slot % 2][size_class(counts[slot])];
  std::uint64_t above = size_, size = 0;
  while (above > rank) {
    ++size;
    above -= in_class[0][size] + in_class[1][size];
  }
  // A class of small numbers holds one. In others the bits below the leading ones are found from the top: of
  // those that agree so far, how many go on in which way?
  std::uint64_t open = size < 2 * kClassesPerDoubling ? 0 : size / kClassesPerDoubling - 1;  // bits
  std::uint64_t answer = size - open * kClassesPerDoubling;
  while (open > 0) {
    constexpr std::uint64_t kStep = 8;
    const std::uint64_t step = std::min(open, kStep), shift = open - step, before = answer;
    std::array<std::uint32_t, std::size_t{1} << kStep> with = {};
    for (const std::uint64_t n : counts)
      with[n >> shift & ((std::uint64_t{1} << step) - 1)] += n >> open == before ? 1U : 0U;
    std::uint64_t digit = (std::uint64_t{1} << step) - 1;
    while (above + with[digit] <= rank) above += with[digit--];
    answer = before << step | digit;
    open = shift;
  }
  return answer;
}

// Takes keys without a counter out, and moves those back that had to give way to them. Begins behind a bucket
// that is not full, so that no key lies beyond where it began; then every key moves forward only, to slots
// that were looked at before.
void CounterTable::close_gaps() {
  std::uint64_t* const keys = this->keys();
  std::uint64_t* const counts = this->counts();
  std::uint64_t* const words = attached_ == Attached::word ? counts + stride() : nullptr;
  std::uint64_t bucket = 0;
  while (keys[kSlots * bucket + kSlots - 1] != 0) ++bucket;
  std::uint64_t left = counts[kSlots * buckets_] > 0 ? 1 : 0;
  bool was_full = false;  // the bucket before
  for (std::uint64_t seen = 0; seen < buckets_; ++seen) {
    bucket = bucket + 1 == buckets_ ? 0 : bucket + 1;
    const std::uint64_t first = kSlots * bucket, end = first + kSlots;
    const bool is_full = keys[end - 1] != 0;
    std::uint64_t to = first;
    for (std::uint64_t slot = first; slot < end; ++slot) {
      const std::uint64_t count = counts[slot], key = keys[slot];
      counts[slot] = keys[slot] = 0;
      counts[to] = count;
      keys[to] = key;
      if (words != nullptr) words[to] = words[slot];
      to += count > 0 ? 1U : 0U;
    }
    if (to < end) keys[to] = 0;  // what was last written there may have left
    left += to - first;
    if (was_full)
      for (std::uint64_t slot = first; slot < to; ++slot) move_back(slot);
    was_full = is_full;
  }
  size_ = left;
}

// To the first empty slot from its home on, which may be its own.
void CounterTable::move_back(std::uint64_t slot) {
  const std::uint64_t masked = keys()[slot], number = count(slot);
  keys()[slot] = counts()[slot] = 0;
  const std::uint64_t to = free_slot(masked);
  keys()[to] = masked;
  counts()[to] = number;
  if (attached_ == Attached::word) attach(to, attached(slot));
}

void CounterTable::clear() {
  std::ranges::fill(words_.span(), 0);
  size_ = 0;
}

}  // namespace peel::detail
