// Counters that came from elsewhere are taken only with a total that can have led to them.
#include "peel/frequency/count_min_sketch.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace peel {
namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

// Two rows of four counters of a byte each, the first in the lowest bits.
std::uint64_t rows(std::uint64_t first, std::uint64_t second) {
  return first | second << 32;
}

Result<CountMinSketch> adopted_count_min(CountMinRule rule, std::uint64_t total,
                                         const std::vector<std::uint64_t>& words,
                                         const GridSpec& grid = {RowCount(2), ColumnCount(4), BitWidth(8)}) {
  AlignedWords given(words.size());
  std::ranges::copy(words, given.span().begin());
  return CountMinSketch::from_words(*GridShape::from(grid), rule, KeyHasher(HashFamily::fast, Seed(1)),
                                    CopyCount(total), std::move(given));
}

bool plain(std::uint64_t total, std::uint64_t word) {
  return adopted_count_min(CountMinRule::plain, total, {word}).has_value();
}

bool conservative(std::uint64_t total, std::uint64_t word) {
  return adopted_count_min(CountMinRule::conservative, total, {word}).has_value();
}

TEST(CountMinAdoption, RefusesAnotherNumberOfWords) {
  EXPECT_EQ(adopted_count_min(CountMinRule::plain, 0, {0, 0}).error().code(), ErrorCode::malformed);
}

TEST(CountMinAdoption, RefusesBitsBehindTheLastCounter) {
  const GridSpec grid{RowCount(1), ColumnCount(7), BitWidth(8)};
  EXPECT_TRUE(adopted_count_min(CountMinRule::plain, 1, {1}, grid));
  EXPECT_EQ(adopted_count_min(CountMinRule::plain, 1, {1 | std::uint64_t{1} << 56}, grid).error().code(),
            ErrorCode::malformed);
}

TEST(CountMinAdoption, RefusesARuleThatIsNone) {
  EXPECT_EQ(adopted_count_min(static_cast<CountMinRule>(3), 0, {0}).error().code(),
            ErrorCode::invalid_argument);
}

TEST(CountMinAdoption, OfPlainRowsWantsEachToSumToTheTotal) {
  EXPECT_TRUE(plain(5, rows(0x0005, 0x0203)));
  EXPECT_FALSE(plain(5, rows(0x0005, 0x0202)));
  EXPECT_FALSE(plain(4, rows(0x0005, 0x0203)));
  EXPECT_FALSE(plain(6, rows(0x0005, 0x0203)));
}

TEST(CountMinAdoption, OfPlainRowsWithFullCountersWantsTheTotalAtMost) {
  EXPECT_TRUE(plain(300, rows(0xFF, 0xFF00)));
  EXPECT_TRUE(plain(300, rows(0xFF, 0x9696)));   // 150 and 150
  EXPECT_FALSE(plain(254, rows(0xFF, 0x7F7F)));  // more than came
  EXPECT_FALSE(plain(300, rows(0xFF, 0x9595)));  // two short, and nothing full there
}

TEST(CountMinAdoption, OfATotalThatWasCutOffWantsRowsThatAreFullOrAgree) {
  EXPECT_TRUE(plain(kMost, rows(0xFF, 0xFF)));
  EXPECT_FALSE(plain(kMost, rows(0xFF, 0x9696)));
  const GridSpec wide{RowCount(2), ColumnCount(2), BitWidth(64)};
  EXPECT_TRUE(adopted_count_min(CountMinRule::plain, kMost, {kMost - 1, 5, 6, kMost - 2}, wide));
  EXPECT_FALSE(adopted_count_min(CountMinRule::plain, kMost, {kMost - 1, 5, 7, kMost - 2}, wide));
  EXPECT_FALSE(adopted_count_min(CountMinRule::plain, kMost - 1, {kMost, 0, kMost, 0}, wide));
}

TEST(CountMinAdoption, OfConservativeRowsWantsEachAtMostAndAllAtLeastTheTotal) {
  EXPECT_TRUE(conservative(5, rows(0x0203, 0x0003)));
  EXPECT_FALSE(conservative(4, rows(0x0203, 0x0003)));
  EXPECT_TRUE(conservative(8, rows(0x0203, 0x0003)));
  EXPECT_FALSE(conservative(9, rows(0x0203, 0x0003)));
}

TEST(CountMinAdoption, OfConservativeRowsWantsEqualLargestCounters) {
  EXPECT_TRUE(conservative(5, rows(0x0203, 0x0203)));
  EXPECT_FALSE(conservative(5, rows(0x0203, 0x0202)));
  EXPECT_FALSE(conservative(300, rows(0xFF, 0xFE)));
  EXPECT_TRUE(conservative(kMost, rows(0xFF, 0xFF)));
  EXPECT_FALSE(conservative(kMost, rows(0xFE, 0xFE)));
}

}  // namespace
}  // namespace peel
