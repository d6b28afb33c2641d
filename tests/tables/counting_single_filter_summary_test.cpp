// CountingSingleFilterSummary against a map of counters.
#include "peel/tables/single_filter_summary.hpp"

#include "support/table_summaries.hpp"

#include <gtest/gtest.h>
#include <map>

namespace peel::test {
namespace {

CountingSingleFilterSummary counting_summary(CellCount cells, HashCount hashes, SegmentCount sub_tables) {
  return value_of(CountingSingleFilterSummary::make(
      single_filter_shape(cells, hashes, sub_tables, CellPacking::counters)));
}

std::uint64_t stored(const CountingSingleFilterSummary& summary, std::uint64_t cell, std::uint64_t level) {
  const std::uint64_t nibble = cell * summary.sub_tables() + level - 1;
  return summary.words()[nibble / 16] >> 4 * (nibble % 16) & 15;
}

// For each cell and level a number without end.
class CountingFilterModel {
 public:
  explicit CountingFilterModel(const SingleFilterShape& shape) : shape_(shape) {}

  void change(const KeyHash& hash, Level level, std::int64_t by) {
    for (unsigned i = 0; i < shape_.hashes().value; ++i) counters_[{cell_of(hash, i), level.number}] += by;
  }
  Level where(const KeyHash& hash) {
    std::uint64_t lowest = 99;
    for (unsigned i = 0; i < shape_.hashes().value; ++i) {
      std::uint64_t highest = 0;
      for (std::uint64_t level = 1; level <= shape_.sub_tables(); ++level)
        if (counters_[{cell_of(hash, i), level}] != 0) highest = level;
      lowest = std::min(lowest, highest);
    }
    return Level(lowest);
  }
  void expect_equal(const CountingSingleFilterSummary& summary) {
    for (std::uint64_t cell = 0; cell < shape_.cells().value; ++cell) {
      for (std::uint64_t level = 1; level <= shape_.sub_tables(); ++level)
        ASSERT_EQ(stored(summary, cell, level), static_cast<std::uint64_t>(counters_[{cell, level}]));
    }
  }

 private:
  std::uint64_t cell_of(const KeyHash& hash, unsigned i) const {
    return i * shape_.group().value + reduce(hash.far_word(i), shape_.group().value);
  }

  SingleFilterShape shape_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::int64_t> counters_;
};

class EveryNumberOfSubTables : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(CountingSingleFilterSummary, EveryNumberOfSubTables,
                         testing::Range<std::uint64_t>(1, 8));

TEST_P(EveryNumberOfSubTables, HasTheCountersAndAnswersOfThePlainestFilter) {
  Random random;
  for (const std::uint64_t hashes : {1U, 9U, 18U}) {
    auto summary = counting_summary(CellCount(hashes * 29), HashCount(hashes), SegmentCount(GetParam()));
    CountingFilterModel model(summary.shape());
    std::vector<std::pair<KeyHash, Level>> noted;
    for (int step = 0; step < 150; ++step) {
      if (noted.size() < 12 && random.below(3) != 0) {
        noted.emplace_back(random_hashes(random, 1).front(), Level(1 + random.below(GetParam())));
        summary.note(noted.back().first, noted.back().second);
        model.change(noted.back().first, noted.back().second, 1);
      } else if (!noted.empty()) {
        std::swap(noted[random.below(noted.size())], noted.back());
        EXPECT_EQ(summary.forget(noted.back().first, noted.back().second), Erased::erased);
        model.change(noted.back().first, noted.back().second, -1);
        noted.pop_back();
      }
    }
    model.expect_equal(summary);
    for (const KeyHash& hash : random_hashes(random, 50)) ASSERT_EQ(summary.where(hash), model.where(hash));
    for (const auto& [hash, level] : noted) ASSERT_EQ(summary.where(hash), model.where(hash));
  }
}

TEST(CountingSingleFilterSummary, ForgettingUndoesNotingExactly) {
  Random random;
  auto summary = counting_summary(CellCount(500), HashCount(10), SegmentCount(6));
  for (const KeyHash& hash : random_hashes(random, 60)) summary.note(hash, Level(1 + random.below(6)));
  ASSERT_EQ(summary.saturated().value, 0U);  // 10 cells of 60 keys in 3,000 counters: far from 15
  const std::vector<std::uint64_t> before(summary.words().begin(), summary.words().end());
  const KeyHash hash = random_hashes(random, 1).front();
  summary.note(hash, Level(6));
  EXPECT_FALSE(std::ranges::equal(summary.words(), before));
  EXPECT_EQ(summary.forget(hash, Level(6)), Erased::erased);
  EXPECT_TRUE(std::ranges::equal(summary.words(), before));
}

TEST(CountingSingleFilterSummary, ARefusedKeyChangesNothing) {
  auto summary = counting_summary(CellCount(4), HashCount(2), SegmentCount(2));
  Random random;
  // Keys until one shares a cell with the first, and not both.
  const KeyHash first = random_hashes(random, 1).front();
  summary.note(first, Level(1));
  const std::vector<std::uint64_t> before(summary.words().begin(), summary.words().end());
  KeyHash other = first;
  const auto shares = [&](unsigned i) { return other.word(i) >> 63 == first.word(i) >> 63; };
  while (shares(0) == shares(1)) other = random_hashes(random, 1).front();
  EXPECT_EQ(summary.forget(other, Level(1)), Erased::was_absent);
  EXPECT_TRUE(std::ranges::equal(summary.words(), before));
}

TEST(CountingSingleFilterSummary, ACounterThatReached15StaysThereAndDeniesNobody) {
  auto summary = counting_summary(CellCount(2), HashCount(2), SegmentCount(7));
  Random random;
  for (const KeyHash& hash : random_hashes(random, 20)) summary.note(hash, Level(3));
  EXPECT_EQ(summary.saturated().value, 2U);
  const KeyHash last = random_hashes(random, 1).front();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(summary.forget(last, Level(3)), Erased::erased);
  EXPECT_EQ(summary.saturated().value, 2U);
  EXPECT_EQ(summary.where(last), Level(3));
}

TEST(CountingSingleFilterSummary, SaturationOfOneLevelLeavesTheOthersAlone) {
  auto summary = counting_summary(CellCount(1), HashCount(1), SegmentCount(3));
  Random random;
  const KeyHash hash = random_hashes(random, 1).front();
  for (int i = 0; i < 30; ++i) summary.note(hash, Level(2));
  EXPECT_EQ(summary.words()[0], 0x0F0U);
  summary.note(hash, Level(3));
  EXPECT_EQ(summary.words()[0], 0x1F0U);
  EXPECT_EQ(summary.where(hash), Level(3));
  EXPECT_EQ(summary.forget(hash, Level(3)), Erased::erased);
  EXPECT_EQ(summary.where(hash), Level(2));
}

TEST(CountingSingleFilterSummary, RefusesWordsThatAreNotItsOwn) {
  const auto shape = single_filter_shape(CellCount(3), HashCount(3), SegmentCount(5), CellPacking::counters);
  const auto adopt = [&](std::vector<std::uint64_t> values) {
    AlignedWords words(values.size());
    std::ranges::copy(values, words.span().begin());
    return CountingSingleFilterSummary::from_words(shape, std::move(words));
  };
  EXPECT_TRUE(adopt({~std::uint64_t{0} >> 4}));
  EXPECT_EQ(adopt({std::uint64_t{1} << 60}).error().code(), ErrorCode::malformed);
  EXPECT_EQ(adopt({}).error().code(), ErrorCode::malformed);
  EXPECT_EQ(adopt({0, 0}).error().code(), ErrorCode::malformed);
}

TEST(CountingSingleFilterSummary, RefusesCellsThatAreNoCounters) {
  const auto shape =
      single_filter_shape(CellCount(3), HashCount(3), SegmentCount(5), CellPacking::three_bits);
  EXPECT_EQ(CountingSingleFilterSummary::make(shape).error().code(), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace peel::test
