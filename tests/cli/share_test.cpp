#include "cli/top/share.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

namespace peel::cli {
namespace {

std::uint64_t least(const std::string& share, std::uint64_t total) {
  return Share::from({"--share", share}).value().of(CopyCount(total)).value;
}

TEST(ShareOfATotal, IsTheSmallestCountThatHasIt) {
  EXPECT_EQ(least("1%", 100), 1U);
  EXPECT_EQ(least("1%", 101), 2U);
  EXPECT_EQ(least("0.5", 7), 4U);
  EXPECT_EQ(least("100%", 7), 7U);
  EXPECT_EQ(least("1", 0), 0U);
}

TEST(ShareOfATotal, IsNotRoundedAsABinaryFractionWouldBe) {
  // 0.07 * 100 is a little more than 7 in doubles.
  EXPECT_EQ(least("0.07", 100), 7U);
  EXPECT_EQ(least("7%", 100), 7U);
}

TEST(ShareOfATotal, SaysHowManyKeysCanHaveIt) {
  const auto keys = [](const char* share) {
    return Share::from({"--share", share}).value().most_keys().value;
  };
  EXPECT_EQ(keys("100%"), 1U);
  EXPECT_EQ(keys("51%"), 1U);
  EXPECT_EQ(keys("50%"), 2U);
  EXPECT_EQ(keys("0.0116%"), 8620U);
}

TEST(ShareOfATotal, MayHaveAnExponentAndAnyNumberOfDigits) {
  EXPECT_EQ(least("1e-3", 1'000'000), 1'000U);
  EXPECT_EQ(least("1E-2%", 1'000'000), 100U);
  EXPECT_EQ(least("0.5e2%", 1'000'000), 500'000U);
  EXPECT_EQ(least("2.5e-1", 1'000'000), 250'000U);
  EXPECT_EQ(least("1e-18", 1'000'000'000'000'000'000), 1U);
  EXPECT_EQ(least("0.0010000000000000000000", 1'000'000), 1'000U);
  EXPECT_EQ(least("0.04400000000000000000001", 1'000), 44U);
  EXPECT_EQ(least("000000000000000000000000001.0", 7), 7U);
}

TEST(ShareOfATotal, HoldsForTheLargestTotal) {
  constexpr std::uint64_t kMostCapacity = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(least("100%", kMostCapacity), kMostCapacity);
  EXPECT_EQ(least("0.99999999999999999", kMostCapacity), 18446744073709551431U);
}

}  // namespace
}  // namespace peel::cli
