// Rate: a probability that is neither certain nor impossible.
#include "peel/core/types.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace peel {
namespace {

constexpr double kTiny = std::numeric_limits<double>::denorm_min();

std::string refusal(double probability) {
  const auto rate = Rate::from(probability);
  EXPECT_FALSE(rate.has_value()) << probability;
  if (rate) return "";
  EXPECT_EQ(rate.error().code(), ErrorCode::invalid_argument);
  return rate.error().sentence();
}

TEST(Rate, KeepsTheProbabilityItWasGiven) {
  const auto rate = Rate::from(0.01);
  ASSERT_TRUE(rate.has_value());
  EXPECT_EQ(rate->value(), 0.01);
}

TEST(Rate, AcceptsTheSmallestAndTheLargestNumberBetweenZeroAndOne) {
  EXPECT_TRUE(Rate::from(kTiny).has_value());
  EXPECT_TRUE(Rate::from(std::nextafter(1.0, 0.0)).has_value());
}

TEST(Rate, RefusesZeroAndOneThemselves) {
  EXPECT_EQ(refusal(0.0), "a rate of 0 is not strictly between 0 and 1");
  EXPECT_EQ(refusal(1.0), "a rate of 1 is not strictly between 0 and 1");
}

TEST(Rate, RefusesNumbersOutsideZeroToOne) {
  EXPECT_EQ(refusal(-0.5), "a rate of -0.5 is not strictly between 0 and 1");
  EXPECT_EQ(refusal(50), "a rate of 50 is not strictly between 0 and 1");
}

TEST(Rate, RefusesWhatIsNotAFiniteNumber) {
  EXPECT_EQ(refusal(std::numeric_limits<double>::infinity()),
            "a rate of inf is not strictly between 0 and 1");
  EXPECT_EQ(refusal(std::nan("")), "a rate of nan is not strictly between 0 and 1");
}

// Six fixed decimals would call this value "1.000000" and leave the reader puzzled.
TEST(Rate, NamesARefusedValueWithAllDigitsThatMatter) {
  EXPECT_EQ(refusal(1.0000000001), "a rate of 1.0000000001 is not strictly between 0 and 1");
  EXPECT_EQ(refusal(-1e-9), "a rate of -1e-09 is not strictly between 0 and 1");
}

TEST(Rate, IsOrderedByItsProbability) {
  EXPECT_LT(*Rate::from(0.01), *Rate::from(0.02));
  EXPECT_EQ(*Rate::from(0.01), *Rate::from(0.01));
}

}  // namespace
}  // namespace peel
