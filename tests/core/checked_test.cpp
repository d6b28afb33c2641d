// Overflow-checked arithmetic at the edge of 64 bits.
#include "core/checked.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

constexpr std::uint64_t kLargest = ~std::uint64_t{0};
constexpr std::uint64_t kHalfWord = std::uint64_t{1} << 32;

TEST(CheckedAdd, AddsWhatFits) {
  EXPECT_EQ(checked_add(2, 3), 5U);
  EXPECT_EQ(checked_add(kLargest, 0), kLargest);
  EXPECT_EQ(checked_add(kLargest - 1, 1), kLargest);
}

TEST(CheckedAdd, RefusesASumThatIsOneTooLarge) {
  EXPECT_EQ(checked_add(kLargest, 1), std::nullopt);
  EXPECT_EQ(checked_add(1, kLargest), std::nullopt);
}

TEST(CheckedAdd, RefusesTheLargestSum) {
  EXPECT_EQ(checked_add(kLargest, kLargest), std::nullopt);
}

TEST(CheckedMultiply, MultipliesWhatFits) {
  EXPECT_EQ(checked_multiply(6, 7), 42U);
  EXPECT_EQ(checked_multiply(kLargest, 1), kLargest);
  EXPECT_EQ(checked_multiply(kHalfWord, kHalfWord - 1), kLargest - kHalfWord + 1);
}

TEST(CheckedMultiply, GivesZeroForZeroTimesAnything) {
  EXPECT_EQ(checked_multiply(0, kLargest), 0U);
  EXPECT_EQ(checked_multiply(kLargest, 0), 0U);
}

TEST(CheckedMultiply, RefusesTheSmallestProductThatDoesNotFit) {
  EXPECT_EQ(checked_multiply(kHalfWord, kHalfWord), std::nullopt);
}

// In 32 bits 4 x (2^30 + 1) would be 4; here it must be the true product.
TEST(CheckedMultiply, DoesNotWrapAt32Bits) {
  EXPECT_EQ(checked_multiply(4, (std::uint64_t{1} << 30) + 1), (std::uint64_t{1} << 32) + 4);
}

}  // namespace
}  // namespace peel
