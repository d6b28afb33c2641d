// What a sample says of the whole, against exact binomial tails and against sampling itself.
#include "peel/analysis/strata.hpp"

#include "support/random.hpp"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

// P[Bin(n, p) = i], term by term; n is small here.
double binomial(std::uint64_t n, std::uint64_t i, double p) {
  const auto real = [](std::uint64_t count) { return static_cast<double>(count); };
  return std::exp(std::lgamma(real(n) + 1) - std::lgamma(real(i) + 1) - std::lgamma(real(n - i) + 1) +
                  real(i) * std::log(p) + real(n - i) * std::log1p(-p));
}

double at_most(std::uint64_t n, std::uint64_t kept, double p) {
  double sum = 0;
  for (std::uint64_t i = 0; i <= std::min(n, kept); ++i) sum += binomial(n, i, p);
  return sum;
}

struct Sample {
  std::uint64_t kept;
  std::uint64_t level;
  double standard_errors;
};

class SampledTotals : public testing::TestWithParam<Sample> {
 protected:
  SampledTotal total() const {
    return sampled_total(ItemCount(GetParam().kept), SamplingLevel(GetParam().level),
                         GetParam().standard_errors);
  }
  double p() const { return std::ldexp(1.0, -static_cast<int>(GetParam().level)); }
  double limit() const { return std::exp(-GetParam().standard_errors * GetParam().standard_errors / 2); }
};

TEST_P(SampledTotals, AreLikelyTheNumberKeptOverTheRate) {
  EXPECT_DOUBLE_EQ(total().likely, static_cast<double>(GetParam().kept) / p());
  EXPECT_LE(total().least, total().likely);
  EXPECT_GE(total().most, total().likely);
}

TEST_P(SampledTotals, BeyondTheMostKeepSoFewNoMoreOftenThanStated) {
  const auto beyond = static_cast<std::uint64_t>(std::ceil(total().most));
  EXPECT_LE(at_most(beyond, GetParam().kept, p()), limit());
}

TEST_P(SampledTotals, BelowTheLeastKeepSoManyNoMoreOftenThanStated) {
  const auto below = static_cast<std::uint64_t>(std::floor(total().least));
  if (below <= GetParam().kept) return;  // so many cannot be kept of fewer
  EXPECT_LE(1 - at_most(below, GetParam().kept - 1, p()), limit());
}

INSTANTIATE_TEST_SUITE_P(Grid, SampledTotals,
                         testing::Values(Sample{0, 1, 5}, Sample{0, 10, 2}, Sample{1, 3, 3}, Sample{5, 1, 1},
                                         Sample{5, 6, 5}, Sample{50, 4, 4}, Sample{100, 1, 5},
                                         Sample{100, 8, 2.5}, Sample{1'000, 2, 3}));

TEST(SampledTotal, IsCloseToTheNormalRangeWhereManyWereKept) {
  const SampledTotal total = sampled_total(ItemCount(40'000), SamplingLevel(3), 3);
  const double deviation = std::sqrt(40'000 * (1 - 1.0 / 8)) * 8;
  EXPECT_NEAR(total.most - total.likely, 3 * deviation, 0.02 * 3 * deviation);
  EXPECT_NEAR(total.likely - total.least, 3 * deviation, 0.02 * 3 * deviation);
}

TEST(SampledTotal, IsExactWhereEverythingIsKept) {
  const SampledTotal total = sampled_total(ItemCount(17), SamplingLevel(0), 5);
  EXPECT_EQ(total.least, 17);
  EXPECT_EQ(total.likely, 17);
  EXPECT_EQ(total.most, 17);
}

TEST(SampledTotal, StaysFiniteAtTheHighestLevel) {
  const SampledTotal total = sampled_total(ItemCount(1'000'000), SamplingLevel(60), 100);
  EXPECT_GT(total.least, std::ldexp(0.9e6, 60));
  EXPECT_LT(total.most, std::ldexp(1.2e6, 60));
}

TEST(SampledTotal, IsUndefinedOutsideItsRange) {
  EXPECT_TRUE(std::isnan(sampled_total(ItemCount(1), SamplingLevel(61), 5).likely));
  EXPECT_TRUE(std::isnan(sampled_total(ItemCount(1), SamplingLevel(1), -1).most));
  EXPECT_TRUE(std::isnan(sampled_total(ItemCount(1), SamplingLevel(1), 101).least));
}

// 4,000 samples of 2,000 items at 1 in 16, two standard errors. Chernoff's bound is 2 e^-2 = 0.27; a normal
// deviate is outside with probability 0.046, and a range that is much wider than need be would show below
// that.
TEST(SampledTotal, LeavesTheTruthOutsideAsOftenAsStated) {
  test::Random random;
  constexpr int kSamples = 4'000;
  int outside = 0;
  for (int sample = 0; sample < kSamples; ++sample) {
    std::uint64_t kept = 0;
    for (int item = 0; item < 2'000; ++item) kept += std::countr_zero(random.next()) >= 4 ? 1U : 0U;
    const SampledTotal total = sampled_total(ItemCount(kept), SamplingLevel(4), 2);
    outside += total.least > 2'000 || total.most < 2'000 ? 1 : 0;
  }
  const double share = static_cast<double>(outside) / kSamples;
  EXPECT_LE(share, 2 * std::exp(-2));
  EXPECT_GE(share, 0.046 - 5 * std::sqrt(0.046 / kSamples));
}

}  // namespace
}  // namespace peel::analysis
