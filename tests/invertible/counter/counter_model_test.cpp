// Counters of every kind beside a map that does the same.
#include "invertible/counter/counting.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

using test::KeyCounts;

class EveryCounter : public testing::TestWithParam<CounterSpec> {};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryCounter, testing::ValuesIn(test::roomy_specs()));

TEST_P(EveryCounter, ListsWhatWasInsertedWithItsMultiplicities) {
  test::Random random;
  InvertibleCounter counter = test::new_counter(GetParam(), random.seed());
  const KeyCounts model = test::random_counts(random, 60, GetParam().key_width, 20);
  EXPECT_OK(test::add(counter, model));
  const CounterListing listing = counter.list();
  EXPECT_TRUE(listing.complete());
  EXPECT_EQ(listing.stuck_cells, 0U);
  EXPECT_EQ(test::counts_of(listing), model);
}

TEST_P(EveryCounter, FollowsAMapThroughRandomInsertionsAndDeletions) {
  test::Random random;
  InvertibleCounter counter = test::new_counter(GetParam(), random.seed());
  const std::size_t width = GetParam().key_width.value;
  const KeyCounts keys = test::random_counts(random, 40, GetParam().key_width, 1);
  KeyCounts model;
  for (int step = 0; step < 400; ++step) {
    const auto key = std::next(keys.begin(), static_cast<std::ptrdiff_t>(random.below(keys.size())))->first;
    const auto times = static_cast<std::int64_t>(random.below(9)) - 3;
    if (model[key] + times < 0) continue;
    model[key] += times;
    EXPECT_OK(counter.add(std::as_bytes(std::span(key)).first(width), times));
  }
  std::erase_if(model, [](const auto& entry) { return entry.second == 0; });
  EXPECT_EQ(test::counts_of(counter.list()), model);
}

TEST_P(EveryCounter, OneByOneAndManyAtOnceMakeTheSameSums) {
  test::Random random;
  const Seed seed = random.seed();
  InvertibleCounter one_by_one = test::new_counter(GetParam(), seed);
  InvertibleCounter at_once = test::new_counter(GetParam(), seed);
  const test::KeyedCounts all = test::packed(test::random_counts(random, 100, GetParam().key_width, 5));
  const std::size_t width = GetParam().key_width.value;
  for (std::size_t i = 0; i < all.times.size(); ++i) {
    EXPECT_OK(one_by_one.add(ByteView(all.keys).subspan(i * width, width), all.times[i]));
  }
  EXPECT_OK(at_once.add(all.keys, all.times));
  EXPECT_OK(at_once.subtract(one_by_one));
  EXPECT_TRUE(at_once.empty());
}

TEST_P(EveryCounter, MergedCountersAreTheCounterOfTheUnion) {
  test::Random random;
  const Seed seed = random.seed();
  InvertibleCounter left = test::new_counter(GetParam(), seed);
  InvertibleCounter right = test::new_counter(GetParam(), seed);
  KeyCounts model = test::random_counts(random, 30, GetParam().key_width, 6);
  const KeyCounts more = test::random_counts(random, 25, GetParam().key_width, 6);
  EXPECT_OK(test::add(left, model));
  EXPECT_OK(test::add(right, more));
  EXPECT_OK(test::add(right, model));  // keys of both sides
  for (auto& [key, count] : model) count *= 2;
  for (const auto& [key, count] : more) model[key] += count;
  EXPECT_OK(left.merge(right));
  EXPECT_EQ(test::counts_of(left.list()), model);
}

TEST_P(EveryCounter, ADifferenceHasSignedMultiplicities) {
  test::Random random;
  const Seed seed = random.seed();
  InvertibleCounter before = test::new_counter(GetParam(), seed);
  InvertibleCounter after = test::new_counter(GetParam(), seed);
  const KeyCounts same = test::random_counts(random, 200, GetParam().key_width, 20);  // more than fits
  const KeyCounts gone = test::random_counts(random, 20, GetParam().key_width, 20);
  const KeyCounts come = test::random_counts(random, 20, GetParam().key_width, 20);
  EXPECT_OK(test::add(before, same));
  EXPECT_OK(test::add(after, same));
  EXPECT_OK(test::add(before, gone));
  EXPECT_OK(test::add(after, come));
  KeyCounts model = come;
  for (const auto& [key, count] : gone) model[key] -= count;
  std::erase_if(model, [](const auto& entry) { return entry.second == 0; });
  EXPECT_OK(after.subtract(before));
  const CounterListing listing = after.list();
  EXPECT_TRUE(listing.complete());
  EXPECT_EQ(test::counts_of(listing), model);
}

TEST_P(EveryCounter, BeyondItsCapacityNothingIsLostAndAfterDeletionsEverythingListsAgain) {
  test::Random random;
  InvertibleCounter counter = test::new_counter(GetParam(), random.seed());
  const KeyCounts model = test::random_counts(random, 40, GetParam().key_width, 20);
  KeyCounts flood = test::random_counts(random, 2000, GetParam().key_width, 20);
  EXPECT_OK(test::add(counter, model));
  EXPECT_OK(test::add(counter, flood));
  const CounterListing overloaded = counter.list({.splits_per_cell = 64});
  EXPECT_EQ(overloaded.outcome, ListingOutcome::incomplete);
  EXPECT_GT(overloaded.stuck_cells, 0U);
  for (auto& [key, count] : flood) count = -count;
  EXPECT_OK(test::add(counter, flood));
  EXPECT_EQ(test::counts_of(counter.list()), model);
}

TEST_P(EveryCounter, ConsumingTwiceGivesNothingTheSecondTime) {
  test::Random random;
  InvertibleCounter counter = test::new_counter(GetParam(), random.seed());
  const KeyCounts model = test::random_counts(random, 30, GetParam().key_width, 20);
  EXPECT_OK(test::add(counter, model));
  EXPECT_EQ(test::counts_of(counter.consume()), model);
  EXPECT_TRUE(counter.empty());
  const CounterListing again = counter.consume();
  EXPECT_TRUE(again.complete());
  EXPECT_TRUE(again.keys.empty());
}

TEST_P(EveryCounter, CountsOfKeysAreNeverTooLowAndExactWhereTheyClaimToBe) {
  test::Random random;
  InvertibleCounter counter = test::new_counter(GetParam(), random.seed());
  const KeyCounts inserted = test::random_counts(random, 100, GetParam().key_width, 20);
  const KeyCounts others = test::random_counts(random, 100, GetParam().key_width, 1);
  EXPECT_OK(test::add(counter, inserted));
  KeyCounts asked = inserted;
  for (const auto& [key, count] : others) asked.emplace(key, 0);
  const test::KeyedCounts all = test::packed(asked);
  std::vector<Multiplicity> answers(all.times.size());
  EXPECT_OK(counter.counts_of(all.keys, answers));
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_TRUE(!answers[i].exact || answers[i].count == all.times[i]);
    EXPECT_GE(answers[i].count, all.times[i]);
  }
}

TEST_P(EveryCounter, AnEmptyCounterKnowsThatNothingIsThere) {
  const InvertibleCounter counter = test::new_counter(GetParam());
  const Bytes key(GetParam().key_width.value);
  EXPECT_EQ(test::value_of(counter.count_of(key)), (Multiplicity{0, true}));
  EXPECT_TRUE(counter.list().complete());
}

}  // namespace
}  // namespace peel
