// From needs to counters and from bytes to keys.
#include "peel/invertible/planned_counter.hpp"

#include "peel/invertible/invertible_counter.hpp"

#include "support/random.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace peel {
namespace {

Rate one_in_a_hundred() {
  return *Rate::from(0.01);
}

TEST(PlannedCounter, HasTheShapeOfThePlan) {
  const auto shape = planned_counter({ItemCount(10'000), one_in_a_hundred()});
  ASSERT_TRUE(shape.has_value());
  EXPECT_EQ(shape->variant(), CounterVariant::moment);
  EXPECT_EQ(shape->hashes(), HashCount(2));
  EXPECT_EQ(shape->placement().kind(), PlacementKind::partitioned);
}

TEST(PlannedCounter, IsCoupledWhereThePlanIs) {
  const auto shape = planned_counter({ItemCount(100'000), one_in_a_hundred()});
  ASSERT_TRUE(shape.has_value());
  EXPECT_EQ(shape->placement().kind(), PlacementKind::coupled);
}

TEST(PlannedCounter, IsOfTheKindAskedFor) {
  for (const CounterVariant variant : kCounterVariants) {
    const auto shape = planned_counter({ItemCount(100), one_in_a_hundred(), ByteWidth(20), variant});
    ASSERT_TRUE(shape.has_value());
    EXPECT_EQ(shape->variant(), variant);
    EXPECT_EQ(shape->key_width(), ByteWidth(20));
  }
}

TEST(PlannedCounter, ListsWhatItWasPlannedFor) {
  test::Random random;
  for (const CounterVariant variant : kCounterVariants) {
    const auto shape = planned_counter({ItemCount(2'000), *Rate::from(1e-7), ByteWidth(8), variant});
    ASSERT_TRUE(shape.has_value());
    InvertibleCounter counter(*shape, HashFamily::fast, random.seed());
    const std::vector<std::uint64_t> keys = random.distinct_keys(2'000);
    ASSERT_TRUE(counter.add(keys, 3));
    const CounterListing listing = counter.list();
    EXPECT_TRUE(listing.complete()) << name_of(variant);
    EXPECT_EQ(listing.keys.size(), 2'000U) << name_of(variant);
  }
}

TEST(PlannedCounter, RefusesWhatNoCounterHas) {
  EXPECT_EQ(planned_counter({ItemCount(0), one_in_a_hundred()}).error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(planned_counter({ItemCount(9), one_in_a_hundred(), ByteWidth(0)}).error().code(),
            ErrorCode::invalid_argument);
  EXPECT_EQ(planned_counter({ItemCount(9), one_in_a_hundred(), ByteWidth(65)}).error().code(),
            ErrorCode::invalid_argument);
  EXPECT_EQ(planned_counter({ItemCount(9'000'000'000), one_in_a_hundred()}).error().code(),
            ErrorCode::limit_exceeded);
}

class Budget : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Bytes, Budget, testing::Values(800U, 5'000U, 100'000U, 20'000'000U));

TEST_P(Budget, HoldsItsCapacityAndHardlyMore) {
  for (const std::uint64_t width : {4U, 8U, 30U}) {
    const ItemCount capacity = counter_capacity({GetParam(), one_in_a_hundred(), ByteWidth(width), {}});
    ASSERT_GT(capacity.value, 0U);
    const auto fitting = planned_counter({capacity, one_in_a_hundred(), ByteWidth(width)});
    EXPECT_LE(fitting->table_bytes(), GetParam());
    const ItemCount more(capacity.value + capacity.value / 499 + 1);
    EXPECT_GT(planned_counter({more, one_in_a_hundred(), ByteWidth(width)})->table_bytes(), GetParam());
  }
}

TEST(CounterCapacity, IsNoneWhereNotEvenOneKeyFits) {
  EXPECT_EQ(counter_capacity({0, one_in_a_hundred()}).value, 0U);
  EXPECT_EQ(counter_capacity({47, one_in_a_hundred(), ByteWidth(4), {}}).value, 0U);
  EXPECT_EQ(counter_capacity({48, one_in_a_hundred(), ByteWidth(4), {}}).value, 1U);
  // Keys of 8 bytes need 16 cells in a sub-table, however few they are.
  EXPECT_EQ(counter_capacity({767, one_in_a_hundred()}).value, 0U);
  EXPECT_GT(counter_capacity({768, one_in_a_hundred()}).value, 0U);
}

TEST(CounterCapacity, IsWhatTheLargestCounterHoldsForAnyMemory) {
  const ItemCount capacity = counter_capacity({~std::uint64_t{0}, one_in_a_hundred()});
  const auto shape = planned_counter({capacity, one_in_a_hundred()});
  ASSERT_TRUE(shape.has_value());
  EXPECT_GT(shape->table_bytes(), kMaxCounterBytes - kMaxCounterBytes / 250);
}

TEST(CounterCapacity, IsLargerForMomentCellsThanForStandardOnes) {
  const auto of = [](CounterVariant variant) {
    return counter_capacity({1'000'000, one_in_a_hundred(), ByteWidth(8), variant});
  };
  EXPECT_GT(of(CounterVariant::moment), of(CounterVariant::one_key));
  EXPECT_GT(of(CounterVariant::one_key), of(CounterVariant::even_odd));
  EXPECT_GT(of(CounterVariant::even_odd), of(CounterVariant::standard));
}

}  // namespace
}  // namespace peel
