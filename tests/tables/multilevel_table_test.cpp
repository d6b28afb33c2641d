// MultilevelTable against std::unordered_map, with good and with useless hash functions.
#include "peel/tables/multilevel_table.hpp"

#include "support/table_models.hpp"

#include <gtest/gtest.h>

namespace peel::test {
namespace {

MultilevelShape shape_of(std::vector<BucketCount> buckets, SlotCount slots) {
  return MultilevelShape::from({.buckets = std::move(buckets), .slots = slots}).value();
}

template <class Hash>
void compare_multilevel_table(const MultilevelShape& shape, const Hash& hash) {
  MultilevelTable<std::uint64_t, std::uint64_t, Hash> table(shape, hash);
  MapModel model;
  Random random;
  for (int step = 0; step < 4'000; ++step) {
    const std::uint64_t key = random.below(200), value = random.next();
    switch (random.below(3)) {
      case 0: {
        const auto stored = table.insert_or_assign(key, value);
        EXPECT_EQ(stored.outcome == Stored::replaced, model.contains(key));
        model[key] = value;
        break;
      }
      case 1:
        EXPECT_EQ(table.erase(key), model.erase(key) == 1);
        break;
      default: {
        const std::uint64_t* const found = table.find(key);
        ASSERT_EQ(found != nullptr, model.contains(key));
        if (found != nullptr) {
          EXPECT_EQ(*found, model[key]);
        }
      }
    }
    ASSERT_EQ(table.size().value, model.size());
  }
  MapModel listed;
  table.for_each([&](std::uint64_t key, std::uint64_t value, Level level) {
    EXPECT_TRUE(listed.emplace(key, value).second);
    EXPECT_NE(table.find_in(level, table.hash()(key), key), nullptr);
  });
  EXPECT_EQ(listed, model);
}

TEST(MultilevelTable, HoldsWhatAMapHolds) {
  Random random;
  compare_multilevel_table(shape_of({BucketCount(160), BucketCount(40), BucketCount(20)}, SlotCount(1)),
                           KeyedHash<std::uint64_t>(HashFamily::fast, random.seed()));
}

TEST(MultilevelTable, HoldsWhatAMapHoldsInBucketsOfSeveralItems) {
  Random random;
  compare_multilevel_table(shape_of({BucketCount(20), BucketCount(7)}, SlotCount(5)),
                           KeyedHash<std::uint64_t>(HashFamily::siphash, random.seed()));
}

TEST(MultilevelTable, LosesNothingByAConstantHash) {
  compare_multilevel_table(shape_of({BucketCount(160), BucketCount(40)}, SlotCount(1)), ConstantHash{});
}

TEST(MultilevelTable, LosesNothingByAHashOfFiveValues) {
  compare_multilevel_table(shape_of({BucketCount(160), BucketCount(40)}, SlotCount(2)), WeakHash{});
}

TEST(MultilevelTable, PutsAKeyIntoTheFirstSubTableThatHasRoom) {
  MultilevelTable<std::uint64_t, char, ConstantHash> table(
      shape_of({BucketCount(10), BucketCount(5), BucketCount(1)}, SlotCount(1)), ConstantHash{});
  EXPECT_EQ(table.insert_or_assign(7, 'a'), (StoredAt{Stored::inserted, Level(1)}));
  EXPECT_EQ(table.insert_or_assign(8, 'b'), (StoredAt{Stored::inserted, Level(2)}));
  EXPECT_EQ(table.insert_or_assign(9, 'c'), (StoredAt{Stored::inserted, Level(3)}));
  EXPECT_EQ(table.insert_or_assign(10, 'd'), (StoredAt{Stored::crisis, Level()}));
  EXPECT_EQ(table.crises(), 1U);
  EXPECT_TRUE(table.erase(8));
  EXPECT_EQ(table.insert_or_assign(11, 'e'), (StoredAt{Stored::inserted, Level(2)}));
  EXPECT_EQ(table.insert_or_assign(11, 'f'), (StoredAt{Stored::replaced, Level(2)}));
}

TEST(MultilevelShape, RefusesWhatNoTableHas) {
  const auto refusal = [](std::vector<BucketCount> buckets, SlotCount slots) {
    return MultilevelShape::from({.buckets = std::move(buckets), .slots = slots}).error().code();
  };
  const BucketCount one(1), huge(~std::uint64_t{0} / 2);
  EXPECT_EQ(refusal({}, SlotCount(1)), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal(std::vector(8, one), SlotCount(1)), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal({one, BucketCount(0)}, SlotCount(1)), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal({one}, SlotCount(0)), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal({one}, SlotCount(256)), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal({huge, huge, huge}, SlotCount(1)), ErrorCode::limit_exceeded);
  EXPECT_EQ(refusal({BucketCount(kMaxMultilevelSlots)}, SlotCount(2)), ErrorCode::limit_exceeded);
}

}  // namespace
}  // namespace peel::test
