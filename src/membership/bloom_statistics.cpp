// What a filter knows of itself from its bits.
#include "peel/membership/bloom_filter.hpp"

#include "membership/filter_checks.hpp"

#include <array>
#include <bit>
#include <span>

namespace peel {

namespace {

std::uint64_t bits_set(std::span<const std::uint64_t> words) {
  std::uint64_t set = 0;
  for (const std::uint64_t word : words) set += static_cast<std::uint64_t>(std::popcount(word));
  return set;
}

// Where at least one of the two has a bit.
CellCount set_in_either(const BloomFilter& a, const BloomFilter& b) {
  std::uint64_t set = 0;
  for (std::size_t i = 0; i < a.words().size(); ++i)
    set += static_cast<std::uint64_t>(std::popcount(a.words()[i] | b.words()[i]));
  return CellCount(set);
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
  return analysis::estimated_items(shape_, CellCount(bits_set(words())));
}

Result<analysis::ItemEstimate> estimated_union(const BloomFilter& a, const BloomFilter& b) {
  if (auto ok = check_compatible(a, b); !ok) return failure(ok.error());
  return analysis::estimated_items(a.shape(), set_in_either(a, b));
}

Result<analysis::ItemEstimate> estimated_intersection(const BloomFilter& a, const BloomFilter& b) {
  if (auto ok = check_compatible(a, b); !ok) return failure(ok.error());
  return analysis::estimated_intersection(a.shape(), {.in_a = CellCount(bits_set(a.words())),
                                                      .in_b = CellCount(bits_set(b.words())),
                                                      .in_either = set_in_either(a, b)});
}

}  // namespace peel
