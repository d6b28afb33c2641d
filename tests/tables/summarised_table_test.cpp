// SummarisedTable against std::unordered_map: every kind of summary, both rules of deletion, good hash
// functions and useless ones.
#include "peel/tables/summarised_table.hpp"

#include "peel/tables/interpolation_summary.hpp"

#include "support/random.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <unordered_map>

namespace peel::test {
namespace {

using Summary = std::unique_ptr<TableSummary>;

MultilevelShape shape_of(std::vector<BucketCount> buckets, SlotCount slots = SlotCount(1)) {
  return MultilevelShape::from({.buckets = std::move(buckets), .slots = slots}).value();
}

const MultilevelShape& small_shape() {
  static const MultilevelShape shape = shape_of({BucketCount(160), BucketCount(60), BucketCount(30)});
  return shape;
}

Summary interpolation(BitWidth bits) {
  return std::make_unique<InterpolationSummary>(InterpolationSummary::make(bits, ItemCount(200)).value());
}

struct Constant {
  KeyHash operator()(std::uint64_t) const { return {1, 2}; }
};
struct Weak {
  KeyHash operator()(std::uint64_t key) const { return {key % 5, 0}; }
};
using Keyed = KeyedHash<std::uint64_t>;

Keyed keyed() {
  Random random;
  return Keyed(HashFamily::fast, random.seed());
}

constexpr Deletions kCounting = {};
constexpr Deletions kLazy = {.rule = DeletionRule::lazy, .most_deleted = ItemCount(40)};

template <class Hash>
using Table = SummarisedTable<std::uint64_t, std::uint64_t, Hash>;
using Map = std::unordered_map<std::uint64_t, std::uint64_t>;

template <class Hash>
void expect_to_find(Table<Hash>& table, const Map& model, std::uint64_t key) {
  const std::uint64_t* const found = table.find(key);
  const auto expected = model.find(key);
  ASSERT_EQ(found != nullptr, expected != model.end());
  if (found != nullptr) {
    ASSERT_EQ(*found, expected->second);
  }
}

template <class Hash>
void expect_batches_to_find(const Table<Hash>& table, const Map& model) {
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
void compare_with_a_model(Table<Hash> table) {
  Map model;
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
    if (step % 500 == 0) {
      ASSERT_NO_FATAL_FAILURE(expect_batches_to_find(table, model));
    }
  }
  Map listed;
  table.for_each(
      [&](std::uint64_t key, std::uint64_t value, Level) { EXPECT_TRUE(listed.emplace(key, value).second); });
  EXPECT_EQ(listed, model);
}

template <class Hash>
Table<Hash> table_with(Summary summary, const Hash& hash, Deletions deletions,
                       const MultilevelShape& shape = small_shape()) {
  return std::move(Table<Hash>::make(shape, hash, std::move(summary), deletions).value());
}

void compare_with_a_model(const std::function<Summary()>& summary, Deletions deletions) {
  compare_with_a_model(table_with(summary(), keyed(), deletions));
  compare_with_a_model(table_with(summary(), Weak{}, deletions));
  compare_with_a_model(table_with(summary(), Constant{}, deletions));
  compare_with_a_model(table_with(summary(), keyed(), deletions,
                                  shape_of({BucketCount(25), BucketCount(9), BucketCount(4)}, SlotCount(5))));
}

TEST(SummarisedTable, HoldsWhatAMapHoldsWithAnInterpolationSummaryThatForgets) {
  compare_with_a_model([] { return interpolation(BitWidth(61)); }, kCounting);
}

TEST(SummarisedTable, HoldsWhatAMapHoldsWithAnInterpolationSummaryAndLazyDeletions) {
  compare_with_a_model([] { return interpolation(BitWidth(61)); }, kLazy);
}

TEST(SummarisedTable, HoldsWhatAMapHoldsWhereBitsCollideAndTheSummaryForgets) {
  compare_with_a_model([] { return interpolation(BitWidth(8)); }, kCounting);
}

TEST(SummarisedTable, HoldsWhatAMapHoldsWhereBitsCollideAndDeletionsAreLazy) {
  compare_with_a_model([] { return interpolation(BitWidth(8)); }, kLazy);
}

// 150 keys and bits of 8: many keys share theirs, and some are misled.
Table<Keyed> misled_table() {
  auto table = table_with(interpolation(BitWidth(8)), keyed(), kCounting);
  for (std::uint64_t key = 0; key < 150; ++key) table.insert_or_assign(key, key);
  return table;
}

TEST(SummarisedTable, ReadsOneBucketForEachKeyThatIsThere) {
  auto table = table_with(interpolation(BitWidth(61)), keyed(), kCounting);
  for (std::uint64_t key = 0; key < 100; ++key) table.insert_or_assign(key, key);
  const std::uint64_t in_buckets = 100 - table.stashed().value;
  for (std::uint64_t key = 0; key < 100; ++key) EXPECT_NE(table.find(key), nullptr);
  for (std::uint64_t key = 100; key < 200; ++key) EXPECT_EQ(table.find(key), nullptr);
  EXPECT_EQ(table.counts(), (LookupCounts{.lookups = 200, .reads = in_buckets}));
}

TEST(SummarisedTable, FindsKeysThatAreMisledByReadingMoreAndCountsThem) {
  Table<Keyed> table = misled_table();
  std::uint64_t misled = 0;
  table.for_each([&](std::uint64_t key, std::uint64_t, Level level) {
    if (!level.is_none() && table.summary().where(Keyed(keyed())(key)) != level) ++misled;
  });
  for (std::uint64_t key = 0; key < 150; ++key) EXPECT_NE(table.find(key), nullptr);
  EXPECT_EQ(table.counts().misled, misled);
  EXPECT_EQ(table.verify().misled.value, misled);
}

TEST(SummarisedTable, ReadsOneBucketForAnyKeyOnceItIsVerified) {
  Table<Keyed> table = misled_table();
  const Verification found = table.verify();
  EXPECT_EQ(found.keys.value, 150 - table.stashed().value);
  ASSERT_TRUE(table.verified());
  for (std::uint64_t key = 0; key < 1'000; ++key) {
    LookupCounts counts;
    ASSERT_EQ(table.find(key, counts) != nullptr, key < 150);
    ASSERT_LE(counts.reads, 1U);
  }
}

TEST(SummarisedTable, StaysVerifiedExactlyWhileNoInsertionCanMislead) {
  Table<Keyed> table = misled_table();
  Random random;
  for (int step = 0; step < 2'000; ++step) {
    if (random.below(10) == 0) table.verify();
    const bool before = table.verified();
    const std::uint64_t key = random.below(300);
    if (random.below(2) == 0) {
      table.erase(key);
      ASSERT_EQ(table.verified(), before);
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

TEST(SummarisedTable, NeverReadsAnEmptyBucket) {
  const Keyed hash = keyed();
  auto table = table_with(interpolation(BitWidth(8)), hash, kCounting);
  table.insert_or_assign(0, 0);
  const auto bucket = [&](std::uint64_t key) { return bucket_of(hash(key), small_shape(), SubTable(0)); };
  std::uint64_t false_positives = 0, reads = 0;
  for (std::uint64_t key = 1; key < 50'000; ++key) {
    EXPECT_EQ(table.find(key), nullptr);
    if (table.summary().where(hash(key)).is_none()) continue;
    ++false_positives;
    reads += bucket(key) == bucket(0) ? 1U : 0U;
  }
  EXPECT_EQ(table.counts().false_positives, false_positives);
  EXPECT_EQ(table.counts().reads, reads);
}

TEST(SummarisedTable, FindsWhatIsInTheStashThoughTheSummaryDoesNotKnowIt) {
  auto table = table_with(interpolation(BitWidth(61)), Constant{}, kCounting);
  for (std::uint64_t key = 0; key < 10; ++key) table.insert_or_assign(key, key);
  EXPECT_EQ(table.stashed().value, 7U);
  EXPECT_EQ(table.crises(), 7U);
  for (std::uint64_t key = 0; key < 10; ++key) EXPECT_TRUE(table.contains(key));
  EXPECT_TRUE(table.erase(9));
  EXPECT_FALSE(table.contains(9));
}

TEST(SummarisedTable, KeepsTheSlotOfALazilyDeletedKeyAndRevivesIt) {
  auto table = table_with(interpolation(BitWidth(61)), keyed(), kLazy);
  const StoredAt first = table.insert_or_assign(7, 1);
  EXPECT_TRUE(table.erase(7));
  EXPECT_FALSE(table.erase(7));
  EXPECT_EQ(table.find(7), nullptr);
  EXPECT_EQ(table.size().value, 0U);
  EXPECT_EQ(table.deleted().value, 1U);
  EXPECT_EQ(table.insert_or_assign(7, 2), first);
  EXPECT_EQ(*table.find(7), 2U);
  EXPECT_EQ(table.deleted().value, 0U);
}

TEST(SummarisedTable, RebuildsAfterTheStatedNumberOfLazyDeletions) {
  auto table = table_with(interpolation(BitWidth(61)), keyed(), kLazy);
  for (std::uint64_t key = 0; key < 100; ++key) table.insert_or_assign(key, key);
  for (std::uint64_t key = 0; key < 39; ++key) table.erase(key);
  EXPECT_EQ(table.rebuilds(), 0U);
  EXPECT_EQ(table.deleted().value, 39U);
  table.erase(39);
  EXPECT_EQ(table.rebuilds(), 1U);
  EXPECT_EQ(table.deleted().value, 0U);
  EXPECT_EQ(table.size().value, 60U);
  for (std::uint64_t key = 0; key < 100; ++key) EXPECT_EQ(table.contains(key), key >= 40);
}

TEST(SummarisedTable, RefusesASummaryThatCannotServeIt) {
  const auto refusal = [](Summary summary, Deletions deletions) {
    return Table<Keyed>::make(small_shape(), keyed(), std::move(summary), deletions).error().code();
  };
  EXPECT_EQ(refusal(nullptr, kCounting), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal(interpolation(BitWidth(8)), {.rule = DeletionRule::lazy}), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal(interpolation(BitWidth(8)), {.most_deleted = ItemCount(9)}), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace peel::test
