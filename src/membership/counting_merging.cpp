// What concerns all cells of a counting filter: joining two, and what a filter knows of itself.
#include "peel/membership/counting_bloom_filter.hpp"

#include "membership/filter_checks.hpp"
#include "membership/nibbles.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace peel {

namespace {

std::uint64_t cells_set(std::span<const std::uint64_t> words) {
  std::uint64_t set = 0;
  for (const std::uint64_t word : words) set += nibbles::count(nibbles::not_zero(word));
  return set;
}

}  // namespace

Result<void> CountingBloomFilter::merge(const CountingBloomFilter& other) {
  if (auto ok = check_compatible(*this, other); !ok) return ok;
  for (std::uint64_t i = 0; i < words_.size(); ++i)
    words_.data()[i] = nibbles::sum(words_.data()[i], other.words_.data()[i]);
  return {};
}

Result<void> CountingBloomFilter::subtract(const CountingBloomFilter& other) {
  if (auto ok = check_compatible(*this, other); !ok) return ok;
  for (std::uint64_t i = 0; i < words_.size(); ++i) {
    const std::uint64_t here = words_.data()[i], there = other.words_.data()[i];
    if (const std::uint64_t smaller = nibbles::smaller(here, there); smaller != 0) {
      const auto shift = static_cast<unsigned>(std::countr_zero(smaller));
      return failure(ErrorCode::incompatible,
                     "cell " + std::to_string(i * nibbles::kPerWord + shift / 4) + " is " +
                         std::to_string(here >> shift & nibbles::kMost) + " in the first filter and " +
                         std::to_string(there >> shift & nibbles::kMost) +
                         " in the second, which was given a key that the first was not");
    }
  }
  for (std::uint64_t i = 0; i < words_.size(); ++i)
    words_.data()[i] = nibbles::difference(words_.data()[i], other.words_.data()[i]);
  return {};
}

void CountingBloomFilter::clear() {
  std::ranges::fill(words_.span(), 0);
}

double CountingBloomFilter::fill() const {
  return static_cast<double>(cells_set(words())) / static_cast<double>(shape_.cells().value);
}

CellCount CountingBloomFilter::saturated() const {
  std::uint64_t cells = 0;
  for (const std::uint64_t word : words()) cells += nibbles::count(nibbles::saturated(word));
  return CellCount(cells);
}

double CountingBloomFilter::current_rate() const {
  if (!shape_.is_blocked()) return analysis::rate_given(shape_, CellCount(cells_set(words())));
  std::array<std::uint8_t, 8> set{};
  const std::uint64_t lanes = shape_.lanes();
  double sum = 0;
  for (std::uint64_t at = 0; at < words().size(); at += lanes) {
    for (std::uint64_t lane = 0; lane < lanes; ++lane)
      set[lane] = static_cast<std::uint8_t>(nibbles::count(nibbles::not_zero(words()[at + lane])));
    sum += analysis::rate_given(shape_, std::span(set).first(lanes));
  }
  return sum / static_cast<double>(shape_.blocks());
}

analysis::ItemEstimate CountingBloomFilter::estimated_items() const {
  return analysis::estimated_items(shape_, CellCount(cells_set(words())));
}

bool CountingBloomFilter::empty() const {
  return std::ranges::all_of(words(), [](std::uint64_t word) { return word == 0; });
}

Result<BloomFilter> CountingBloomFilter::as_bloom_filter() const {
  if (shape_.is_blocked()) {
    return failure(ErrorCode::unsupported, "a counting filter of layout " +
                                               std::string(name_of(shape_.layout())) +
                                               " has no Bloom filter of the same cells: accepted is classic");
  }
  const auto shape = FilterShape::from(
      {.layout = FilterLayout::classic, .cells = shape_.cells(), .hashes = shape_.hashes()});
  if (!shape) return failure(shape.error());
  AlignedWords bits(shape->words());
  for (std::uint64_t cell = 0; cell < shape->cells().value; ++cell) {
    const std::uint64_t counter = words()[cell / nibbles::kPerWord] >> 4 * (cell % nibbles::kPerWord);
    if ((counter & nibbles::kMost) != 0) bits.data()[cell / 64] |= std::uint64_t{1} << cell % 64;
  }
  return BloomFilter::from_words(*shape, hasher_, std::move(bits));
}

bool operator==(const CountingBloomFilter& a, const CountingBloomFilter& b) {
  return check_compatible(a, b) && std::ranges::equal(a.words(), b.words());
}

}  // namespace peel
