// What every summary made of filters promises, whatever its kind.
#include "support/table_summaries.hpp"

#include <gtest/gtest.h>
#include <map>
#include <unordered_map>

namespace peel::test {
namespace {

class EveryFilterSummary : public testing::TestWithParam<SummaryCase> {
 protected:
  std::unique_ptr<TableSummary> summary = GetParam().make();
  Random random;
};
INSTANTIATE_TEST_SUITE_P(TableSummary, EveryFilterSummary, testing::ValuesIn(filter_summary_cases()),
                         name_of_case);

// Notes keys with levels as skewed as those of a table: each level has a quarter of the keys that are left.
std::vector<std::pair<KeyHash, Level>> note_some(TableSummary& summary, Random& random, std::size_t count) {
  std::vector<std::pair<KeyHash, Level>> noted;
  for (const KeyHash& hash : random_hashes(random, count)) {
    std::uint64_t level = 1;
    while (level < summary.sub_tables() && random.below(4) == 0) ++level;
    summary.note(hash, Level(level));
    noted.emplace_back(hash, Level(level));
  }
  return noted;
}

TEST_P(EveryFilterSummary, SaysOfEveryKeyThatItIsInNoneBeforeOneIsNoted) {
  for (const Level level : levels_one_by_one(*summary, random_hashes(random, 100)))
    EXPECT_TRUE(level.is_none());
}

TEST_P(EveryFilterSummary, NeverAnswersBelowTheLevelOfANotedKey) {
  for (const auto& [hash, level] : note_some(*summary, random, 300)) EXPECT_GE(summary->where(hash), level);
}

TEST_P(EveryFilterSummary, KnowsTheLevelsOfFiveKeysExactly) {
  // Unless others share all cells of one: below 10^-9, and most likely in the smallest filter.
  const auto hashes = random_hashes(random, 5);
  for (std::uint64_t i = 0; i < 5; ++i) summary->note(hashes[i], Level(i + 1));
  for (std::uint64_t i = 0; i < 5; ++i) EXPECT_EQ(summary->where(hashes[i]), Level(i + 1));
}

TEST_P(EveryFilterSummary, AnswersBatchesOfAnySizeAsItAnswersSingleKeys) {
  const auto noted = note_some(*summary, random, 250);
  for (const std::size_t size : {0U, 1U, 2U, 15U, 16U, 17U, 129U, 1023U, 1024U, 1025U, 2500U}) {
    std::vector<KeyHash> hashes = random_hashes(random, size);
    for (KeyHash& hash : hashes)
      if (random.below(2) == 0) hash = noted[random.below(noted.size())].first;
    std::vector<Level> levels(size, Level(99));
    summary->where(hashes, levels);
    EXPECT_EQ(levels, levels_one_by_one(*summary, hashes)) << size;
  }
}

TEST_P(EveryFilterSummary, AnswersABatchOfKeysThatAreAllTheSame) {
  const KeyHash hash = random_hashes(random, 1).front();
  summary->note(hash, Level(4));
  std::vector<Level> levels(1500);
  summary->where(std::vector<KeyHash>(1500, hash), levels);
  EXPECT_EQ(levels, std::vector<Level>(1500, Level(4)));
}

TEST_P(EveryFilterSummary, IsEmptyAfterClear) {
  const auto noted = note_some(*summary, random, 100);
  summary->clear();
  for (const auto& [hash, level] : noted) EXPECT_TRUE(summary->where(hash).is_none());
}

TEST_P(EveryFilterSummary, HasClonesThatGoTheirOwnWay) {
  const auto hashes = random_hashes(random, 2);
  summary->note(hashes[0], Level(2));
  const auto clone = summary->clone();
  clone->note(hashes[1], Level(3));
  EXPECT_EQ(clone->kind(), summary->kind());
  EXPECT_EQ(clone->bytes(), summary->bytes());
  EXPECT_EQ(clone->where(hashes[0]), Level(2));
  EXPECT_EQ(clone->where(hashes[1]), Level(3));
  EXPECT_TRUE(summary->where(hashes[1]).is_none());
}

TEST_P(EveryFilterSummary, RefusesToForgetWhatWasNeverNoted) {
  EXPECT_EQ(summary->forget(random_hashes(random, 1).front(), Level(1)), Erased::was_absent);
}

TEST_P(EveryFilterSummary, ForgetsAKeyOnlyWhereItWasNoted) {
  const KeyHash hash = random_hashes(random, 1).front();
  summary->note(hash, Level(3));
  EXPECT_EQ(summary->forget(hash, Level(4)), Erased::was_absent);
  EXPECT_EQ(summary->forget(hash, Level()), Erased::was_absent);
  EXPECT_EQ(summary->forget(hash, Level(6)), Erased::was_absent);
  EXPECT_EQ(summary->where(hash), Level(3));
  const Erased outcome = summary->forget(hash, Level(3));
  EXPECT_EQ(outcome == Erased::erased, summary->can_forget());
  EXPECT_EQ(summary->where(hash).is_none(), summary->can_forget());
}

TEST_P(EveryFilterSummary, HoldsItsPromiseUnderAWeakHash) {
  std::map<std::uint64_t, Level> highest;  // keys of one hash cannot be told apart: the highest level counts
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t key = random.below(5);
    const Level level(1 + random.below(5));
    summary->note(KeyHash{key, 0}, level);
    highest[key] = std::max(highest[key], level);
  }
  for (const auto& [key, level] : highest) EXPECT_GE(summary->where(KeyHash{key, 0}), level);
}

// A table, its summary, and std::unordered_map, with random operations. What cannot forget is noted only.
TEST_P(EveryFilterSummary, NeverDeniesWhatATableHoldsWhateverIsInsertedAndErased) {
  const KeyedHash<std::uint64_t> hash(HashFamily::fast, random.seed());
  MultilevelTable<std::uint64_t, std::uint64_t> table(
      multilevel_shape(
          {BucketCount(300), BucketCount(100), BucketCount(50), BucketCount(30), BucketCount(20)}),
      hash);
  std::unordered_map<std::uint64_t, Level> model;
  for (int step = 0; step < 3'000; ++step) {
    const std::uint64_t key = random.below(400);
    if (random.below(2) == 0) {
      const StoredAt stored = table.insert_or_assign(key, key);
      if (stored.outcome != Stored::inserted) continue;
      summary->note(hash(key), stored.level);
      model[key] = stored.level;
    } else if (summary->can_forget() && model.contains(key)) {
      EXPECT_TRUE(table.erase(key));
      EXPECT_EQ(summary->forget(hash(key), model[key]), Erased::erased);
      model.erase(key);
    }
    if (step % 100 != 0) continue;
    for (const auto& [held, level] : model) ASSERT_GE(summary->where(hash(held)), level);
  }
}

}  // namespace
}  // namespace peel::test
