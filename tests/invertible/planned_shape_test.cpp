#include "peel/invertible/planned_shape.hpp"

#include "peel/invertible/iblt.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

TEST(PlannedShape, ListsTheItemsItWasPlannedFor) {
  const auto shape = planned_shape({.items = ItemCount(500), .incomplete = *Rate::from(1e-9)});
  ASSERT_TRUE(shape);
  test::Random random;
  Iblt table(*shape, HashFamily::fast, random.seed());
  ASSERT_TRUE(table.insert(random.distinct_keys(500)));
  const Listing listing = table.list();
  EXPECT_TRUE(listing.complete());
  EXPECT_EQ(listing.inserted.size(), 500U);
}

TEST(PlannedShape, HasTheWidthsAndTheArithmeticThatWereAskedFor) {
  const auto shape = planned_shape({.items = ItemCount(50'000),
                                    .incomplete = *Rate::from(1e-2),
                                    .key_width = ByteWidth(25),
                                    .value_width = ByteWidth(3),
                                    .arithmetic = CellArithmetic::prime_field});
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->key_width(), ByteWidth(25));
  EXPECT_EQ(shape->value_width(), ByteWidth(3));
  EXPECT_EQ(shape->arithmetic(), CellArithmetic::prime_field);
  EXPECT_EQ(shape->checks(), CellChecks::keys_and_values);
  EXPECT_EQ(shape->placement().kind(), PlacementKind::coupled);
}

TEST(PlannedShape, RefusesNoItems) {
  const auto shape = planned_shape({.items = ItemCount(0), .incomplete = *Rate::from(1e-2)});
  ASSERT_FALSE(shape);
  EXPECT_EQ(shape.error().code(), ErrorCode::invalid_argument);
}

TEST(PlannedShape, RefusesMoreItemsThanAnyTableLists) {
  const auto shape = planned_shape({.items = ItemCount(5'000'000'000), .incomplete = *Rate::from(1e-2)});
  ASSERT_FALSE(shape);
  EXPECT_EQ(shape.error().code(), ErrorCode::limit_exceeded);
}

TEST(PlannedShape, RefusesWidthsThatNoTableHas) {
  const auto shape =
      planned_shape({.items = ItemCount(5), .incomplete = *Rate::from(1e-2), .key_width = ByteWidth(65)});
  ASSERT_FALSE(shape);
  EXPECT_EQ(shape.error().code(), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace peel
