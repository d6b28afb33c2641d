// Intervals against published tables, and agreement against what it promises.
#include "lab/statistics.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace peel::lab {
namespace {

TEST(WilsonInterval, GivesThePublishedExamples) {
  // [Newcombe 1998], his method 3 for a single proportion.
  const auto [low, high] = wilson_interval(81, 263, kShownDeviations);
  EXPECT_NEAR(low, 0.2553, 5e-5);
  EXPECT_NEAR(high, 0.3662, 5e-5);
  const auto [rare_low, rare_high] = wilson_interval(1, 29, kShownDeviations);
  EXPECT_NEAR(rare_low, 0.0061, 5e-5);
  EXPECT_NEAR(rare_high, 0.1718, 5e-5);
}

TEST(WilsonInterval, EndsExactlyAtNoneAndAll) {
  EXPECT_EQ(wilson_interval(0, 20, kShownDeviations).low, 0);
  EXPECT_NEAR(wilson_interval(0, 20, kShownDeviations).high, 0.1611, 5e-5);
  EXPECT_EQ(wilson_interval(20, 20, kShownDeviations).high, 1);
}

TEST(ExactInterval, GivesThePublishedExamples) {
  // [Newcombe 1998], his method 5: the same proportions after Clopper and Pearson.
  const auto [low, high] = exact_interval(81, 263, kShownDeviations);
  EXPECT_NEAR(low, 0.2527, 5e-5);
  EXPECT_NEAR(high, 0.3676, 5e-5);
  const auto [rare_low, rare_high] = exact_interval(1, 29, kShownDeviations);
  EXPECT_NEAR(rare_low, 0.0009, 5e-5);
  EXPECT_NEAR(rare_high, 0.1776, 5e-5);
}

TEST(ExactInterval, HasClosedEndsWhereNothingHappened) {
  // None in n trials has probability (1-p)^n.
  const double tail = std::erfc(5 / std::sqrt(2.0)) / 2;
  EXPECT_EQ(exact_interval(0, 500, 5).low, 0);
  EXPECT_NEAR(exact_interval(0, 500, 5).high, 1 - std::pow(tail, 1.0 / 500), 1e-12);
  EXPECT_EQ(exact_interval(500, 500, 5).high, 1);
  EXPECT_NEAR(exact_interval(500, 500, 5).low, std::pow(tail, 1.0 / 500), 1e-12);
}

TEST(ExactInterval, DoesNotTakeOneRareEventForARefutation) {
  EXPECT_LT(exact_interval(1, 500, 5).low, 2.7e-5);
  EXPECT_GT(wilson_interval(1, 500, 5).low, 2.7e-5);  // why it is not the interval to judge by
}

TEST(StudentDeviations, GiveTheTableOfT) {
  EXPECT_NEAR(student_deviations(1, kShownDeviations), 12.706, 5e-4);
  EXPECT_NEAR(student_deviations(2, kShownDeviations), 4.303, 5e-4);
  EXPECT_NEAR(student_deviations(9, kShownDeviations), 2.262, 5e-4);
  EXPECT_NEAR(student_deviations(30, kShownDeviations), 2.042, 5e-4);
  EXPECT_NEAR(student_deviations(120, kShownDeviations), 1.980, 5e-4);
}

TEST(StudentDeviations, PassSmoothlyFromSumToExpansion) {
  // From 200 to 201 degrees of freedom the method changes; the step must be like the one before.
  const double step_before = student_deviations(199, 5) - student_deviations(200, 5);
  const double step = student_deviations(200, 5) - student_deviations(201, 5);
  EXPECT_NEAR(step, step_before, 2e-5);
}

TEST(StudentDeviations, TendToTheNormalOnes) {
  EXPECT_NEAR(student_deviations(100'000'000, 5), 5, 1e-6);
}

TEST(MeanInterval, IsStudents) {
  const std::array samples = {1.0, 2.0, 3.0, 4.0, 5.0};
  const auto [low, high] = mean_interval(samples, kShownDeviations);
  EXPECT_NEAR(low, 3 - 2.776 * std::sqrt(0.5), 1e-3);
  EXPECT_NEAR(high, 3 + 2.776 * std::sqrt(0.5), 1e-3);
}

TEST(MeanInterval, OfOneSampleIsUnbounded) {
  const std::array samples = {1.0};
  EXPECT_EQ(mean_interval(samples, 1).low, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(mean_interval(samples, 1).high, std::numeric_limits<double>::infinity());
}

TEST(MeanOfShares, IsNotCertainWhenFewTrialsAgree) {
  const std::vector<double> none = {0, 0, 0};
  EXPECT_EQ(Estimate::mean(none).judged.high, 0);
  EXPECT_EQ(Estimate::mean_share(none, 100).judged.high, exact_interval(0, 300, kJudgedDeviations).high);
}

TEST(MeanOfShares, IsAsWideAsTheMeanWhereTrialsDiffer) {
  const std::vector<double> far_apart = {0.1, 0.9, 0.1, 0.9};
  EXPECT_EQ(Estimate::mean_share(far_apart, 1'000'000).judged.low, Estimate::mean(far_apart).judged.low);
}

TEST(MeanOfShares, IsShownBetweenNoneAndAll) {
  const Estimate estimate = Estimate::mean_share(std::vector<double>{0, 0, 1}, 1'000);
  EXPECT_EQ(estimate.shown.low, 0);
  EXPECT_EQ(estimate.shown.high, 1);
}

TEST(Percent, ScalesValueAndIntervals) {
  const Estimate percent = Estimate::proportion(1, 4).in_percent();
  EXPECT_EQ(percent.value, 25);
  EXPECT_EQ(percent.shown.low, 100 * wilson_interval(1, 4, kShownDeviations).low);
  EXPECT_EQ(percent.judged.high, 100 * exact_interval(1, 4, kJudgedDeviations).high);
}

// An estimate that is judged by its 95 % Wilson interval, as in the paper of Newcombe.
Estimate wilson_estimate(std::uint64_t successes, std::uint64_t trials) {
  const Interval interval = wilson_interval(successes, trials, kShownDeviations);
  return {static_cast<double>(successes) / static_cast<double>(trials), interval, interval};
}

TEST(Agreement, AllowsThePublishedDifferenceOfTwoProportions) {
  // [Newcombe 1998], method 10: 56/70 - 48/80 = 0.2, at least 0.0524.
  EXPECT_FALSE(agree(wilson_estimate(56, 70), wilson_estimate(48, 80), 0.05235));
  EXPECT_TRUE(agree(wilson_estimate(56, 70), wilson_estimate(48, 80), 0.05245));
}

TEST(Agreement, DoesNotDependOnTheOrder) {
  EXPECT_FALSE(agree(wilson_estimate(48, 80), wilson_estimate(56, 70), 0.05235));
  EXPECT_TRUE(agree(wilson_estimate(48, 80), wilson_estimate(56, 70), 0.05245));
}

TEST(Agreement, OfComputedNumbersIsEqualityUpToRounding) {
  EXPECT_TRUE(agree(Estimate::computed(2), Estimate::computed(2)));
  EXPECT_FALSE(agree(Estimate::computed(2), Estimate::computed(2.001)));
  EXPECT_TRUE(agree(Estimate::computed(2), Estimate::computed(2.25), 0.25));
  EXPECT_TRUE(agree(Estimate::computed(2, 0.25), Estimate::computed(2.25)));
}

TEST(Agreement, NeverHoldsForWhatIsNotANumber) {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(agree(Estimate::computed(nothing), Estimate::computed(1), 10));
  EXPECT_FALSE(agree(Estimate::computed(1), Estimate::computed(nothing), 10));
}

}  // namespace
}  // namespace peel::lab
