// How often filters affirm keys that they were not given, against the exact rate of analysis/, in standard
// errors.
#include "peel/analysis/bloom_rate.hpp"
#include "peel/membership/bloom_filter.hpp"

#include "support/pairs.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace peel {
namespace {

enum class KeyKind { random, sequential, text };

struct Setting {
  FilterLayout layout;
  KeyKind keys;
};

// Hashes of distinct keys, those in the filter and those to ask for; `first` tells keys of one call from
// those of another.
std::vector<KeyHash> hashes_of(KeyKind kind, const KeyHasher& hasher, std::uint64_t first,
                               std::size_t count) {
  std::vector<KeyHash> hashes;
  hashes.reserve(count);
  std::string text;
  for (std::uint64_t i = first; i < first + count; ++i) {
    if (kind == KeyKind::sequential) {
      hashes.push_back(hasher(i));
    } else if (kind == KeyKind::random) {
      hashes.push_back(hasher(scramble(i * kGolden)));  // a bijection, so that keys stay distinct
    } else {
      text = std::to_string(i);
      text.append("@example.org");
      hashes.push_back(hasher(as_bytes(text)));
    }
  }
  return hashes;
}

// How much the rate of a filter varies with the keys that it happens to hold: of a classic one by the
// variance of the number of cells set, of a blocked one by the spread of its blocks.
double variance_of_rate(const BloomFilter& filter, ItemCount items) {
  const FilterShape& shape = filter.shape();
  const auto cells = static_cast<double>(shape.cells().value), k = static_cast<double>(shape.hashes().value);
  if (!shape.is_blocked()) {
    const double load = k * static_cast<double>(items.value) / cells;
    const double of_share = (std::exp(-load) - (1 + load) * std::exp(-2 * load)) / cells;
    return k * k * std::pow(filter.fill(), 2 * k - 2) * of_share;
  }
  double sum = 0, squares = 0;
  std::array<std::uint8_t, 8> set{};
  for (std::size_t at = 0; at < filter.words().size(); at += shape.lanes()) {
    for (std::size_t lane = 0; lane < shape.lanes(); ++lane)
      set[lane] = static_cast<std::uint8_t>(std::popcount(filter.words()[at + lane]));
    const double rate = analysis::rate_given(shape, std::span(set).first(shape.lanes()));
    sum += rate;
    squares += rate * rate;
  }
  const auto blocks = static_cast<double>(shape.blocks());
  return (squares / blocks - sum / blocks * (sum / blocks)) / blocks;
}

struct Workload {
  std::uint64_t items;
  std::size_t queries;
  int filters;
};

// About 8 bits for each key, an odd number of cells where that can be.
FilterShape shape_for(FilterLayout layout, std::uint64_t items, HashCount hashes) {
  const std::uint64_t block = cells_in_block(layout, BitWidth(1));
  const std::uint64_t cells = block == 1 ? items * 8 | 1 : (items * 8 / block | 1) * block;
  return test::value_of(FilterShape::from({.layout = layout, .cells = CellCount(cells), .hashes = hashes}));
}

void expect_rate_of_analysis(const Setting& setting, HashCount hashes, const Workload& work,
                             test::Random& random) {
  const FilterShape shape = shape_for(setting.layout, work.items, hashes);
  const double expected = analysis::false_positive_rate(shape, ItemCount(work.items));
  std::uint64_t affirmed = 0;
  double variance = 0;
  for (int round = 0; round < work.filters; ++round) {
    BloomFilter filter = test::value_of(BloomFilter::make(shape, HashFamily::fast, random.seed()));
    filter.insert(hashes_of(setting.keys, filter.hasher(), 0, work.items));
    const auto queries = hashes_of(setting.keys, filter.hasher(), work.items, work.queries);
    const auto found = std::make_unique<bool[]>(queries.size());
    filter.contains(queries, std::span(found.get(), queries.size()));
    affirmed += static_cast<std::uint64_t>(std::count(found.get(), found.get() + queries.size(), true));
    variance += variance_of_rate(filter, ItemCount(work.items));
  }
  const auto asked = static_cast<double>(work.queries) * work.filters;
  variance = variance / (work.filters * work.filters) + expected * (1 - expected) / asked;
  EXPECT_NEAR(static_cast<double>(affirmed) / asked, expected, 5 * std::sqrt(variance))
      << hashes.value << " hashes, " << work.items << " keys";
}

class FalsePositives : public testing::TestWithParam<FilterLayout> {};
INSTANTIATE_TEST_SUITE_P(BloomFilter, FalsePositives, testing::ValuesIn(kFilterLayouts),
                         [](const auto& layout) { return std::string(name_of(layout.param)); });

// As many as a build with sanitizers can bear too.
constexpr Workload kSmall{1000, 5000, 4}, kMiddling{60'000, 60'000, 1};

TEST_P(FalsePositives, OfSequentialKeysAreWithinFiveStandardErrorsOfTheExactRate) {
  test::Random random;
  for (std::uint64_t hashes = 1; hashes <= 16; ++hashes) {
    expect_rate_of_analysis({GetParam(), KeyKind::sequential}, HashCount(hashes), kSmall, random);
    expect_rate_of_analysis({GetParam(), KeyKind::sequential}, HashCount(hashes), kMiddling, random);
  }
}

TEST_P(FalsePositives, OfRandomKeysAreWithinFiveStandardErrorsOfTheExactRate) {
  test::Random random;
  for (std::uint64_t hashes = 1; hashes <= 16; ++hashes)
    expect_rate_of_analysis({GetParam(), KeyKind::random}, HashCount(hashes), kSmall, random);
}

TEST_P(FalsePositives, OfByteStringsAreWithinFiveStandardErrorsOfTheExactRate) {
  test::Random random;
  for (std::uint64_t hashes = 1; hashes <= 16; ++hashes)
    expect_rate_of_analysis({GetParam(), KeyKind::text}, HashCount(hashes), {1000, 2000, 3}, random);
}

TEST_P(FalsePositives, OfAMillionKeysAreWithinFiveStandardErrorsOfTheExactRate) {
  test::Random random;
  expect_rate_of_analysis({GetParam(), KeyKind::sequential}, HashCount(6), {1'000'000, 300'000, 1}, random);
  expect_rate_of_analysis({GetParam(), KeyKind::random}, HashCount(3), {1'000'000, 300'000, 1}, random);
}

}  // namespace
}  // namespace peel
