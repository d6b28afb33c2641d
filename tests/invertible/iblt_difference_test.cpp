// Two tables made one: merge, subtract, and un-poisoning of what differs only in value.
#include "support/pairs.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

using test::Pairs;

constexpr Seed kSeed{20, 26};

IbltShape difference_shape(std::uint64_t cells, CellArithmetic arithmetic, std::size_t value_width = 4,
                           CellChecks checks = CellChecks::keys_and_values) {
  return test::value_of(IbltShape::from({.cells = CellCount(cells),
                                         .hashes = HashCount(5),
                                         .value_width = ByteWidth(value_width),
                                         .arithmetic = arithmetic,
                                         .checks = checks}));
}

class IbltDifference : public testing::TestWithParam<CellArithmetic> {
 protected:
  test::Random random_;
};

TEST_P(IbltDifference, ListsWhatOnlyOneSideHolds) {
  const IbltShape shape = difference_shape(2'000, GetParam());
  Iblt left(shape, HashFamily::fast, kSeed), right(shape, HashFamily::fast, kSeed);
  const Pairs pairs = test::random_pairs(random_, 20'000, shape);
  EXPECT_OK(left.insert(pairs.packed(0, 19'800)));
  EXPECT_OK(right.insert(pairs.packed(300, 19'700)));
  EXPECT_OK(left.subtract(right));
  const Listing listing = left.list();
  ASSERT_TRUE(listing.complete());
  EXPECT_EQ(listing.inserted.size(), 300U);
  EXPECT_EQ(listing.deleted.size(), 200U);
  test::PairCounts expected;
  for (std::size_t i = 0; i < 300; ++i)
    expected[{test::text_of(pairs.key(i)), test::text_of(pairs.value(i))}] = 1;
  for (std::size_t i = 19'800; i < 20'000; ++i) {
    expected[{test::text_of(pairs.key(i)), test::text_of(pairs.value(i))}] = -1;
  }
  EXPECT_EQ(test::counts_of(listing), expected);
}

TEST_P(IbltDifference, MergeOfDisjointTablesHoldsBoth) {
  const IbltShape shape = difference_shape(2'000, GetParam());
  Iblt left(shape, HashFamily::fast, kSeed), right(shape, HashFamily::fast, kSeed);
  const Pairs pairs = test::random_pairs(random_, 500, shape);
  EXPECT_OK(left.insert(pairs.packed(0, 200)));
  EXPECT_OK(right.insert(pairs.packed(200, 300)));
  EXPECT_OK(left.merge(right));
  EXPECT_EQ(test::counts_of(left.list()), test::counts_of(pairs));
  EXPECT_EQ(left.gross_total(), 500U);
}

TEST_P(IbltDifference, ASubTableLostOnEitherSideIsLostInTheDifference) {
  const IbltShape shape = difference_shape(2'000, GetParam());
  Iblt left(shape, HashFamily::fast, kSeed), right(shape, HashFamily::fast, kSeed);
  const Pairs pairs = test::random_pairs(random_, 300, shape);
  EXPECT_OK(left.insert(pairs.packed()));
  EXPECT_OK(right.declare_lost(SubTable(1)));
  EXPECT_OK(left.subtract(right));
  EXPECT_EQ(left.lost_sub_tables().indexes(), std::vector<std::uint32_t>{1});
  EXPECT_EQ(test::counts_of(left.list()), test::counts_of(pairs));
}

// The paper's application: Bob deletes his 20,000 pairs from Alice's table; 60 of them have another value
// there.
TEST_P(IbltDifference, UnpoisoningRecoversSixtyChangedPairsAmongTwentyThousandToTheLastOne) {
  const IbltShape shape = difference_shape(1'000, GetParam(), 8);
  Iblt difference(shape, HashFamily::fast, random_.seed());
  Pairs ours = test::random_pairs(random_, 20'000, shape);
  Pairs theirs = ours;
  for (std::size_t i = 0; i < 60; ++i) {
    const Bytes changed = test::random_bytes(random_, 8);
    std::ranges::copy(changed, theirs.values.begin() + static_cast<std::ptrdiff_t>(8 * 300 * i));
  }
  EXPECT_OK(difference.insert(theirs.packed()));
  EXPECT_OK(difference.erase(ours.packed()));

  const Unpoisoned found = test::value_of(difference.unpoison(ours.packed()));
  ASSERT_EQ(found.changed.size(), 60U);
  EXPECT_TRUE(found.rest.complete());
  EXPECT_TRUE(found.rest.inserted.empty());
  const test::PairCounts was = test::counts_of(ours), is = test::counts_of(theirs);
  for (const ChangedValue& change : found.changed) {
    EXPECT_TRUE(was.contains({test::text_of(change.key), test::text_of(change.ours)}));
    EXPECT_TRUE(is.contains({test::text_of(change.key), test::text_of(change.theirs)}));
    EXPECT_NE(change.ours, change.theirs);
  }
}

// Values that wander from key to key, all into few cells. A value check that knew nothing of the key would
// let (x, a) - (x, b) and (y, b) - (y, c) in one cell pass for a change of y from c to a.
TEST_P(IbltDifference, UnpoisoningIsNotFooledByValuesThatMovedToOtherKeys) {
  const IbltShape shape = difference_shape(600, GetParam(), 8);
  Iblt difference(shape, HashFamily::fast, random_.seed());
  Pairs ours = test::random_pairs(random_, 2'000, shape);
  Pairs theirs = ours;
  std::rotate(theirs.values.begin(), theirs.values.begin() + 8, theirs.values.begin() + 8 * 60);
  EXPECT_OK(difference.insert(theirs.packed()));
  EXPECT_OK(difference.erase(ours.packed()));
  const Unpoisoned found = test::value_of(difference.unpoison(ours.packed()));
  ASSERT_EQ(found.changed.size(), 60U);
  EXPECT_TRUE(found.rest.complete());
  const test::PairCounts is = test::counts_of(theirs);
  for (const ChangedValue& change : found.changed) {
    EXPECT_TRUE(is.contains({test::text_of(change.key), test::text_of(change.theirs)}));
  }
}

TEST_P(IbltDifference, UnpoisoningAlsoListsWhatOnlyOneSideHolds) {
  const IbltShape shape = difference_shape(1'000, GetParam(), 8);
  Iblt difference(shape, HashFamily::fast, random_.seed());
  const Pairs pairs = test::random_pairs(random_, 5'000, shape);
  EXPECT_OK(difference.insert(pairs.packed(50, 4'950)));
  const Bytes changed = test::random_bytes(random_, 8);
  EXPECT_OK(
      difference.erase(pairs.packed(0, 4'900)));  // the first 50 are only ours, the last 100 only theirs
  EXPECT_OK(difference.erase(pairs.packed(2'000, 1)));
  EXPECT_OK(difference.insert(pairs.key(2'000), changed));
  // Ours: pairs 0..4899 with pair 2000 deleted once more than inserted, theirs has another value for it.
  const Unpoisoned found = test::value_of(difference.unpoison(pairs.packed(0, 4'900)));
  EXPECT_TRUE(found.rest.complete());
  EXPECT_EQ(found.rest.inserted.size(), 100U);
  EXPECT_EQ(found.rest.deleted.size(), 50U);
  ASSERT_EQ(found.changed.size(), 1U);
  EXPECT_EQ(found.changed[0].theirs, changed);
}

INSTANTIATE_TEST_SUITE_P(Arithmetic, IbltDifference,
                         testing::Values(CellArithmetic::xor_sums, CellArithmetic::wrapping_sums,
                                         CellArithmetic::prime_field),
                         [](const auto& kind) {
                           return kind.param == CellArithmetic::xor_sums        ? "Xor"
                                  : kind.param == CellArithmetic::wrapping_sums ? "Wrapping"
                                                                                : "PrimeField";
                         });

TEST(IbltCombine, RefusesAnotherShapeAndChangesNothing) {
  Iblt left(difference_shape(100, CellArithmetic::xor_sums), HashFamily::fast, kSeed);
  const Iblt right(difference_shape(200, CellArithmetic::xor_sums), HashFamily::fast, kSeed);
  const auto refused = left.merge(right);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::incompatible);
  EXPECT_EQ(left.gross_total(), 0U);
}

TEST(IbltCombine, RefusesAnotherSeedOrFamily) {
  const IbltShape shape = difference_shape(100, CellArithmetic::xor_sums);
  Iblt left(shape, HashFamily::fast, kSeed);
  EXPECT_EQ(left.subtract(Iblt(shape, HashFamily::fast, Seed(20, 27))).error().code(),
            ErrorCode::incompatible);
  EXPECT_EQ(left.subtract(Iblt(shape, HashFamily::siphash, kSeed)).error().code(), ErrorCode::incompatible);
}

TEST(IbltCombine, RefusesToSubtractCellsWithoutChecks) {
  const IbltShape shape = difference_shape(100, CellArithmetic::xor_sums, 4, CellChecks::none);
  Iblt left(shape, HashFamily::fast, kSeed);
  EXPECT_EQ(left.subtract(left).error().code(), ErrorCode::unsupported);
}

TEST(IbltCombine, RefusesToSubtractValuesThatNothingChecks) {
  const IbltShape shape = difference_shape(100, CellArithmetic::xor_sums, 4, CellChecks::keys);
  Iblt left(shape, HashFamily::fast, kSeed);
  EXPECT_EQ(left.subtract(left).error().code(), ErrorCode::unsupported);
  EXPECT_OK(left.merge(left));
}

TEST(IbltCombine, RefusesTablesThatTogetherHaveLostEverySubTable) {
  const IbltShape shape = test::value_of(IbltShape::from({.cells = CellCount(40), .hashes = HashCount(2)}));
  Iblt left(shape, HashFamily::fast, kSeed), right(shape, HashFamily::fast, kSeed);
  EXPECT_OK(left.insert(std::uint64_t{1}));
  EXPECT_OK(left.declare_lost(SubTable(0)));
  EXPECT_OK(right.declare_lost(SubTable(1)));
  EXPECT_FALSE(left.subtract(right));
  EXPECT_EQ(left.list().inserted.size(), 1U);  // unchanged
}

TEST(IbltCombine, SubtractingATableFromItselfLeavesNothing) {
  const IbltShape shape = difference_shape(100, CellArithmetic::prime_field);
  test::Random random;
  Iblt table(shape, HashFamily::fast, kSeed);
  EXPECT_OK(table.insert(test::random_pairs(random, 1'000, shape).packed()));
  EXPECT_OK(table.subtract(table));
  EXPECT_TRUE(table.empty());
}

TEST(IbltCombine, RefusesTotalsThatTogetherExceedTheLimit) {
  const IbltShape shape = difference_shape(100, CellArithmetic::prime_field);
  test::Random random;
  Iblt table(shape, HashFamily::fast, kSeed);
  EXPECT_OK(
      table.add(test::random_pairs(random, 1, shape).packed(), static_cast<std::int64_t>(kMaxGrossTotal)));
  EXPECT_EQ(table.merge(table).error().code(), ErrorCode::limit_exceeded);
}

// At the limit of what a table may see, half of a change must not be taken for a pair of one side.
TEST(IbltUnpoison, LeavesAChangeAloneIfItCannotRemoveBothHalves) {
  const IbltShape shape = difference_shape(100, CellArithmetic::prime_field);
  Iblt difference(shape, HashFamily::fast, kSeed);
  test::Random random;
  const Pairs ours = test::random_pairs(random, 2, shape);
  const Bytes theirs = test::random_bytes(random, 8);
  EXPECT_OK(difference.insert(PackedPairs{ours.keys, theirs}));
  EXPECT_OK(difference.erase(ours.packed()));
  const Iblt at_limit = test::value_of(
      Iblt::from_cells(shape, difference.hashing(), kMaxGrossTotal - 3, {},
                       std::vector<std::uint64_t>(difference.cells().begin(), difference.cells().end())));
  const Unpoisoned found = test::value_of(at_limit.unpoison(ours.packed()));
  EXPECT_EQ(found.changed.size(), 1U);
  EXPECT_FALSE(found.rest.complete());
  EXPECT_TRUE(found.rest.inserted.empty());
}

TEST(IbltUnpoison, StopsOnAMalformedTable) {
  const IbltShape shape = difference_shape(100, CellArithmetic::xor_sums);
  Iblt table(shape, HashFamily::fast, kSeed);
  test::Random random;
  const Pairs pairs = test::random_pairs(random, 1, shape);
  EXPECT_OK(table.insert(pairs.packed()));
  std::vector<std::uint64_t> cells(table.cells().begin(), table.cells().end());
  std::fill(cells.begin() + static_cast<std::ptrdiff_t>(cells.size() / 5), cells.end(),
            0);  // one sub-table only
  const Iblt planted = test::value_of(Iblt::from_cells(shape, table.hashing(), 1, {}, cells));
  const Unpoisoned found = test::value_of(planted.unpoison(pairs.packed()));
  EXPECT_EQ(found.rest.outcome, ListingOutcome::malformed);
  EXPECT_LE(found.rest.inserted.size() + found.rest.deleted.size(), shape.cells().value);
}

TEST(IbltUnpoison, NeedsValueChecks) {
  const IbltShape shape = difference_shape(100, CellArithmetic::xor_sums, 4, CellChecks::keys);
  EXPECT_EQ(Iblt(shape, HashFamily::fast, kSeed).unpoison({}).error().code(), ErrorCode::unsupported);
}

}  // namespace
}  // namespace peel
