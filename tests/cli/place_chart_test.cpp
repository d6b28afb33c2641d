#include "cli/present/place_chart.hpp"

#include "support/random.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <vector>

namespace peel::cli {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

std::uint64_t total_of(const PlaceChart::Bins& bins) {
  std::uint64_t total = 0;
  for (const auto& counts : bins.counts)
    for (const std::uint64_t count : counts) total += count;
  return total;
}

TEST(PlaceChart, ReachesFromTheFirstRowToTheLast) {
  PlaceChart chart;
  chart.add(ChangeKind::removed, 500'000);
  const auto bins = chart.bins(1'000'000);
  EXPECT_EQ(bins.from, 1);
  EXPECT_EQ(bins.last, 1'000'000);
  EXPECT_LE(bins.counts.size(), PlaceChart::kMostBins);
  EXPECT_GT(bins.counts.size(), PlaceChart::kMostBins / 2);
  EXPECT_EQ(bins.counts[499'999 / bins.width][0], 1U);
}

TEST(PlaceChart, ReachesFromTheFirstChangeToTheLastWhereNumbersAreFarApart) {
  PlaceChart chart;
  chart.add(ChangeKind::added, 1'000'000'000'000);
  chart.add(ChangeKind::added, 1'000'000'000'100);
  const auto bins = chart.bins(10);
  EXPECT_LE(bins.from, 1'000'000'000'000);
  EXPECT_GT(bins.from, 1'000'000'000'000 - 256);
  EXPECT_EQ(total_of(bins), 2U);
}

TEST(PlaceChart, HoldsAnyPlacesInFewBins) {
  PlaceChart chart;
  for (const std::int64_t place :
       {kLeast, kLeast + 1, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, kMost})
    chart.add(ChangeKind::changed, place);
  const auto bins = chart.bins(6);
  EXPECT_LE(bins.counts.size(), PlaceChart::kMostBins);
  EXPECT_EQ(total_of(bins), 6U);
}

TEST(PlaceChart, CountsEachChangeWhereItIs) {
  test::Random random;
  PlaceChart chart;
  std::map<std::int64_t, std::uint64_t> places;
  for (int i = 0; i < 2000; ++i) {
    const auto place = static_cast<std::int64_t>(random.below(100'000)) + 1;
    ++places[place];
    chart.add(ChangeKind::changed, place);
  }
  const auto bins = chart.bins(100'000);
  std::vector<std::uint64_t> expected(bins.counts.size());
  for (const auto& [place, count] : places)
    expected[static_cast<std::size_t>(place - bins.from) / bins.width] += count;
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(bins.counts[i][1], expected[i]) << i;
}

TEST(PlaceChart, OfNothingIsEmpty) {
  EXPECT_TRUE(PlaceChart().empty());
  EXPECT_TRUE(PlaceChart().bins(100).counts.empty());
}

}  // namespace
}  // namespace peel::cli
