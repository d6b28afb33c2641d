// Listing at and around the threshold, and what it says when it cannot list everything.
// [Goodrich, Mitzenmacher 2011, sections 2.4 and 5]
#include "peel/analysis/peeling.hpp"

#include "support/pairs.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

using test::Pairs;

IbltShape listing_shape(std::uint64_t cells, CellArithmetic arithmetic = CellArithmetic::xor_sums,
                        std::size_t value_width = 0) {
  return test::value_of(IbltShape::from({.cells = CellCount(cells),
                                         .hashes = HashCount(5),
                                         .value_width = ByteWidth(value_width),
                                         .arithmetic = arithmetic}));
}

Iblt filled(const IbltShape& shape, const std::vector<std::uint64_t>& keys, Seed seed) {
  Iblt table(shape, HashFamily::fast, seed);
  EXPECT_OK(table.insert(std::span(keys)));
  return table;
}

// The paper saw no failure in 220,000 trials, so that 20 here are safe.
TEST(IbltListing, SucceedsAt14600CellsFor10000KeysAndFiveHashes) {
  test::Random random;
  for (int trial = 0; trial < 20; ++trial) {
    const auto keys = random.distinct_keys(10'000);
    const Listing listing = filled(listing_shape(14'600), keys, random.seed()).list();
    ASSERT_TRUE(listing.complete());
    ASSERT_EQ(listing.inserted.size(), 10'000U);
    ASSERT_EQ(listing.poisoned_cells, 0U);
  }
}

// Three per cent below the threshold c_5 * 10,000 = 14,249 every trial of the paper's kind stops early.
TEST(IbltListing, FailsWellBelowTheThreshold) {
  test::Random random;
  const auto cells = static_cast<std::uint64_t>(0.97 * 10'000 * analysis::cells_per_key_threshold(5));
  for (int trial = 0; trial < 5; ++trial) {
    const auto keys = random.distinct_keys(10'000);
    const Listing listing = filled(listing_shape(cells), keys, random.seed()).list();
    ASSERT_EQ(listing.outcome, ListingOutcome::incomplete);
    ASSERT_LT(listing.inserted.size(), 10'000U);
    ASSERT_GT(listing.poisoned_cells, 0U);
  }
}

TEST(IbltListing, ListsOnlyWhatWasInsertedWhenItIsIncomplete) {
  test::Random random;
  const auto keys = random.distinct_keys(10'000);
  const std::unordered_set<std::uint64_t> known(keys.begin(), keys.end());
  const Listing listing = filled(listing_shape(13'500), keys, random.seed()).list();
  ASSERT_FALSE(listing.complete());
  for (std::size_t i = 0; i < listing.inserted.size(); ++i) {
    ASSERT_TRUE(known.contains(listing.inserted.key_integer(i)));
  }
  EXPECT_TRUE(listing.deleted.empty());
}

TEST(IbltListing, LeavesTheTableAloneUnlessAskedToConsume) {
  test::Random random;
  const auto keys = random.distinct_keys(100);
  Iblt table = filled(listing_shape(500), keys, random.seed());
  const std::vector<std::uint64_t> before(table.cells().begin(), table.cells().end());
  (void)table.list();
  EXPECT_TRUE(std::ranges::equal(table.cells(), before));
  EXPECT_TRUE(table.consume().complete());
  EXPECT_TRUE(table.empty());
}

TEST(IbltListing, AnEmptyTableListsNothingCompletely) {
  const Listing listing = Iblt(listing_shape(50), HashFamily::fast, Seed(1)).list();
  EXPECT_TRUE(listing.complete());
  EXPECT_TRUE(listing.inserted.empty());
}

// The paper: each key is duplicated with probability 1/5 and deleted in place of inserted with probability
// 1/5, and everything is listed with the same threshold as without.
TEST(IbltListing, ListsDuplicatesAndExtraneousDeletionsAtTheSameThreshold) {
  test::Random random;
  const IbltShape shape = listing_shape(14'600, CellArithmetic::prime_field, 4);
  for (int trial = 0; trial < 5; ++trial) {
    Iblt table(shape, HashFamily::fast, random.seed());
    const Pairs pairs = test::random_pairs(random, 10'000, shape);
    test::PairCounts expected;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::int64_t sign = random.below(5) == 0 ? -1 : 1;
      const std::int64_t times = sign * (random.below(5) == 0 ? 2 : 1);
      EXPECT_OK(table.add(pairs.packed(i, 1), times));
      expected[{test::text_of(pairs.key(i)), test::text_of(pairs.value(i))}] = times;
    }
    const Listing listing = table.list();
    ASSERT_TRUE(listing.complete());
    ASSERT_EQ(test::counts_of(listing), expected);
  }
}

TEST(IbltListing, RecoversMultiplicitiesFarBeyondWhatASumOfKeysCouldHold) {
  test::Random random;
  const IbltShape shape = listing_shape(500, CellArithmetic::prime_field);
  Iblt table(shape, HashFamily::fast, random.seed());
  const Pairs pairs = test::random_pairs(random, 50, shape);
  const std::int64_t times = std::int64_t{1} << 50;
  EXPECT_OK(table.add(pairs.packed(), times));
  EXPECT_EQ(test::counts_of(table.list()), test::counts_of(pairs, times));
}

TEST(IbltListing, RefusesTotalsBeyondTheLimitAndChangesNothing) {
  const IbltShape shape = listing_shape(50, CellArithmetic::prime_field);
  Iblt table(shape, HashFamily::fast, Seed(1));
  test::Random random;
  const Pairs pairs = test::random_pairs(random, 2, shape);
  const auto most = static_cast<std::int64_t>(kMaxGrossTotal);
  EXPECT_OK(table.add(pairs.packed(0, 1), most));
  const std::vector<std::uint64_t> before(table.cells().begin(), table.cells().end());
  const auto refused = table.insert(pairs.key(1));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::limit_exceeded);
  EXPECT_TRUE(std::ranges::equal(table.cells(), before));
  EXPECT_EQ(table.list().inserted.multiplicity(0), kMaxGrossTotal);
}

TEST(IbltListing, AddingTheMostNegativeNumberOfTimesIsRefused) {
  Iblt table(listing_shape(50, CellArithmetic::prime_field), HashFamily::fast, Seed(1));
  test::Random random;
  const Pairs pairs = test::random_pairs(random, 1, table.shape());
  EXPECT_FALSE(table.add(pairs.packed(), std::numeric_limits<std::int64_t>::min()));
  EXPECT_TRUE(table.empty());
}

TEST(IbltUpdate, RefusesSeveralCopiesInCellsThatCannotDivide) {
  Iblt table(listing_shape(50), HashFamily::fast, Seed(1));
  test::Random random;
  const Pairs pairs = test::random_pairs(random, 1, table.shape());
  const auto refused = table.add(pairs.packed(), 2);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::unsupported);
  EXPECT_TRUE(table.empty());
}

TEST(IbltUpdate, RefusesWidthsThatAreNotTheTables) {
  Iblt table(listing_shape(50, CellArithmetic::xor_sums, 4), HashFamily::fast, Seed(1));
  const Bytes seven(7), sixteen(16), four(4), eight(8);
  EXPECT_FALSE(table.insert(seven, four));
  EXPECT_FALSE(table.insert(sixteen, eight));  // two pairs are no pair
  EXPECT_FALSE(table.insert(eight, eight));
  EXPECT_FALSE(table.insert(std::uint64_t{1}));
  EXPECT_FALSE(table.insert(PackedPairs{sixteen, four}));
  EXPECT_FALSE(table.get(seven));
  EXPECT_TRUE(table.empty());
  EXPECT_OK(table.insert(PackedPairs{sixteen, eight}));
  EXPECT_OK(table.insert(PackedPairs{}));  // no pairs at all are fine
}

// Sums keep the trace of a forbidden duplicate that xor would wipe out: whatever shares a cell with it,
// nothing that was not inserted is ever listed. In xor cells (x twice, y deleted) passes for y inserted.
TEST(IbltListing, WrappingCellsNoticeAForbiddenDuplicate) {
  test::Random random;
  for (int trial = 0; trial < 200; ++trial) {
    Iblt table(listing_shape(10, CellArithmetic::wrapping_sums), HashFamily::fast, random.seed());
    EXPECT_OK(table.insert(std::uint64_t{7}));
    EXPECT_OK(table.insert(std::uint64_t{7}));
    EXPECT_OK(table.erase(std::uint64_t{8}));
    const Listing listing = table.list();
    ASSERT_FALSE(listing.complete());
    ASSERT_TRUE(listing.inserted.empty());
  }
}

// A key inserted twice breaks the rule of xor cells. What is left must not be mistaken for an empty cell.
TEST(IbltListing, AXorTableNeverTakesACancelledDuplicateForNothing) {
  Iblt table(listing_shape(50), HashFamily::fast, Seed(1));
  EXPECT_OK(table.insert(std::uint64_t{7}));
  EXPECT_OK(table.insert(std::uint64_t{7}));
  const Listing listing = table.list();
  EXPECT_EQ(listing.outcome, ListingOutcome::incomplete);
  EXPECT_EQ(listing.poisoned_cells, 5U);
  EXPECT_TRUE(listing.inserted.empty());
}

}  // namespace
}  // namespace peel
