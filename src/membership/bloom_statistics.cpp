// What a filter knows of itself from its bits.
#include "peel/membership/bloom_filter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace peel {

namespace {

std::uint64_t bits_set(std::span<const std::uint64_t> words) {
  std::uint64_t set = 0;
  for (const std::uint64_t word : words) set += static_cast<std::uint64_t>(std::popcount(word));
  return set;
}

analysis::ItemEstimate items_in(const FilterShape& shape, std::span<const std::uint64_t> words) {
  if (!shape.is_blocked()) return analysis::estimated_items(shape, CellCount(bits_set(words)));
  std::vector<std::uint64_t> blocks_by_set(shape.block_cells() + 1);
  for (std::size_t at = 0; at < words.size(); at += shape.lanes())
    ++blocks_by_set[bits_set(words.subspan(at, shape.lanes()))];
  return analysis::estimated_items(shape, blocks_by_set);
}

}  // namespace

double BloomFilter::fill() const {
  return static_cast<double>(bits_set(words())) / static_cast<double>(shape_.cells().value);
}

double BloomFilter::current_rate() const {
  if (!shape_.is_blocked()) return analysis::rate_given(shape_, CellCount(bits_set(words())));
  std::array<std::uint8_t, 8> set{};
  double sum = 0;
  for (std::uint64_t block = 0; block < shape_.blocks(); ++block) {
    for (std::uint64_t lane = 0; lane < shape_.lanes(); ++lane)
      set[lane] = static_cast<std::uint8_t>(std::popcount(words()[block * shape_.lanes() + lane]));
    sum += analysis::rate_given(shape_, std::span(set).first(shape_.lanes()));
  }
  return sum / static_cast<double>(shape_.blocks());
}

analysis::ItemEstimate BloomFilter::estimated_items() const {
  return items_in(shape_, words());
}

Result<analysis::ItemEstimate> estimated_union(const BloomFilter& a, const BloomFilter& b) {
  BloomFilter both = a;
  if (auto merged = both.merge(b); !merged) return failure(merged.error());
  return both.estimated_items();
}

// By inclusion and exclusion: what either holds, less what they hold together.
Result<analysis::ItemEstimate> estimated_intersection(const BloomFilter& a, const BloomFilter& b) {
  const auto either = estimated_union(a, b);
  if (!either) return failure(either.error());
  const auto in_a = a.estimated_items(), in_b = b.estimated_items();
  return analysis::ItemEstimate{std::max(0.0, in_a.items + in_b.items - either->items),
                                std::hypot(in_a.standard_error, in_b.standard_error, either->standard_error)};
}

}  // namespace peel
