#include "peel/membership/rotating_bloom_filter.hpp"

#include "core/assert.hpp"
#include "membership/filter_checks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace peel {

namespace {

// So many keys are hashed once and then asked of every generation.
constexpr std::size_t kChunk = 256;

// More than anybody makes: what comes from elsewhere is far from where counting would overflow.
constexpr std::uint64_t kMaxInsertions = std::uint64_t{1} << 62;

std::span<const KeyHash> hash_chunk(const KeyHasher& hasher, std::span<const std::uint64_t> keys,
                                    std::array<KeyHash, kChunk>& hashes) {
  const auto made = std::span(hashes).first(keys.size());
  hasher.hash(keys, made);
  return made;
}

// Calls use(first, hashes) for the batch in chunks, integers hashed.
template <class Use>
void in_chunks(const KeyHasher& hasher, std::span<const std::uint64_t> keys, Use use) {
  std::array<KeyHash, kChunk> hashes;
  for (std::size_t first = 0; first < keys.size(); first += kChunk)
    use(first, hash_chunk(hasher, keys.subspan(first, std::min(kChunk, keys.size() - first)), hashes));
}

// found[i] is also true if the filter affirms the i-th key.
void find_also(const BloomFilter& filter, std::span<const KeyHash> hashes, std::span<bool> found) {
  std::array<bool, kChunk> here;
  filter.contains(hashes, std::span(here).first(hashes.size()));
  for (std::size_t i = 0; i < hashes.size(); ++i) found[i] = found[i] || here[i];
}

}  // namespace

RotatingBloomFilter::RotatingBloomFilter(const RotationRule& rule, std::uint64_t position,
                                         std::vector<BloomFilter> generations)
    : rule_(rule), position_(position), generations_(std::move(generations)) {}

Result<RotatingBloomFilter> RotatingBloomFilter::make(const FilterShape& shape, const RotationRule& rule,
                                                      HashFamily family, Seed seed) {
  if (shape.bytes() > kMaxFilterBytes / rule.generations().value) {
    return failure(ErrorCode::limit_exceeded, std::to_string(rule.generations().value) + " generations of " +
                                                  std::to_string(shape.bytes()) +
                                                  " bytes: accepted are at most " +
                                                  std::to_string(kMaxFilterBytes) + " bytes together");
  }
  std::vector<BloomFilter> generations;
  for (std::uint64_t g = 0; g < rule.generations().value; ++g) {
    auto generation = BloomFilter::make(shape, family, seed);
    if (!generation) return failure(generation.error());
    generations.push_back(std::move(*generation));
  }
  return RotatingBloomFilter(rule, 0, std::move(generations));
}

Result<RotatingBloomFilter> RotatingBloomFilter::from_generations(const RotationRule& rule,
                                                                  std::uint64_t position,
                                                                  std::vector<BloomFilter> generations) {
  if (generations.size() != rule.generations().value) {
    return failure(ErrorCode::malformed, std::to_string(generations.size()) +
                                             " generations where the rule asks for " +
                                             std::to_string(rule.generations().value));
  }
  for (BloomFilter& generation : generations) {
    if (auto ok = check_compatible(generations.front(), generation); !ok)
      return failure(ErrorCode::malformed, "in two generations, " + ok.error().sentence());
    generation.describe_keys(FilterKeys::unknown);  // no file of all of them would say it
  }
  const bool counts_insertions = rule.unit() == WindowUnit::insertions;
  if (counts_insertions && position > kMaxInsertions) {
    return failure(ErrorCode::malformed, std::to_string(position) + " insertions: accepted are at most " +
                                             std::to_string(kMaxInsertions));
  }
  RotatingBloomFilter filter(rule, position, std::move(generations));
  const std::uint64_t begun = counts_insertions && position == 0 ? 0 : filter.newest() + 1;
  for (std::uint64_t g = begun; g < rule.generations().value; ++g) {
    if (!filter.generations_[g].empty()) {
      return failure(ErrorCode::malformed, "generation " + std::to_string(g) +
                                               " holds keys and has not begun at position " +
                                               std::to_string(position));
    }
  }
  return filter;
}

// The generation that took the latest insertion, or that of the latest time.
std::uint64_t RotatingBloomFilter::newest() const {
  if (rule_.unit() == WindowUnit::ticks) return position_ / rule_.step();
  return position_ == 0 ? 0 : (position_ - 1) / rule_.step();
}

void RotatingBloomFilter::rotate_to(std::uint64_t number) {
  const std::uint64_t from = newest(), turns = std::min<std::uint64_t>(number - from, generations_.size());
  for (std::uint64_t turn = 0; turn < turns; ++turn) generation(number - turn).clear();
}

// Rotates if the next insertion belongs to a new generation, and says how many the newest then takes.
std::size_t RotatingBloomFilter::make_room() {
  if (rule_.unit() == WindowUnit::ticks) return SIZE_MAX;
  rotate_to(position_ / rule_.step());
  return rule_.step() - position_ % rule_.step();
}

void RotatingBloomFilter::count_insertions(std::size_t insertions) {
  if (rule_.unit() == WindowUnit::insertions) position_ += insertions;
}

void RotatingBloomFilter::insert(const KeyHash& hash) {
  insert(std::span(&hash, 1));
}

void RotatingBloomFilter::insert(std::span<const KeyHash> hashes) {
  while (!hashes.empty()) {
    const std::size_t now = std::min(make_room(), hashes.size());
    count_insertions(now);
    generation(newest()).insert(hashes.first(now));
    hashes = hashes.subspan(now);
  }
}

void RotatingBloomFilter::insert(std::span<const std::uint64_t> keys) {
  in_chunks(hasher(), keys, [this](std::size_t, std::span<const KeyHash> hashes) { insert(hashes); });
}

bool RotatingBloomFilter::contains(const KeyHash& hash) const {
  return std::ranges::any_of(generations_,
                             [&](const BloomFilter& generation) { return generation.contains(hash); });
}

void RotatingBloomFilter::contains(std::span<const KeyHash> hashes, std::span<bool> found) const {
  PEEL_ASSERT(hashes.size() == found.size());
  std::ranges::fill(found, false);
  for (std::size_t first = 0; first < hashes.size(); first += kChunk) {
    const std::size_t size = std::min(kChunk, hashes.size() - first);
    for (const BloomFilter& generation : generations_)
      find_also(generation, hashes.subspan(first, size), found.subspan(first, size));
  }
}

void RotatingBloomFilter::contains(std::span<const std::uint64_t> keys, std::span<bool> found) const {
  PEEL_ASSERT(keys.size() == found.size());
  in_chunks(hasher(), keys, [&](std::size_t first, std::span<const KeyHash> hashes) {
    contains(hashes, found.subspan(first, hashes.size()));
  });
}

bool RotatingBloomFilter::insert_and_tell(const KeyHash& hash) {
  bool found = false;
  insert_and_tell(std::span(&hash, 1), std::span(&found, 1));
  return found;
}

// Between two rotations only the newest generation changes, so the others can be asked beforehand.
void RotatingBloomFilter::insert_and_tell(std::span<const KeyHash> hashes, std::span<bool> found) {
  PEEL_ASSERT(hashes.size() == found.size());
  while (!hashes.empty()) {
    const std::size_t now = std::min({make_room(), hashes.size(), kChunk});
    count_insertions(now);
    BloomFilter& newest_generation = generation(newest());
    newest_generation.insert_and_tell(hashes.first(now), found.first(now));
    for (const BloomFilter& older : generations_)
      if (&older != &newest_generation) find_also(older, hashes.first(now), found.first(now));
    hashes = hashes.subspan(now), found = found.subspan(now);
  }
}

void RotatingBloomFilter::insert_and_tell(std::span<const std::uint64_t> keys, std::span<bool> found) {
  PEEL_ASSERT(keys.size() == found.size());
  in_chunks(hasher(), keys, [&](std::size_t first, std::span<const KeyHash> hashes) {
    insert_and_tell(hashes, found.subspan(first, hashes.size()));
  });
}

Result<void> RotatingBloomFilter::advance_to(Tick now) {
  if (rule_.unit() != WindowUnit::ticks) {
    return failure(ErrorCode::unsupported,
                   "a filter of the last " + std::to_string(rule_.window()) + " insertions takes no time");
  }
  if (now.value <= position_) return {};
  rotate_to(now.value / rule_.step());
  position_ = now.value;
  return {};
}

}  // namespace peel
