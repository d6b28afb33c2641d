// SummarisedTable against std::unordered_map: every kind of summary, both rules of deletion, good hash
// functions and useless ones.
#include "support/summarised_tables.hpp"

#include <gtest/gtest.h>

namespace peel::test {
namespace {

template <class Hash>
void expect_to_find(Summarised<Hash>& table, const MapModel& model, std::uint64_t key) {
  const std::uint64_t* const found = table.find(key);
  const auto expected = model.find(key);
  ASSERT_EQ(found != nullptr, expected != model.end());
  if (found != nullptr) {
    ASSERT_EQ(*found, expected->second);
  }
}

template <class Hash>
void expect_batches_to_find(const Summarised<Hash>& table, const MapModel& model) {
  std::vector<std::uint64_t> keys;
  for (std::uint64_t key = 0; key < 200; ++key) keys.push_back(key);
  std::vector<const std::uint64_t*> values(keys.size());
  LookupCounts batched, single;
  table.find(keys, values, batched);
  for (const std::uint64_t key : keys) {
    ASSERT_EQ(values[key] != nullptr, model.contains(key));
    ASSERT_EQ(values[key], table.find(key, single));
  }
  EXPECT_EQ(batched, single);
}

// Steps that insert, erase, look up and now and then verify.
template <class Hash>
void compare_summarised_table(Summarised<Hash> table) {
  MapModel model;
  Random random;
  for (int step = 0; step < 4'000; ++step) {
    const std::uint64_t key = random.below(200), value = random.next();
    switch (random.below(5)) {
      case 0:
      case 1: {
        const StoredAt stored = table.insert_or_assign(key, value);
        ASSERT_EQ(stored.outcome == Stored::replaced, model.contains(key));
        model[key] = value;
        break;
      }
      case 2:
        ASSERT_EQ(table.erase(key), model.erase(key) == 1);
        break;
      case 3:
        if (random.below(20) == 0) table.verify();
        break;
      default:
        ASSERT_NO_FATAL_FAILURE(expect_to_find(table, model, key));
    }
    ASSERT_EQ(table.size().value, model.size());
    ASSERT_LE(table.exceptions().size(), model.size());
    if (step % 500 == 0) {
      ASSERT_NO_FATAL_FAILURE(expect_batches_to_find(table, model));
    }
  }
  MapModel listed;
  table.for_each(
      [&](std::uint64_t key, std::uint64_t value, Level) { EXPECT_TRUE(listed.emplace(key, value).second); });
  EXPECT_EQ(listed, model);
  table.exceptions().for_each([&](std::uint64_t key, Level) { EXPECT_TRUE(model.contains(key)); });
}

void compare_summarised_table(const SummaryCase& tested, Deletions deletions) {
  compare_summarised_table(table_with(tested.make(), keyed(), deletions));
  compare_summarised_table(table_with(tested.make(), WeakHash{}, deletions));
  compare_summarised_table(table_with(tested.make(), ConstantHash{}, deletions));
  const auto shape = MultilevelShape::from(
      {.buckets = {BucketCount(25), BucketCount(9), BucketCount(4)}, .slots = SlotCount(5)});
  compare_summarised_table(table_with(tested.make(), keyed(), deletions, *shape));
}

class EverySummary : public testing::TestWithParam<SummaryCase> {};
INSTANTIATE_TEST_SUITE_P(SummarisedTable, EverySummary, testing::ValuesIn(summary_cases()), name_of_case);

TEST_P(EverySummary, HoldsWhatAMapHoldsWithLazyDeletions) {
  compare_summarised_table(GetParam(), kLazy);
}

TEST_P(EverySummary, HoldsWhatAMapHoldsByForgettingOrRefusesTo) {
  if (GetParam().make()->can_forget()) {
    compare_summarised_table(GetParam(), kCounting);
  } else {
    const auto refused = Summarised<Keyed>::make(crowded_shape(), keyed(), GetParam().make(), kCounting);
    EXPECT_EQ(refused.error().code(), ErrorCode::unsupported);
  }
}

// What SummarisedTable relies on, with keys at any levels.
TEST_P(EverySummary, NeverNamesALowerLevelThanTheKeyHas) {
  Random random;
  const auto summary = GetParam().make();
  std::vector<std::pair<KeyHash, Level>> noted;
  for (const KeyHash& hash : random_hashes(random, 300)) {
    noted.emplace_back(hash, Level(1 + random.below(5)));
    summary->note(hash, noted.back().second);
  }
  if (summary->can_forget()) {
    for (; noted.size() > 200; noted.pop_back()) summary->forget(noted.back().first, noted.back().second);
  }
  for (const auto& [hash, level] : noted) ASSERT_GE(summary->where(hash), level);
}

TEST_P(EverySummary, MisleadsOthersOnlyWhereItMay) {
  Random random;
  const auto summary = GetParam().make();
  std::vector<KeyHash> noted;
  for (const KeyHash& hash : random_hashes(random, 200)) {
    const Noting noting = {.before = summary->where(hash), .level = Level(1 + random.below(5))};
    const std::vector<Level> before = levels_one_by_one(*summary, noted);
    summary->note(hash, noting.level);
    if (!summary->may_mislead_others(noting)) {
      ASSERT_EQ(levels_one_by_one(*summary, noted), before);
    }
    noted.push_back(hash);
  }
}

TEST_P(EverySummary, ReadsOneBucketForAnyKeyOnceItIsVerified) {
  auto table = table_with(GetParam().make(), keyed(), kLazy);
  for (std::uint64_t key = 0; key < 150; ++key) table.insert_or_assign(key, key);
  const Verification found = table.verify();
  EXPECT_EQ(found.keys.value, 150 - table.stashed().value);
  ASSERT_TRUE(table.verified());
  for (std::uint64_t key = 0; key < 1'000; ++key) {
    LookupCounts counts;
    ASSERT_EQ(table.find(key, counts) != nullptr, key < 150);
    ASSERT_LE(counts.reads, 1U);
  }
}

TEST_P(EverySummary, StaysVerifiedWhileNoInsertionCanMislead) {
  auto table = table_with(GetParam().make(), keyed(), kLazy);
  Random random;
  for (int step = 0; step < 1'000; ++step) {
    if (random.below(10) == 0) table.verify();
    const std::uint64_t key = random.below(300);
    if (random.below(2) == 0) {
      table.erase(key);
    } else {
      table.insert_or_assign(key, key);
    }
    if (!table.verified()) continue;
    LookupCounts counts;
    table.for_each(
        [&](std::uint64_t there, std::uint64_t, Level) { ASSERT_NE(table.find(there, counts), nullptr); });
    ASSERT_LE(counts.reads, counts.lookups);
  }
}

}  // namespace
}  // namespace peel::test
