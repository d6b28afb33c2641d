// Several values for one key, lost sub-tables, and how often GET can tell, each against analysis/peeling.
// [Goodrich, Mitzenmacher 2011, sections 3 and 5]
#include "peel/analysis/peeling.hpp"

#include "support/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace peel {
namespace {

using test::Pairs;

constexpr std::uint64_t kPaperKeys = 10'000;
constexpr std::uint64_t kPaperCells = 80'000;
constexpr HashCount kPaperHashes{5};

IbltShape tolerant_shape(CellArithmetic arithmetic = CellArithmetic::xor_sums) {
  return test::value_of(
      IbltShape::from({.cells = CellCount(kPaperCells),
                       .hashes = kPaperHashes,
                       .value_width = ByteWidth(4),
                       .arithmetic = arithmetic,
                       .must_tolerate = {.extraneous_deletions = true, .several_values = true}}));
}

// Inserts the pairs and gives the first `poisoned` keys a second value.
Iblt with_poisoned_keys(const IbltShape& shape, const Pairs& pairs, std::size_t poisoned,
                        test::Random& random) {
  Iblt table(shape, HashFamily::fast, random.seed());
  EXPECT_OK(table.insert(pairs.packed()));
  const Bytes other = test::random_bytes(random, poisoned * pairs.value_width);
  EXPECT_OK(table.insert(PackedPairs{pairs.packed(0, poisoned).keys, other}));
  return table;
}

std::size_t count_present(const Iblt& table, ByteView keys, std::size_t count) {
  std::vector<Lookup> answers(count);
  EXPECT_OK(table.get(keys, answers));
  return static_cast<std::size_t>(std::ranges::count(answers, Lookup::Answer::present, &Lookup::answer));
}

// One table's answers are correlated through shared cells, so the variance of the share is a little above the
// binomial one; twice the binomial standard deviation is a generous bound for it.
double six_standard_errors(double probability, double samples) {
  return 6 * 2 * std::sqrt(probability * (1 - probability) / samples);
}

TEST(IbltGet, AnswersForTheShareOfKeysThatTheoryPredicts) {
  test::Random random;
  const double expected =
      analysis::get_present_success(ItemCount(kPaperKeys), CellCount(kPaperCells), kPaperHashes);
  EXPECT_NEAR(expected, 0.9783, 0.0001);
  double present = 0;
  for (int trial = 0; trial < 10; ++trial) {
    Iblt table(tolerant_shape(), HashFamily::fast, random.seed());
    const Pairs pairs = test::random_pairs(random, kPaperKeys, table.shape());
    EXPECT_OK(table.insert(pairs.packed()));
    present += static_cast<double>(count_present(table, pairs.keys, kPaperKeys));
  }
  EXPECT_NEAR(present / (10 * kPaperKeys), expected, six_standard_errors(expected, 10 * kPaperKeys));
}

TEST(IbltGet, ProvesAbsenceForTheShareOfKeysThatTheoryPredicts) {
  test::Random random;
  Iblt table(tolerant_shape(), HashFamily::fast, random.seed());
  const Pairs pairs = test::random_pairs(random, 2 * kPaperKeys, table.shape());
  EXPECT_OK(table.insert(pairs.packed(0, kPaperKeys)));
  std::vector<Lookup> answers(kPaperKeys);
  EXPECT_OK(table.get(pairs.packed(kPaperKeys, kPaperKeys).keys, answers));
  const auto absent =
      static_cast<double>(std::ranges::count(answers, Lookup::Answer::absent, &Lookup::answer));
  const double expected =
      analysis::get_absent_success_checked(ItemCount(kPaperKeys), CellCount(kPaperCells), kPaperHashes);
  EXPECT_NEAR(absent / kPaperKeys, expected, six_standard_errors(expected, kPaperKeys));
}

// With 500 of 10,000 keys poisoned the paper lost a valid key in 4 of 20,000 trials, with 1,000 in 128.
void expect_poison_to_cost_what_theory_says(std::size_t poisoned, int trials) {
  test::Random random;
  const IbltShape shape = tolerant_shape();
  const std::size_t valid = kPaperKeys - poisoned;
  double lost = 0, present = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const Pairs pairs = test::random_pairs(random, kPaperKeys, shape);
    const Iblt table = with_poisoned_keys(shape, pairs, poisoned, random);
    const Listing listing = table.list();
    ASSERT_EQ(listing.outcome, ListingOutcome::incomplete);
    ASSERT_LE(listing.inserted.size(), valid);
    ASSERT_GT(listing.poisoned_cells, poisoned);
    lost += static_cast<double>(valid - listing.inserted.size());
    present += static_cast<double>(count_present(table, pairs.packed(poisoned, valid).keys, valid));
  }
  const double each = analysis::lost_to_poison(ItemCount(poisoned), CellCount(kPaperCells), kPaperHashes);
  const double expected = trials * static_cast<double>(valid) * each;
  // Poisson, with room for a mean near zero. From above only where other ways of losing a key are rare: with
  // every second key poisoned, two valid keys that share their last clean cell are not.
  EXPECT_GE(lost, expected - 6 * std::sqrt(expected));
  if (poisoned <= 1'000) {
    EXPECT_LE(lost, expected + 6 * std::sqrt(expected) + 3);
  }
  const double get =
      analysis::get_present_success(ItemCount(kPaperKeys), CellCount(kPaperCells), kPaperHashes);
  const double samples = trials * static_cast<double>(valid);
  EXPECT_NEAR(present / samples, get, six_standard_errors(get, samples));
}

TEST(IbltPoison, FiveHundredPoisonedKeysCostAlmostNoOther) {
  expect_poison_to_cost_what_theory_says(500, 5);
}
TEST(IbltPoison, AThousandPoisonedKeysCostAlmostNoOther) {
  expect_poison_to_cost_what_theory_says(1'000, 5);
}
TEST(IbltPoison, HalfOfAllKeysPoisonedCostAtLeastWhatTheorySays) {
  expect_poison_to_cost_what_theory_says(5'000, 5);
}

TEST(IbltPoison, ListsEveryValidPairWithItsValueAndNoPoisonedKey) {
  test::Random random;
  const IbltShape shape = tolerant_shape();
  const Pairs pairs = test::random_pairs(random, 1'000, shape);
  const Listing listing = with_poisoned_keys(shape, pairs, 10, random).list();
  const test::PairCounts all = test::counts_of(pairs);
  for (const auto& [pair, count] : test::counts_of(listing)) ASSERT_TRUE(all.contains(pair));
  EXPECT_GE(listing.inserted.size(), 989U);  // a valid key lies in poisoned cells only: 990 * 1e-16
}

TEST(IbltPoison, DeletingTheWrongValueHealsThePoisonedKey) {
  test::Random random;
  for (const auto arithmetic :
       {CellArithmetic::xor_sums, CellArithmetic::wrapping_sums, CellArithmetic::prime_field}) {
    const IbltShape shape = tolerant_shape(arithmetic);
    Iblt table(shape, HashFamily::fast, random.seed());
    const Pairs pairs = test::random_pairs(random, 100, shape);
    EXPECT_OK(table.insert(pairs.packed()));
    const Bytes wrong = test::random_bytes(random, 4);
    EXPECT_OK(table.insert(pairs.key(0), wrong));
    EXPECT_FALSE(table.list().complete());
    EXPECT_EQ(test::value_of(table.get(pairs.key(0))).answer, Lookup::Answer::unknown);
    EXPECT_OK(table.erase(pairs.key(0), wrong));
    EXPECT_EQ(test::counts_of(table.list()), test::counts_of(pairs));
  }
}

// A value inserted and another deleted leave a count of zero. The cell must not pass for empty.
TEST(IbltPoison, AKeyInsertedAndDeletedWithDifferentValuesIsNeitherAbsentNorListed) {
  Iblt table(tolerant_shape(), HashFamily::fast, Seed(1));
  const Bytes key(8), old_value(4, std::byte{1}), new_value(4, std::byte{2});
  EXPECT_OK(table.insert(key, old_value));
  EXPECT_OK(table.erase(key, new_value));
  EXPECT_EQ(test::value_of(table.get(key)).answer, Lookup::Answer::unknown);
  const Listing listing = table.list();
  EXPECT_EQ(listing.poisoned_cells, kPaperHashes.value);
  EXPECT_TRUE(listing.inserted.empty());
}

// A key inserted with one value and deleted with another cancels but for its values. A cell that holds such a
// remainder beside our key counts one, shows our key, and has the wrong value: GET must ask the other cells.
TEST(IbltGet, LooksPastCellsWhereAnotherKeyLeftOnlyValues) {
  test::Random random;
  const IbltShape shape = test::value_of(
      IbltShape::from({.cells = CellCount(500), .hashes = kPaperHashes, .value_width = ByteWidth(4)}));
  constexpr int kTrials = 300;
  int unknown = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    Iblt table(shape, HashFamily::fast, random.seed());
    const Pairs pairs = test::random_pairs(random, 61, shape);
    EXPECT_OK(table.insert(pairs.packed()));
    EXPECT_OK(table.erase(PackedPairs{pairs.packed(1, 60).keys, test::random_bytes(random, 60 * 4)}));
    const ValueLookup lookup = test::value_of(table.get(pairs.key(0)));
    if (lookup.answer == Lookup::Answer::unknown) {
      ++unknown;
      continue;
    }
    ASSERT_EQ(lookup.answer, Lookup::Answer::present);
    ASSERT_EQ(test::text_of(lookup.value), test::text_of(pairs.value(0)));
  }
  const double expected = kTrials * analysis::lost_to_poison(ItemCount(60), CellCount(500), kPaperHashes);
  EXPECT_LE(unknown, expected + 6 * std::sqrt(expected));
}

TEST(IbltLostSubTable, ListingAndGetWorkOnTheRest) {
  test::Random random;
  const IbltShape shape = tolerant_shape();
  Iblt table(shape, HashFamily::fast, random.seed());
  const Pairs pairs = test::random_pairs(random, kPaperKeys, shape);
  EXPECT_OK(table.insert(pairs.packed()));
  EXPECT_OK(table.declare_lost(SubTable(2)));
  const Listing listing = table.list();
  ASSERT_TRUE(listing.complete());
  EXPECT_EQ(listing.inserted.size(), kPaperKeys);
  const double expected =
      analysis::get_present_success(ItemCount(kPaperKeys), CellCount(kPaperCells / 5 * 4), HashCount(4));
  EXPECT_NEAR(static_cast<double>(count_present(table, pairs.keys, kPaperKeys)) / kPaperKeys, expected,
              six_standard_errors(expected, kPaperKeys));
}

TEST(IbltLostSubTable, KeepsWorkingForLaterUpdates) {
  test::Random random;
  const IbltShape shape = tolerant_shape();
  Iblt table(shape, HashFamily::fast, random.seed());
  const Pairs pairs = test::random_pairs(random, 1'000, shape);
  EXPECT_OK(table.insert(pairs.packed(0, 600)));
  EXPECT_OK(table.declare_lost(SubTable(0)));
  EXPECT_OK(table.declare_lost(SubTable(4)));
  EXPECT_OK(table.insert(pairs.packed(600, 400)));
  EXPECT_EQ(test::counts_of(table.list()), test::counts_of(pairs));
  EXPECT_OK(table.erase(pairs.packed()));
  EXPECT_TRUE(table.empty());
}

TEST(IbltLostSubTable, CannotBeTheLastOneNorOneThatDoesNotExist) {
  Iblt table(tolerant_shape(), HashFamily::fast, Seed(1));
  EXPECT_FALSE(table.declare_lost(SubTable(5)));
  for (std::uint64_t i = 0; i < 4; ++i) EXPECT_OK(table.declare_lost(SubTable(i)));
  EXPECT_FALSE(table.declare_lost(SubTable(4)));
  EXPECT_OK(table.declare_lost(SubTable(3)));  // again is nothing new
}

// Every number of hashes, whole and with each sub-table lost in turn. Two keys share two cells of 65,536 with
// probability 28 / 2^32, so that eight keys always list as long as two sub-tables are left.
class IbltHashes : public testing::TestWithParam<std::uint64_t> {};

TEST_P(IbltHashes, ListWithAllSubTablesAndWithoutAnyOne) {
  const std::uint64_t hashes = GetParam();
  const IbltShape shape = test::value_of(IbltShape::from(
      {.cells = CellCount(65'536 * hashes), .hashes = HashCount(hashes), .value_width = ByteWidth(2)}));
  test::Random random;
  Iblt whole(shape, HashFamily::fast, random.seed());
  const Pairs pairs = test::random_pairs(random, 8, shape);
  EXPECT_OK(whole.insert(pairs.packed()));
  EXPECT_EQ(test::counts_of(whole.list()), test::counts_of(pairs));
  for (std::uint64_t lost = 0; hashes > 2 && lost < hashes; ++lost) {
    Iblt damaged = whole;
    EXPECT_OK(damaged.declare_lost(SubTable(lost)));
    EXPECT_EQ(test::counts_of(damaged.consume()), test::counts_of(pairs)) << "without " << lost;
  }
}

INSTANTIATE_TEST_SUITE_P(TwoToEight, IbltHashes, testing::Range<std::uint64_t>(kMinHashes, kMaxHashes + 1));

TEST(IbltLostSubTable, UnpoisoningWorksOnTheRest) {
  test::Random random;
  const IbltShape shape = tolerant_shape();
  const Pairs ours = test::random_pairs(random, 2'000, shape);
  Pairs theirs = ours;
  std::ranges::copy(test::random_bytes(random, 4 * 50), theirs.values.begin());
  Iblt difference(shape, HashFamily::fast, random.seed());
  EXPECT_OK(difference.insert(theirs.packed()));
  EXPECT_OK(difference.declare_lost(SubTable(3)));
  EXPECT_OK(difference.erase(ours.packed()));
  const Unpoisoned found = test::value_of(difference.unpoison(ours.packed()));
  EXPECT_EQ(found.changed.size(), 50U);
  EXPECT_TRUE(found.rest.complete());
}

}  // namespace
}  // namespace peel
