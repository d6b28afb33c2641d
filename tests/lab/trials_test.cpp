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
  const auto throw_sometimes = [](Seed trial) {
    if (trial.low % 8 == 0) throw std::logic_error("a trial");
    return 0;
  };
  EXPECT_THROW(run_trials({1000, test::Random().seed(), 4}, 0, throw_sometimes), std::logic_error);
}

TEST(Trials, MayBeNone) {
  EXPECT_TRUE(draw({0, Seed(1), 4}, 0).empty());
}

// Knows the results of some trials, wrong ones, and remembers what it is told.
class KnowsSome : public TrialWatcher {
 public:
  explicit KnowsSome(std::vector<TrialRange> known) : known_(std::move(known)) {}

  std::vector<TrialRange> recall(const TrialSeries& series, std::span<std::byte> results) override {
    for (const TrialRange& range : known_) {
      const auto bytes =
          results.subspan(range.first * series.result_bytes, range.count * series.result_bytes);
      std::ranges::fill(bytes, std::byte{0xAB});
    }
    return known_;
  }

  void finished(const TrialSeries& series, TrialRange done, std::span<const std::byte> results) override {
    EXPECT_EQ(results.size(), done.count * series.result_bytes);
    for (std::uint64_t i = done.first; i < done.first + done.count; ++i) {
      EXPECT_TRUE(told.insert(i).second) << i;
    }
  }

  std::set<std::uint64_t> told;

 private:
  std::vector<TrialRange> known_;
};

TEST(TrialWatcher, IsToldOfEachTrialOnce) {
  KnowsSome watcher({});
  draw({1000, test::Random().seed(), 3, &watcher}, 0);
  EXPECT_EQ(watcher.told.size(), 1000U);
}

TEST(TrialWatcher, SparesTheTrialsThatItKnows) {
  KnowsSome watcher({{0, 10}, {500, 1}, {990, 10}});
  const Seed seed = test::Random().seed();
  const auto results = draw({1000, seed, 3, &watcher}, 0);
  const auto all = draw({1000, seed, 1}, 0);
  for (std::uint64_t i = 0; i < results.size(); ++i) {
    const bool known = i < 10 || i == 500 || i >= 990;
    EXPECT_EQ(results[i], known ? 0xABAB'ABAB'ABAB'ABABU : all[i]) << i;
    EXPECT_EQ(watcher.told.contains(i), !known) << i;
  }
}

TEST(TrialWatcher, MayKnowThemAll) {
  KnowsSome watcher({{0, 1000}});
  draw({1000, test::Random().seed(), 3, &watcher}, 0);
  EXPECT_TRUE(watcher.told.empty());
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
