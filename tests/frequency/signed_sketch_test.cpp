#include "peel/frequency/signed_sketch.hpp"

#include "frequency/cells.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace peel {
namespace {

SignedSketch signed_sketch_of(std::uint64_t rows, std::uint64_t columns, Seed seed = Seed(1)) {
  return *SignedSketch::make(*GridShape::from({RowCount(rows), ColumnCount(columns), BitWidth(64)}),
                             HashFamily::fast, seed);
}

Result<SignedSketch> adopted_signed(std::uint64_t gross, const std::vector<std::uint64_t>& counters) {
  AlignedWords words(counters.size());
  std::ranges::copy(counters, words.span().begin());
  return SignedSketch::from_words(*GridShape::from({RowCount(1), ColumnCount(counters.size()), BitWidth(64)}),
                                  KeyHasher(HashFamily::fast, Seed(1)), CopyCount(gross), std::move(words));
}

TEST(SignedSketch, AnswersExactlyForASingleKey) {
  SignedSketch sketch = signed_sketch_of(5, 10);
  ASSERT_TRUE(sketch.add(7, CountChange{-20}));
  ASSERT_TRUE(sketch.add(7, CountChange{3}));
  EXPECT_EQ(sketch.estimate(7), -17);
  EXPECT_EQ(sketch.gross(), CopyCount(23));
}

TEST(SignedSketch, TakesTheSignFromTheLowestBitOfTheWordOfARow) {
  SignedSketch sketch = signed_sketch_of(5, 100);
  const KeyHash hash = sketch.hasher()(42);
  ASSERT_TRUE(sketch.add(42, CountChange{9}));
  for (unsigned row = 0; row < 5; ++row) {
    EXPECT_EQ(sketch.counter(RowCount(row), ColumnCount(column_of(hash, row, 100))),
              hash.far_word(row) % 2 == 0 ? 9 : -9);
  }
}

class SignedBatch : public testing::TestWithParam<std::uint64_t> {};

TEST_P(SignedBatch, LeadsWhereSingleChangesLead) {
  test::Random random;
  SignedSketch by_keys = signed_sketch_of(GetParam(), 13), by_hashes = by_keys, single = by_keys;
  std::vector<std::uint64_t> keys;
  std::vector<KeyHash> hashes;
  std::vector<CountChange> changes;
  for (int i = 0; i < 200; ++i) {
    keys.push_back(random.below(50));
    hashes.push_back(single.hasher()(keys.back()));
    changes.push_back({static_cast<std::int64_t>(random.below(2001)) - 1000});
    ASSERT_TRUE(single.add(keys.back(), changes.back()));
    ASSERT_TRUE(single.add(keys.back()));
  }
  ASSERT_TRUE(by_keys.add(keys, changes));
  ASSERT_TRUE(by_keys.add(keys));
  ASSERT_TRUE(by_hashes.add(hashes));
  ASSERT_TRUE(by_hashes.add(hashes, changes));
  EXPECT_EQ(by_keys, single);
  EXPECT_EQ(by_hashes, single);
}

TEST_P(SignedBatch, OfQuestionsIsTheMedianOfTheRows) {
  test::Random random;
  SignedSketch sketch = signed_sketch_of(GetParam(), 13);
  std::vector<std::uint64_t> keys;
  for (std::uint64_t key = 0; key < 100; ++key) {
    keys.push_back(key);
    ASSERT_TRUE(sketch.add(key, CountChange{static_cast<std::int64_t>(random.below(2001)) - 1000}));
  }
  std::vector<std::int64_t> answers(keys.size());
  std::vector<SignedBounds> bounds(keys.size());
  sketch.estimates(keys, answers);
  sketch.bounds(keys, bounds);
  for (const std::uint64_t key : keys) {
    std::vector<std::int64_t> of_row;
    for (unsigned row = 0; row < GetParam(); ++row) {
      const KeyHash hash = sketch.hasher()(key);
      const std::int64_t counter = sketch.counter(RowCount(row), ColumnCount(column_of(hash, row, 13)));
      of_row.push_back(hash.far_word(row) % 2 == 0 ? counter : -counter);
    }
    std::ranges::sort(of_row);
    EXPECT_EQ(answers[key], of_row[of_row.size() / 2]);
    EXPECT_EQ(sketch.estimate(key), answers[key]);
    EXPECT_EQ(sketch.bounds(key), bounds[key]);
    EXPECT_EQ(bounds[key].estimate, answers[key]);
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, SignedBatch, testing::Values(1, 3, 5, 7, 9, 17, 63));

TEST(SignedSketch, MergedIsTheSketchOfBothStreams) {
  SignedSketch a = signed_sketch_of(3, 20), b = a, both = a;
  ASSERT_TRUE(a.add(1, CountChange{5}));
  ASSERT_TRUE(b.add(1, CountChange{-7}));
  ASSERT_TRUE(b.add(2));
  ASSERT_TRUE(both.add(std::vector<std::uint64_t>{1, 1, 2}, std::vector<CountChange>{{5}, {-7}, {1}}));
  ASSERT_TRUE(a.merge(b));
  EXPECT_EQ(a, both);
}

TEST(SignedSketch, SubtractedFromItselfHasCountedNothing) {
  SignedSketch a = signed_sketch_of(3, 20);
  ASSERT_TRUE(a.add(1, CountChange{5}));
  ASSERT_TRUE(a.add(9, CountChange{-6}));
  const SignedSketch same = a;
  ASSERT_TRUE(a.subtract(same));
  EXPECT_TRUE(std::ranges::all_of(a.words(), [](std::uint64_t word) { return word == 0; }));
  EXPECT_EQ(a.gross(), CopyCount(22));
}

TEST(SignedSketch, RefusesChangesThatCouldOverflow) {
  SignedSketch sketch = signed_sketch_of(3, 20);
  EXPECT_EQ(sketch.add(1, CountChange{std::numeric_limits<std::int64_t>::min()}).error().code(),
            ErrorCode::limit_exceeded);
  ASSERT_TRUE(sketch.add(1, CountChange{std::numeric_limits<std::int64_t>::max() - 1}));
  const SignedSketch before = sketch;
  EXPECT_FALSE(sketch.add(2, CountChange{-2}));
  EXPECT_FALSE(sketch.add(std::vector<std::uint64_t>{1, 2}));
  EXPECT_FALSE(sketch.add(std::vector<std::uint64_t>{1, 2}, std::vector<CountChange>{{1}, {1}}));
  EXPECT_FALSE(sketch.merge(before));
  EXPECT_EQ(sketch, before);
  ASSERT_TRUE(sketch.add(2, CountChange{-1}));
  EXPECT_EQ(sketch.gross(), CopyCount(kMostGross));
}

TEST(SignedSketch, RefusesShapesThatHaveNoMedianOrTooNarrowCounters) {
  const auto make = [](const GridSpec& spec) {
    return SignedSketch::make(*GridShape::from(spec), HashFamily::fast, Seed(1));
  };
  EXPECT_FALSE(make({RowCount(4), ColumnCount(8), BitWidth(64)}));
  EXPECT_FALSE(make({RowCount(5), ColumnCount(8), BitWidth(32)}));
}

TEST(SignedSketch, AdoptsOnlyCountersThatItsGrossTotalCanGive) {
  const auto minus = [](std::uint64_t n) { return 0 - n; };
  EXPECT_TRUE(adopted_signed(7, {5, minus(2)}));
  EXPECT_TRUE(adopted_signed(9, {5, minus(2)}));
  EXPECT_EQ(adopted_signed(8, {5, minus(2)}).error().code(), ErrorCode::malformed);
  EXPECT_EQ(adopted_signed(5, {5, minus(2)}).error().code(), ErrorCode::malformed);
  EXPECT_EQ(adopted_signed(kMostGross + 1, {0, 0}).error().code(), ErrorCode::malformed);
  EXPECT_EQ(adopted_signed(kMostGross, {kMostGross + 1, 0}).error().code(), ErrorCode::malformed);
}

TEST(SignedSketch, DoesNotJoinSketchesOfAnotherShapeOrSeed) {
  SignedSketch a = signed_sketch_of(3, 20);
  EXPECT_EQ(a.merge(signed_sketch_of(3, 21)).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(a.subtract(signed_sketch_of(3, 20, Seed(2))).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(inner_product(a, signed_sketch_of(5, 20)).error().code(), ErrorCode::incompatible);
}

}  // namespace
}  // namespace peel
