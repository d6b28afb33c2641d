// What a summary tells of itself, against the keys that it was given and against questions about others.
#include "peel/tables/summary_contents.hpp"

#include "peel/tables/interpolation_summary.hpp"

#include "support/table_summaries.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace peel::test {
namespace {

constexpr double kStandardErrors = 5;

// 200 keys: 120 of level 1, 60 of level 2, 20 of level 5.
std::vector<Level> levels_of_keys() {
  std::vector<Level> levels;
  for (int i = 0; i < 200; ++i) levels.emplace_back(std::uint64_t{i < 120 ? 1U : i < 180 ? 2U : 5U});
  return levels;
}

const std::vector<double> kAtLeast = {200, 80, 20, 20, 20};

void note_keys(Random& random, TableSummary& summary) {
  const auto levels = levels_of_keys();
  const auto hashes = random_hashes(random, levels.size());
  for (std::size_t i = 0; i < levels.size(); ++i) summary.note(hashes[i], levels[i]);
}

TEST(SummaryContents, OfInterpolationCountsTheKeysOfEveryLevel) {
  Random random;
  auto summary = value_of(InterpolationSummary::make(BitWidth(60), ItemCount(200)));
  note_keys(random, summary);
  const SummaryContents contents = value_of(contents_of(summary));
  for (std::size_t i = 0; i < kAtLeast.size(); ++i) {
    EXPECT_EQ(contents.keys[i].items, kAtLeast[i]) << "level " << i + 1;
    EXPECT_EQ(contents.keys[i].standard_error, 0);
  }
}

TEST(SummaryContents, OfInterpolationCountsCollisionsAndLeavesThemOutOfTheRate) {
  auto summary = value_of(InterpolationSummary::make(BitWidth(8), ItemCount(3)));
  for (const std::uint64_t low : {1U, 1U, 2U}) summary.note(KeyHash(low, 7), Level(1));
  ASSERT_NE(summary.fingerprint(KeyHash(1, 7)), summary.fingerprint(KeyHash(2, 7)));
  const SummaryContents contents = value_of(contents_of(summary));
  EXPECT_EQ(contents.collisions, ItemCount(1));
  EXPECT_EQ(contents.false_positive_rate, 2.0 / 256);
}

TEST(SummaryContents, OfACountingSingleFilterCountsTheKeysOfEveryLevel) {
  Random random;
  auto summary = value_of(CountingSingleFilterSummary::make(
      single_filter_shape(CellCount(3000), HashCount(12), SegmentCount(5), CellPacking::counters)));
  note_keys(random, summary);
  const SummaryContents contents = value_of(contents_of(summary));
  ASSERT_EQ(contents.saturated, CellCount(0));
  for (std::size_t i = 0; i < kAtLeast.size(); ++i)
    EXPECT_EQ(contents.keys[i].items, kAtLeast[i]) << "level " << i + 1;
}

TEST(SummaryContents, CountSaturatedCounters) {
  const KeyHash hash(3, 4);
  for (const SummaryCase& tested : filter_summary_cases()) {
    const auto summary = tested.make();
    if (!summary->can_forget()) continue;
    for (int i = 0; i < 15; ++i) summary->note(hash, Level(1));
    EXPECT_GT(value_of(contents_of(*summary)).saturated->value, 0U) << tested.name;
  }
}

class SummaryContentsOfFilters : public testing::TestWithParam<SummaryCase> {};
INSTANTIATE_TEST_SUITE_P(All, SummaryContentsOfFilters, testing::ValuesIn(filter_summary_cases()),
                         name_of_case);

TEST_P(SummaryContentsOfFilters, AreAllZeroWithoutKeys) {
  const SummaryContents contents = value_of(contents_of(*GetParam().make()));
  EXPECT_EQ(contents.false_positive_rate, 0);
  EXPECT_EQ(contents.fill, 0);
  for (const auto& keys : contents.keys) EXPECT_EQ(keys.items, 0);
}

TEST_P(SummaryContentsOfFilters, EstimateTheKeysWithinFiveStandardErrors) {
  Random random;
  const auto summary = GetParam().make();
  note_keys(random, *summary);
  const analysis::ItemEstimate keys = value_of(contents_of(*summary)).keys.front();
  EXPECT_NEAR(keys.items, kAtLeast[0], kStandardErrors * keys.standard_error + 1);
}

TEST_P(SummaryContentsOfFilters, SayTheRateOfFalsePositivesWithinFiveStandardErrors) {
  constexpr std::size_t kAsked = 20'000;
  Random random;
  const auto summary = GetParam().make();
  note_keys(random, *summary);
  const double rate = value_of(contents_of(*summary)).false_positive_rate;
  std::vector<Level> levels(kAsked);
  summary->where(random_hashes(random, kAsked), levels);
  const auto said =
      static_cast<double>(kAsked - static_cast<std::size_t>(std::ranges::count(levels, Level())));
  EXPECT_NEAR(said, rate * kAsked, kStandardErrors * std::sqrt(rate * kAsked) + 1);
}

}  // namespace
}  // namespace peel::test
