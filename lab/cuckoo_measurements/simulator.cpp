#include "lab/cuckoo_measurements/simulator.hpp"

#include "peel/hashing/seed.hpp"

#include <algorithm>
#include <limits>

namespace peel::lab {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

}  // namespace

CuckooSimulator::CuckooSimulator(BucketCount buckets, SlotCount slots, double threshold)
    : buckets_(static_cast<std::uint32_t>(buckets.value)),
      slots_(static_cast<std::uint32_t>(slots.value)),
      threshold_(threshold),
      other_(buckets.value * slots.value),
      size_(buckets.value),
      marked_(buckets.value) {}

std::uint64_t CuckooSimulator::fill(std::uint64_t seed) {
  std::fill(size_.begin(), size_.end(), 0);
  const std::uint64_t room = other_.size();
  for (std::uint64_t entries = 0; entries < room; ++entries) {
    const auto first = static_cast<std::uint32_t>(reduce(scramble(seed += kGolden), buckets_));
    auto second = static_cast<std::uint32_t>(reduce(scramble(seed += kGolden), buckets_ - 1));
    if (second >= first) ++second;
    const double share = static_cast<double>(entries) / static_cast<double>(room) / threshold_;
    const auto step = std::min(kLoadSteps - 1, static_cast<std::size_t>(share * kLoadSteps));
    if (!insert({first, second}, costs_[step])) return entries;
  }
  return room;
}

bool CuckooSimulator::put(std::uint32_t bucket, std::uint32_t other) {
  if (size_[bucket] == slots_) return false;
  other_[std::size_t{bucket} * slots_ + size_[bucket]++] = other;
  return true;
}

// Breadth first, so that the fewest entries are moved.
bool CuckooSimulator::insert(const Choices& choices, InsertionCosts& costs) {
  const auto [first, second] = choices;
  costs.insertions += 1;
  if (put(first, second) || put(second, first)) return true;
  ++search_;
  visits_.assign({{first, kNone, 0}, {second, kNone, 0}});
  marked_[first] = marked_[second] = search_;
  for (std::size_t i = 0; i < visits_.size(); ++i) {
    costs.visits += 1;
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
      const std::uint32_t next = other_[std::size_t{visits_[i].bucket} * slots_ + slot];
      if (marked_[next] == search_) continue;
      marked_[next] = search_;
      visits_.push_back({next, static_cast<std::uint32_t>(i), slot});
      if (size_[next] == slots_) continue;
      make_way(visits_.size() - 1, costs);
      return put(first, second) || put(second, first);
    }
  }
  return false;
}

// Along the path from the bucket with room back to one of the new entry's.
void CuckooSimulator::make_way(std::size_t found, InsertionCosts& costs) {
  for (; visits_[found].parent != kNone; found = visits_[found].parent) {
    const Visit to = visits_[found];
    const std::uint32_t from = visits_[to.parent].bucket;
    put(to.bucket, from);
    std::uint32_t* const entries = &other_[std::size_t{from} * slots_];
    entries[to.slot] = entries[--size_[from]];
    costs.kicks += 1;
  }
}

}  // namespace peel::lab
