#include "peel/analysis/rateless.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

TEST(RatelessShare, OfRegularCellsIsTwoByTheirNumberPlusTwo) {
  EXPECT_EQ(rateless_share(RatelessForm::regular, 0), 1);
  EXPECT_DOUBLE_EQ(rateless_share(RatelessForm::regular, 1), 2.0 / 3);
  EXPECT_DOUBLE_EQ(rateless_share(RatelessForm::regular, 998), 0.002);
}

TEST(RatelessShare, OfIrregularCellsTendsToTheMeanOfItsClasses) {
  EXPECT_EQ(rateless_share(RatelessForm::irregular, 0), 1);
  for (const std::uint64_t cell : {5'000U, 100'000U}) {
    const double walked = static_cast<double>(cell) - 32;
    const double limit = 0.18 / (1 + 0.11 * walked) + 0.56 / (1 + 0.68 * walked) + 0.26 / (1 + 0.82 * walked);
    EXPECT_NEAR(rateless_share(RatelessForm::irregular, cell) / limit, 1, 1e-3);
  }
}

TEST(RatelessShare, OfRescueCellsIsOneEighth) {
  for (const std::uint64_t group : {0U, 1U, 31U}) {
    EXPECT_EQ(rateless_share(RatelessForm::irregular, 33 * group + 32), 0.125);
  }
  EXPECT_LT(rateless_share(RatelessForm::irregular, 33 * 32 + 32), 0.01);  // there are 32 of them
}

// The paper's curve and other implementations' measurements: docs/theory/rateless.md.
TEST(RatelessForecast, OfTheRegularFormAgreesWithPublishedMeans) {
  const auto mean = [](std::uint64_t items) {
    return rateless_forecast(RatelessForm::regular, ItemCount(items)).mean / static_cast<double>(items);
  };
  EXPECT_EQ(mean(1), 1);
  // Two items are told apart by the first cell that holds one of them alone. Published values are lower,
  // 1.59, since their rule puts an item into cell 1 with probability 0.64 in place of 2/3.
  double cells = 1, still = 1;
  for (double cell = 1; cell < 100'000; ++cell) {
    cells += still;
    const double share = 2 / (cell + 2);
    still *= 1 - 2 * share * (1 - share);
  }
  EXPECT_NEAR(mean(2), cells / 2, 0.016);
  EXPECT_NEAR(mean(10), 1.722, 0.017);
  EXPECT_NEAR(mean(100), 1.455, 0.015);
  EXPECT_NEAR(mean(1'000), 1.375, 0.014);
  EXPECT_NEAR(mean(10'000), 1.358, 0.014);
  EXPECT_NEAR(mean(100'000), 1.354, 0.014);
}

TEST(RatelessForecast, OfTheIrregularFormKeepsItsPromise) {
  const auto of = [](std::uint64_t items) {
    return rateless_forecast(RatelessForm::irregular, ItemCount(items));
  };
  EXPECT_LE(of(1'000).mean, 1.20 * 1'000);
  EXPECT_LE(of(10'000).mean, 1.13 * 10'000);
  EXPECT_LE(of(100'000).mean, 1.11 * 100'000);
  for (const std::uint64_t items : {1'000U, 10'000U, 100'000U}) {
    EXPECT_LE(of(items).p99 - of(items).mean, 0.1 * static_cast<double>(items));
  }
}

TEST(RatelessForecast, NeedsMoreCellsForMoreItems) {
  for (const RatelessForm form : {RatelessForm::regular, RatelessForm::irregular}) {
    RatelessForecast before = rateless_forecast(form, ItemCount(0));
    EXPECT_EQ(before.mean, 1);
    for (std::uint64_t items = 1; items < 10'000'000; items += 1 + items / 3) {
      const RatelessForecast now = rateless_forecast(form, ItemCount(items));
      EXPECT_GE(now.mean, before.mean);
      EXPECT_LE(now.mean, now.p99);
      EXPECT_LE(now.p99, now.p999);
      before = now;
    }
  }
}

TEST(SuggestedForm, IsRegularForFewItemsAndIrregularForMany) {
  EXPECT_EQ(suggested_form(ItemCount(10)), RatelessForm::regular);
  EXPECT_EQ(suggested_form(ItemCount(50)), RatelessForm::regular);
  EXPECT_EQ(suggested_form(ItemCount(1'000)), RatelessForm::irregular);
  EXPECT_EQ(suggested_form(ItemCount(1'000'000'000)), RatelessForm::irregular);
}

}  // namespace
}  // namespace peel::analysis
