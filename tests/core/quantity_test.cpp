// Strong types: the sentences of their contract, checked by the compiler.
#include "peel/core/types.hpp"

#include <gtest/gtest.h>
#include <type_traits>

namespace peel {
namespace {

static_assert(!std::is_convertible_v<std::uint64_t, CellCount>, "a bare number is not a count of cells");
static_assert(!std::is_convertible_v<CellCount, std::uint64_t>, "a count says so before it becomes a number");
static_assert(!std::is_constructible_v<CellCount, ItemCount>, "items are not cells");
static_assert(!std::is_convertible_v<HashCount, CellCount>, "hashes are not cells");
static_assert(!std::is_constructible_v<Rate, double>, "a rate is checked by Rate::from");
static_assert(!std::is_default_constructible_v<Rate>, "there is no rate without a probability");
static_assert(sizeof(CellCount) == sizeof(std::uint64_t), "a strong type costs nothing");

TEST(Quantity, IsZeroUnlessToldOtherwise) {
  EXPECT_EQ(CellCount().value, 0U);
}

TEST(Quantity, KeepsItsNumber) {
  EXPECT_EQ(ItemCount(14'600).value, 14'600U);
}

TEST(Quantity, IsOrderedByItsNumber) {
  EXPECT_LT(CellCount(2), CellCount(10));
  EXPECT_EQ(CellCount(10), CellCount(10));
}

}  // namespace
}  // namespace peel
