// InterpolationSummary against a sorted multimap from fingerprints to levels.
#include "peel/tables/interpolation_summary.hpp"

#include "peel/hashing/key_hasher.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <vector>

namespace peel::test {
namespace {

InterpolationSummary interpolation_of(BitWidth bits, ItemCount items) {
  return InterpolationSummary::make(bits, items).value();
}

std::vector<std::uint64_t> entries_of(const InterpolationSummary& summary) {
  std::vector<std::uint64_t> entries;
  summary.for_each([&](std::uint64_t entry) { entries.push_back(entry); });
  return entries;
}

// A hash whose fingerprint is any number of the caller's choice.
KeyHash hash_with(const InterpolationSummary& summary, std::uint64_t fingerprint) {
  KeyHash hash{0, 0};
  while (summary.fingerprint(hash) != fingerprint) ++hash.low;
  return hash;
}

class SortedEntries {
 public:
  void note(std::uint64_t fingerprint, Level level) { entries_.insert(fingerprint << 3 | level.number); }
  Erased forget(std::uint64_t fingerprint, Level level) {
    const auto at = entries_.find(fingerprint << 3 | level.number);
    if (at == entries_.end()) return Erased::was_absent;
    entries_.erase(at);
    return Erased::erased;
  }
  Level where(std::uint64_t fingerprint) const {  // the highest of those with equal bits
    const auto behind = entries_.upper_bound(fingerprint << 3 | 7);
    if (behind == entries_.begin() || *std::prev(behind) >> 3 != fingerprint) return Level();
    return Level(*std::prev(behind) & 7);
  }
  std::vector<std::uint64_t> entries() const { return {entries_.begin(), entries_.end()}; }

 private:
  std::multiset<std::uint64_t> entries_;
};

struct Mixture {
  BitWidth bits;
  std::uint64_t keys;  // drawn from so many
  std::uint64_t steps;
};

void compare_interpolation_summary(const Mixture& mixture) {
  Random random;
  const KeyHasher hasher(HashFamily::fast, random.seed());
  InterpolationSummary summary = interpolation_of(mixture.bits, ItemCount(0));
  SortedEntries model;
  for (std::uint64_t step = 0; step < mixture.steps; ++step) {
    const KeyHash hash = hasher(random.below(mixture.keys));
    const std::uint64_t fingerprint = summary.fingerprint(hash);
    const Level level(1 + random.below(7));
    // More come than go in the first half, more go than come in the second.
    if (random.below(3) < (step < mixture.steps / 2 ? 2U : 1U)) {
      summary.note(hash, level);
      model.note(fingerprint, level);
    } else {
      ASSERT_EQ(summary.forget(hash, level), model.forget(fingerprint, level));
    }
    const KeyHash other = hasher(random.below(mixture.keys));
    ASSERT_EQ(summary.where(other), model.where(summary.fingerprint(other)));
  }
  EXPECT_EQ(entries_of(summary), model.entries());
  EXPECT_EQ(summary.size().value, model.entries().size());
}

TEST(InterpolationSummary, HoldsWhatASortedMultisetHolds) {
  compare_interpolation_summary({.bits = BitWidth(61), .keys = 400, .steps = 4'000});
}

TEST(InterpolationSummary, HoldsWhatASortedMultisetHoldsWhereNearlyAllBitsCollide) {
  compare_interpolation_summary({.bits = BitWidth(8), .keys = 2'000, .steps = 4'000});
}

TEST(InterpolationSummary, HoldsWhatASortedMultisetHoldsWhereManyBitsCollide) {
  compare_interpolation_summary({.bits = BitWidth(12), .keys = 3'000, .steps = 4'000});
}

TEST(InterpolationSummary, HoldsAnythingInAnyOrder) {
  const InterpolationSummary empty = interpolation_of(BitWidth(8), ItemCount(6));
  // Two at the very end, where the row must run over, two at the beginning, and two alike.
  std::vector<std::pair<std::uint64_t, Level>> items = {{0, Level(1)},   {0, Level(7)},   {131, Level(2)},
                                                        {131, Level(2)}, {255, Level(1)}, {255, Level(3)}};
  std::vector<KeyHash> hashes;
  for (const auto& item : items) hashes.push_back(hash_with(empty, item.first));
  std::vector<std::size_t> order = {0, 1, 2, 3, 4, 5};
  do {
    InterpolationSummary summary = empty;
    for (const std::size_t i : order) summary.note(hashes[i], items[i].second);
    EXPECT_THAT(entries_of(summary),
                testing::ElementsAre(1, 7, 131 << 3 | 2, 131 << 3 | 2, 255 << 3 | 1, 255 << 3 | 3));
    for (std::size_t left = order.size(); const std::size_t i : order) {
      ASSERT_EQ(summary.forget(hashes[i], items[i].second), Erased::erased);
      ASSERT_EQ(entries_of(summary).size(), --left);
    }
  } while (std::ranges::next_permutation(order).found);
}

TEST(InterpolationSummary, NeverSaysThatANotedKeyIsInNoneOrLowerThanItIs) {
  Random random;
  const KeyHasher hasher(HashFamily::siphash, random.seed());
  InterpolationSummary summary = interpolation_of(BitWidth(10), ItemCount(10));
  for (std::uint64_t key = 0; key < 3'000; ++key) summary.note(hasher(key), Level(1 + key % 6));
  for (std::uint64_t key = 0; key < 3'000; ++key) EXPECT_GE(summary.where(hasher(key)), Level(1 + key % 6));
}

TEST(InterpolationSummary, AnswersABatchAsItAnswersOneByOne) {
  Random random;
  const KeyHasher hasher(HashFamily::fast, random.seed());
  InterpolationSummary summary = interpolation_of(BitWidth(16), ItemCount(2'000));
  for (std::uint64_t key = 0; key < 2'000; ++key) summary.note(hasher(key), Level(1 + key % 7));
  for (const std::size_t size : std::vector<std::size_t>{0, 1, 31, 32, 33, 63, 64, 65, 3000}) {
    std::vector<KeyHash> hashes(size);
    std::vector<Level> levels(size), expected;
    for (std::size_t i = 0; i < size; ++i) hashes[i] = hasher(2'000 - size / 2 + i);
    for (const KeyHash& hash : hashes) expected.push_back(summary.where(hash));
    summary.where(hashes, levels);
    EXPECT_EQ(levels, expected);
  }
}

TEST(InterpolationSummary, CollidesAsOftenAsBirthdaysDo) {
  Random random;
  constexpr int kTrials = 400;
  constexpr std::uint64_t kItems = 300;
  const double chance = 1 - std::exp(-static_cast<double>(kItems * (kItems - 1)) / 2 / 65536);
  int failed = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const KeyHasher hasher(HashFamily::fast, random.seed());
    InterpolationSummary summary = interpolation_of(BitWidth(16), ItemCount(kItems));
    for (std::uint64_t key = 0; key < kItems; ++key) summary.note(hasher(key), Level(1));
    failed += summary.collisions() > 0 ? 1 : 0;
  }
  EXPECT_NEAR(failed, kTrials * chance, 5 * std::sqrt(kTrials * chance * (1 - chance)));
}

TEST(InterpolationSummary, SaysYesToAbsentKeysAsOftenAsItsBitsAreTaken) {
  Random random;
  const KeyHasher hasher(HashFamily::fast, random.seed());
  InterpolationSummary summary = interpolation_of(BitWidth(16), ItemCount(3'000));
  for (std::uint64_t key = 0; key < 3'000; ++key) summary.note(hasher(key), Level(1));
  const double taken = static_cast<double>(3'000 - summary.collisions()) / 65536;
  int wrong = 0;
  for (std::uint64_t key = 3'000; key < 43'000; ++key) wrong += summary.where(hasher(key)).is_none() ? 0 : 1;
  EXPECT_NEAR(wrong, 40'000 * taken, 5 * std::sqrt(40'000 * taken));
}

TEST(InterpolationSummary, KeepsAllKeysOfOneHash) {
  const KeyHash hash{3, 4};
  InterpolationSummary summary = interpolation_of(BitWidth(61), ItemCount(4));
  for (int i = 0; i < 1'000; ++i) summary.note(hash, Level(1 + static_cast<std::uint64_t>(i) % 2));
  EXPECT_EQ(summary.collisions(), 999U);
  EXPECT_EQ(summary.where(hash), Level(2));
  for (int i = 0; i < 500; ++i) EXPECT_EQ(summary.forget(hash, Level(2)), Erased::erased);
  EXPECT_EQ(summary.forget(hash, Level(2)), Erased::was_absent);
  EXPECT_EQ(summary.where(hash), Level(1));
  EXPECT_EQ(summary.size().value, 500U);
}

TEST(InterpolationSummary, TakesNoMoreThanElevenAndAHalfBytesForEachKeyWhenItHasGrown) {
  Random random;
  const KeyHasher hasher(HashFamily::fast, random.seed());
  InterpolationSummary summary = interpolation_of(BitWidth(61), ItemCount(0));
  for (std::uint64_t key = 0; key < 20'000; ++key) {
    summary.note(hasher(key), Level(1));
    if (key > 5'000) {
      ASSERT_LE(static_cast<double>(summary.bytes()), 11.5 * static_cast<double>(key));
    }
  }
}

TEST(InterpolationSummary, TakesNineBytesForEachKeyThatItWasMadeFor) {
  Random random;
  const KeyHasher hasher(HashFamily::fast, random.seed());
  InterpolationSummary summary = interpolation_of(BitWidth(61), ItemCount(100'000));
  const std::uint64_t bytes = summary.bytes();
  for (std::uint64_t key = 0; key < 100'000; ++key) summary.note(hasher(key), Level(1));
  EXPECT_EQ(summary.bytes(), bytes);
  EXPECT_LE(bytes, 900'000U);
}

TEST(InterpolationSummary, ComesBackFromItsEntries) {
  Random random;
  const KeyHasher hasher(HashFamily::fast, random.seed());
  for (const std::uint64_t bits : {8U, 20U, 61U}) {
    InterpolationSummary summary = interpolation_of(BitWidth(bits), ItemCount(0));
    for (std::uint64_t key = 0; key < 2'000; ++key) summary.note(hasher(key), Level(1 + key % 7));
    auto again = InterpolationSummary::from_entries(BitWidth(bits), entries_of(summary));
    ASSERT_TRUE(again);
    EXPECT_EQ(entries_of(*again), entries_of(summary));
    EXPECT_EQ(again->size(), summary.size());
    for (std::uint64_t key = 0; key < 2'000; ++key)
      ASSERT_EQ(again->where(hasher(key)), summary.where(hasher(key)));
    for (std::uint64_t key = 0; key < 2'000; ++key)
      ASSERT_EQ(again->forget(hasher(key), Level(1 + key % 7)), Erased::erased);
  }
}

TEST(InterpolationSummary, WalksFiveAndAHalfWordsOnAverageWhenItIsFull) {
  Random random;
  constexpr std::uint64_t kItems = 50'000;
  constexpr int kTrials = 60;
  double sum = 0, squares = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const KeyHasher hasher(HashFamily::fast, random.seed());
    InterpolationSummary summary = interpolation_of(BitWidth(61), ItemCount(kItems));
    for (std::uint64_t key = 0; key < kItems; ++key) summary.note(hasher(key), Level(1));
    const double mean = static_cast<double>(summary.words_walked()) / kItems;
    sum += mean;
    squares += mean * mean;
  }
  const double mean = sum / kTrials;
  const double error = std::sqrt((squares / kTrials - mean * mean) / (kTrials - 1));
  EXPECT_NEAR(mean, (1 + 1 / (1 - 0.9)) / 2, 7 * error);  // which is itself an estimate, hence not 5
  EXPECT_LT(error, 0.1);
}

TEST(InterpolationSummary, TakesEntriesThatAllLieInOnePlace) {
  std::vector<std::uint64_t> entries(200'000, ~std::uint64_t{0});
  auto summary = InterpolationSummary::from_entries(BitWidth(61), entries);
  ASSERT_TRUE(summary);
  EXPECT_EQ(entries_of(*summary), entries);
  EXPECT_LE(summary->bytes(), 8 * 3 * entries.size());
}

// Four times as many entries as homes in the first quarter: most lie hundreds of thousands of words behind
// their homes. A search that walked there would take minutes for these keys.
TEST(InterpolationSummary, AnswersSoonWhateverEntriesItWasGiven) {
  constexpr std::uint64_t kTaken = std::uint64_t{1} << 18;  // fingerprints of 2^20
  std::vector<std::uint64_t> entries;
  for (std::uint64_t fingerprint = 0; fingerprint < kTaken; ++fingerprint)
    for (const std::uint64_t level : {1U, 1U, 3U}) entries.push_back(fingerprint << 3 | level);
  const auto summary = InterpolationSummary::from_entries(BitWidth(20), entries);
  ASSERT_TRUE(summary);
  Random random;
  const KeyHasher hasher(HashFamily::fast, random.seed());
  std::uint64_t wrong = 0;
  for (std::uint64_t key = 0; key < 500'000; ++key) {
    const bool is_there = summary->fingerprint(hasher(key)) < kTaken;
    wrong += summary->where(hasher(key)) == (is_there ? Level(3) : Level()) ? 0U : 1U;
  }
  EXPECT_EQ(wrong, 0U);
}

TEST(InterpolationSummary, RefusesEntriesThatItNeverGave) {
  const auto refusal = [](std::vector<std::uint64_t> entries) {
    return InterpolationSummary::from_entries(BitWidth(8), entries).error().code();
  };
  EXPECT_EQ(refusal({9, 0}), ErrorCode::malformed);
  EXPECT_EQ(refusal({8}), ErrorCode::malformed);
  EXPECT_EQ(refusal({10, 9}), ErrorCode::malformed);
  EXPECT_EQ(refusal({256 << 3 | 1}), ErrorCode::malformed);
  EXPECT_TRUE(
      InterpolationSummary::from_entries(BitWidth(8), std::vector<std::uint64_t>{9, 9, 255 << 3 | 7}));
}

TEST(InterpolationSummary, RefusesBitsAndSizesOutOfRange) {
  const auto refusal = [](BitWidth bits, ItemCount items) {
    return InterpolationSummary::make(bits, items).error().code();
  };
  EXPECT_EQ(refusal(BitWidth(7), ItemCount(1)), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal(BitWidth(62), ItemCount(1)), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal(BitWidth(61), ItemCount(~std::uint64_t{0})), ErrorCode::limit_exceeded);
}

TEST(InterpolationSummary, IsEmptyWhenCleared) {
  InterpolationSummary summary = interpolation_of(BitWidth(20), ItemCount(10));
  const auto before = summary.clone();
  for (std::uint64_t i = 0; i < 100; ++i) summary.note(KeyHash(i, i), Level(3));
  const auto copy = summary.clone();
  summary.clear();
  EXPECT_EQ(summary.size().value, 0U);
  EXPECT_TRUE(entries_of(summary).empty());
  EXPECT_EQ(copy->where(KeyHash(5, 5)), Level(3));
  EXPECT_EQ(before->where(KeyHash(5, 5)), Level());
}

// Its bits would reach into those of the hash, and be another key.
TEST(InterpolationSummary, ForgetsNoOtherKeyForALevelThatNoTableHas) {
  InterpolationSummary summary = interpolation_of(BitWidth(8), ItemCount(1));
  summary.note(hash_with(summary, 5), Level(1));
  EXPECT_EQ(summary.forget(hash_with(summary, 4), Level(9)), Erased::was_absent);
  EXPECT_EQ(summary.where(hash_with(summary, 5)), Level(1));
}

}  // namespace
}  // namespace peel::test
