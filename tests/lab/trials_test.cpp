#include "lab/trials.hpp"

#include "lab/workload.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <stdexcept>

namespace peel::lab {
namespace {

std::vector<std::uint64_t> draw(const RunOptions& options, std::uint64_t purpose) {
  return run_trials(options, purpose, [](Seed trial) { return trial.low; });
}

TEST(Trials, ComeBackInTheirOrderWhateverTheNumberOfThreads) {
  const Seed seed = test::Random().seed();
  const auto alone = draw({1000, seed, 1}, 0);
  EXPECT_EQ(draw({1000, seed, 4}, 0), alone);
  EXPECT_EQ(alone.front(), seed.derive(0).derive(0).low);
  EXPECT_EQ(alone.back(), seed.derive(0).derive(999).low);
}

TEST(Trials, AreTheSameHoweverManyFollow) {
  const Seed seed = test::Random().seed();
  const auto few = draw({3, seed, 2}, 0);
  const auto many = draw({30, seed, 2}, 0);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST(Trials, OfAnotherPurposeDrawAnew) {
  const Seed seed = test::Random().seed();
  EXPECT_NE(draw({1, seed, 1}, 0), draw({1, seed, 1}, 1));
}

TEST(Trials, HandOnWhatATrialThrows) {
  const auto throw_at_7 = [](std::size_t i) {
    if (i == 7) throw std::logic_error("trial 7");
  };
  EXPECT_THROW(for_each_trial(100, 4, throw_at_7), std::logic_error);
}

TEST(Trials, MayBeNone) {
  bool called = false;
  for_each_trial(0, 4, [&](std::size_t) { called = true; });
  EXPECT_FALSE(called);
}

TEST(WorkloadKeys, NeverRepeat) {
  const auto keys = keys_from(test::Random().seed(), 0, ItemCount(100'000));
  EXPECT_EQ(std::set<std::uint64_t>(keys.begin(), keys.end()).size(), keys.size());
}

TEST(WorkloadKeys, FromAnIndexContinueTheRow) {
  const Seed seed = test::Random().seed();
  EXPECT_EQ(keys_from(seed, 5, ItemCount(2)), (std::vector{key_at(seed, 5), key_at(seed, 6)}));
}

TEST(WorkloadListing, CountsAPairWithAnotherValueAsWrong) {
  Listing listing{Entries(8, 8), Entries(8, 8)};
  const std::vector<std::uint64_t> keys = {1, 2};
  const std::vector<std::uint64_t> once = {1, 1};
  Bytes packed(16);
  store_le(packed.data(), keys[0]);
  store_le(packed.data() + 8, keys[1]);
  listing.inserted.append(packed, values_of(keys), once);
  listing.deleted.append(packed, values_of(keys, 1), once);
  EXPECT_EQ(check_listing(listing).right, 2U);
  EXPECT_EQ(check_listing(listing).wrong, 2U);
}

}  // namespace
}  // namespace peel::lab
