#include "peel/frequency/counter_table.hpp"

#include "support/random.hpp"
#include "support/vector_targets.hpp"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace peel::detail {
namespace {

using TableCounts = std::map<std::uint64_t, std::uint64_t>;

TableCounts counts_in_table(const CounterTable& table) {
  TableCounts counts;
  for (std::uint64_t slot = 0; slot < table.slots(); ++slot)
    if (table.count(slot) > 0) counts[table.key(slot)] = table.count(slot);
  return counts;
}

// Grows as it must; 500 keys fit.
void raise_all(CounterTable& table, std::span<const std::uint64_t> keys, std::span<const CopyCount> copies) {
  while (!keys.empty()) {
    const std::uint64_t served = table.raise(keys, copies);
    keys = keys.subspan(served);
    if (!copies.empty()) copies = copies.subspan(served);
    if (table.is_too_full()) table.grow();
  }
}

class EveryVectorTarget : public testing::TestWithParam<std::int64_t> {};
INSTANTIATE_TEST_SUITE_P(CounterTable, EveryVectorTarget, testing::ValuesIn(test::vector_targets()),
                         [](const auto& chosen) { return "Target" + std::to_string(chosen.index); });

TEST_P(EveryVectorTarget, CountsLikeAMap) {
  const test::OnlyTarget only(GetParam());
  test::Random random;
  CounterTable table(ItemCount(500), random.seed(), Attached::nothing);
  TableCounts counts;
  std::vector<std::uint64_t> keys(3'000);
  std::vector<CopyCount> copies;
  for (std::uint64_t& key : keys) {
    key = random.below(1 + random.below(500));
    copies.emplace_back(random.below(4));
    counts[key] += copies.back().value + 2;
  }
  raise_all(table, keys, copies);
  raise_all(table, keys, {});
  for (const std::uint64_t key : keys) {
    table.raise(key, CopyCount(1));
    if (table.is_too_full()) table.grow();
  }
  EXPECT_EQ(counts_in_table(table), counts);
  EXPECT_EQ(table.size(), counts.size());
}

TEST(CounterTable, FindsTheCounterOfAnyRank) {
  test::Random random;
  for (const std::uint64_t largest : {3ULL, 400ULL, 100'000ULL, ~0ULL}) {
    CounterTable table(ItemCount(300), random.seed(), Attached::nothing);
    std::vector<std::uint64_t> counts;
    for (std::uint64_t key = 0; key < 300; ++key) {
      counts.push_back(1 + random.below(largest));
      table.insert(key, CopyCount(counts.back()));
    }
    std::ranges::sort(counts, std::greater());
    for (std::uint64_t rank = 0; rank < counts.size(); ++rank)
      ASSERT_EQ(table.largest_but(rank), counts[rank]) << rank << " of " << largest;
  }
}

TEST(CounterTable, KeepsAttachedWordsWithTheirKeys) {
  test::Random random;
  CounterTable table(ItemCount(400), random.seed(), Attached::word);
  TableCounts counts;
  for (int round = 0; round < 30; ++round) {
    while (table.size() < 400) {
      const std::uint64_t key = random.next();
      const std::uint64_t copies = 1 + random.below(9);
      table.attach(table.insert(key, CopyCount(copies)), ~key);
      counts[key] = copies;
    }
    table.change_counts([](std::uint64_t n) { return n > 4 ? n - 4 : 0; });
    std::erase_if(counts, [](const auto& entry) { return entry.second <= 4; });
    for (auto& [key, count] : counts) count -= 4;
    ASSERT_EQ(counts_in_table(table), counts);
    for (const auto& [key, count] : counts) {
      const std::uint64_t slot = table.find(key);
      ASSERT_NE(slot, CounterTable::kNowhere);
      ASSERT_EQ(table.attached(slot), ~key);
      ASSERT_EQ(table.count(slot), count);
    }
  }
}

// Keys of one bucket, for someone who knows the seed: they fill the next ones, and are found all the same.
TEST(CounterTable, FindsKeysThatAllWantTheSameBucket) {
  const Seed seed(5);
  CounterTable table(ItemCount(40), seed, Attached::nothing);
  CounterTable probe(ItemCount(40), seed, Attached::nothing);
  std::vector<std::uint64_t> keys;
  for (std::uint64_t key = 0; keys.size() < 40; ++key) {
    probe.clear();
    if (probe.insert(key, CopyCount(1)) == probe.slots() - 9) keys.push_back(key);  // the last bucket
  }
  for (std::size_t i = 0; i < keys.size(); ++i) table.insert(keys[i], CopyCount(1 + i % 2));
  for (std::size_t i = 0; i < keys.size(); ++i) ASSERT_EQ(table.count(table.find(keys[i])), 1 + i % 2);
  table.change_counts([](std::uint64_t n) { return n > 1 ? n - 1 : 0; });
  EXPECT_EQ(table.size(), 20U);
  for (std::size_t i = 0; i < keys.size(); ++i)
    ASSERT_EQ(table.find(keys[i]) != CounterTable::kNowhere, i % 2 == 1);
}

}  // namespace
}  // namespace peel::detail
