#include "peel/tables/multiple_filter_summary.hpp"

#include "support/table_summaries.hpp"

#include <gtest/gtest.h>

namespace peel::test {
namespace {

MultipleFilterSummary summary_of_filters(std::vector<FilterShape> shapes) {
  return value_of(MultipleFilterSummary::make(shapes));
}

TEST(MultipleFilterSummary, GivesAKeyOfLevelJToTheFirstJFilters) {
  Random random;
  for (std::uint64_t level = 1; level <= 5; ++level) {
    auto summary = summary_of_filters(five_filters(FilterLayout::line_blocks, BitWidth(1)));
    const KeyHash hash = random_hashes(random, 1).front();
    summary.note(hash, Level(level));
    for (std::uint64_t j = 0; j < 5; ++j) EXPECT_EQ(summary.filters()[j].contains(hash), j < level);
  }
}

TEST(MultipleFilterSummary, CountsTheFiltersInARowThatAffirm) {
  Random random;
  const auto shapes = five_filters(FilterLayout::classic, BitWidth(1));
  std::vector<BloomFilter> filters;
  for (const FilterShape& shape : shapes)
    filters.push_back(value_of(BloomFilter::make(shape, HashFamily::fast, Seed(1))));
  const KeyHash hash = random_hashes(random, 1).front();
  for (const std::size_t j : {0U, 1U, 3U}) filters[j].insert(hash);
  const auto summary = value_of(MultipleFilterSummary::from_filters(std::move(filters)));
  EXPECT_EQ(summary.where(hash), Level(2));
}

TEST(MultipleFilterSummary, TakesTheBytesOfItsFilters) {
  // [Kirsch, Mitzenmacher 2005, section 8] for 10,000 items; filters end with whole words here.
  std::vector<FilterShape> shapes;
  for (const std::uint64_t cells : {106'000U, 87'500U, 5'500U, 500U, 100U}) {
    shapes.push_back(filter_shape(FilterLayout::classic, CellCount(cells), HashCount(shapes.empty() ? 7 : 49),
                                  BitWidth(1)));
  }
  EXPECT_EQ(summary_of_filters(shapes).bytes(), 13'256U + 10'944U + 688U + 64U + 16U);
}

TEST(MultipleFilterSummary, RefusesNoFiltersAndTooMany) {
  const FilterShape shape = filter_shape(FilterLayout::classic, CellCount(64), HashCount(3), BitWidth(1));
  EXPECT_EQ(MultipleFilterSummary::make({}).error().code(), ErrorCode::invalid_argument);
  EXPECT_TRUE(MultipleFilterSummary::make(std::vector(7, shape)));
  EXPECT_EQ(MultipleFilterSummary::make(std::vector(8, shape)).error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(MultipleFilterSummary::make(std::vector(1000, shape)).error().code(),
            ErrorCode::invalid_argument);
}

TEST(MultipleFilterSummary, RefusesCellsOfAnotherWidth) {
  const std::vector bits = {filter_shape(FilterLayout::classic, CellCount(64), HashCount(3), BitWidth(1))};
  const std::vector counters = {
      filter_shape(FilterLayout::classic, CellCount(64), HashCount(3), BitWidth(4))};
  EXPECT_EQ(MultipleFilterSummary::make(counters).error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(CountingMultipleFilterSummary::make(bits).error().code(), ErrorCode::invalid_argument);
}

TEST(MultipleFilterSummary, RefusesFiltersThatHashDifferently) {
  const FilterShape shape = filter_shape(FilterLayout::classic, CellCount(64), HashCount(3), BitWidth(1));
  const auto refusal = [&](HashFamily family, Seed seed) {
    return MultipleFilterSummary::from_filters({value_of(BloomFilter::make(shape, HashFamily::fast, Seed(1))),
                                                value_of(BloomFilter::make(shape, family, seed))})
        .error()
        .code();
  };
  EXPECT_EQ(refusal(HashFamily::fast, Seed(2)), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal(HashFamily::siphash, Seed(1)), ErrorCode::invalid_argument);
}

std::vector<std::uint64_t> all_words(const CountingMultipleFilterSummary& summary) {
  std::vector<std::uint64_t> words;
  for (const CountingBloomFilter& filter : summary.filters())
    words.insert(words.end(), filter.words().begin(), filter.words().end());
  return words;
}

class CountingMultipleFilters : public testing::Test {
 protected:
  CountingMultipleFilters() {
    for (const KeyHash& hash : random_hashes(random, 80)) summary.note(hash, Level(1 + random.below(3)));
  }
  Random random;
  CountingMultipleFilterSummary summary =
      value_of(CountingMultipleFilterSummary::make(five_filters(FilterLayout::classic, BitWidth(4))));
};

TEST_F(CountingMultipleFilters, ForgettingUndoesNotingExactly) {
  const auto before = all_words(summary);
  const KeyHash hash = random_hashes(random, 1).front();
  summary.note(hash, Level(5));
  EXPECT_NE(all_words(summary), before);
  EXPECT_EQ(summary.forget(hash, Level(5)), Erased::erased);
  // Unless one of its counters reached 15 by it: the last filter is small.
  for (const CountingBloomFilter& filter : summary.filters())
    if (filter.saturated().value != 0) GTEST_SKIP() << "a counter saturated";
  EXPECT_EQ(all_words(summary), before);
}

TEST_F(CountingMultipleFilters, ARefusedKeyChangesNothing) {
  // The second filter denies the key, the third affirms it.
  auto filters = std::vector(summary.filters().begin(), summary.filters().end());
  const KeyHash hash = random_hashes(random, 1).front();
  filters[2].insert(hash);
  if (filters[1].contains(hash)) GTEST_SKIP() << "a false positive";
  auto changed = value_of(CountingMultipleFilterSummary::from_filters(std::move(filters)));
  const auto before = all_words(changed);
  EXPECT_EQ(changed.forget(hash, Level(3)), Erased::was_absent);
  EXPECT_EQ(all_words(changed), before);
}

TEST_F(CountingMultipleFilters, ForgetALowerLevelWithoutTouchingHigherFilters) {
  const KeyHash hash = random_hashes(random, 1).front();
  summary.note(hash, Level(2));
  const CountingBloomFilter third = summary.filters()[2];
  EXPECT_EQ(summary.forget(hash, Level(2)), Erased::erased);
  EXPECT_EQ(summary.filters()[2], third);
}

TEST(CountingMultipleFilterSummary, CountersThatReached15StayThereAndDenyNobody) {
  Random random;
  const std::vector shapes(
      3, filter_shape(FilterLayout::classic, CellCount(1), HashCount(1), BitWidth(kCountingCellBits)));
  auto summary = value_of(CountingMultipleFilterSummary::make(shapes));
  const auto hashes = random_hashes(random, 20);
  for (const KeyHash& hash : hashes) summary.note(hash, Level(2));
  for (const KeyHash& hash : hashes) EXPECT_EQ(summary.forget(hash, Level(2)), Erased::erased);
  EXPECT_EQ(summary.where(hashes[0]), Level(2));
}

}  // namespace
}  // namespace peel::test
