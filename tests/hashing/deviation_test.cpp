// The measuring sticks themselves, against values known from tables.
#include "hashing/deviation.hpp"

#include <gtest/gtest.h>

namespace peel::test {
namespace {

TEST(FairCoinDeviation, CountsInStandardErrors) {
  EXPECT_DOUBLE_EQ(fair_coin_deviation(50, 100), 0);
  EXPECT_DOUBLE_EQ(fair_coin_deviation(60, 100), 2);
  EXPECT_DOUBLE_EQ(fair_coin_deviation(35, 100), -3);
}

TEST(PoissonDeviation, IsZeroAtTheMeanAndSignedOffIt) {
  EXPECT_DOUBLE_EQ(poisson_deviation(200, 200), 0);
  EXPECT_NEAR(poisson_deviation(100'000 + 632.456, 100'000), 2, 0.01);
  EXPECT_NEAR(poisson_deviation(100'000 - 632.456, 100'000), -2, 0.01);
}

// P(none) = exp(-mean), so the deviance of no event at all is twice the mean.
TEST(PoissonDeviation, OfNoEventIsTheRootOfTwiceTheMean) {
  EXPECT_DOUBLE_EQ(poisson_deviation(0, 8), -4);
}

// Quantiles of chi-square with 1000 degrees of freedom: 1106.969 at 99 %, 898.912 at 1 %.
TEST(ChiSquareDeviation, AgreesWithTabulatedQuantiles) {
  EXPECT_NEAR(chi_square_deviation(1106.969, 1000), 2.3263, 0.001);
  EXPECT_NEAR(chi_square_deviation(898.912, 1000), -2.3263, 0.001);
}

}  // namespace
}  // namespace peel::test
