#include "plot/range.hpp"

#include "plot/no_numbers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::plot {
namespace {

using ::testing::ElementsAre;

Plot plot_of(std::vector<Point> points, Axis x = {}, Axis y = {}) {
  return {"", std::move(x), std::move(y), {{"", Source::observed, std::move(points)}}};
}

std::vector<std::string> labels(const Range& range, std::size_t most) {
  std::vector<std::string> all;
  for (const Tick& tick : ticks_of(range, most)) all.push_back(tick.label);
  return all;
}

TEST(PlotRange, EndsAtRoundNumbersOutsideTheData) {
  const Range x = x_range(plot_of({{0.13, 1}, {0.98, 2}}));
  EXPECT_DOUBLE_EQ(x.low, 0.1);
  EXPECT_DOUBLE_EQ(x.high, 1.0);
}

TEST(PlotRange, EndsWhereTheAxisSays) {
  const Range x = x_range(plot_of({{0.13, 1}, {0.98, 2}}, {"", Scale::linear, 0.37, 0.5}));
  EXPECT_EQ(x.low, 0.37);
  EXPECT_EQ(x.high, 0.5);
}

TEST(PlotRange, TakesOneEndFromTheAxisAndTheOtherFromTheData) {
  const Range x = x_range(plot_of({{2, 1}, {9.5, 2}}, {"", Scale::linear, 0.0}));
  EXPECT_EQ(x.low, 0.0);
  EXPECT_EQ(x.high, 10.0);
}

TEST(PlotRange, HasRoomWhereAllDataIsBeyondTheEndThatTheAxisSays) {
  const Range x = x_range(plot_of({{2, 1}, {9.5, 2}}, {"", Scale::linear, 20.0}));
  EXPECT_EQ(x.low, 20.0);
  EXPECT_GT(x.high, 20.0);
}

TEST(PlotRange, IgnoresEndsThatAreNoInterval) {
  const Range reversed = x_range(plot_of({{2, 1}, {10, 2}}, {"", Scale::linear, 5.0, 1.0}));
  EXPECT_LE(reversed.low, 2.0);
  EXPECT_GE(reversed.high, 10.0);
  const Range negative = x_range(plot_of({{2, 1}, {10, 2}}, {"", Scale::logarithmic, -1.0}));
  EXPECT_EQ(negative.low, 2.0);
}

TEST(PlotRange, LeavesOutWhatIsNotFinite) {
  const Range y =
      y_range(plot_of({{1, test::kInfinity}, {2, test::kNan}, {3, -test::kInfinity}, {4, 7}, {5, 8}}));
  EXPECT_EQ(y.low, 7);
  EXPECT_EQ(y.high, 8);
}

TEST(PlotRange, LeavesOutWhatHasNoLogarithm) {
  const Range y = y_range(plot_of({{1, 0}, {2, -5}, {3, 0.01}, {4, 1}}, {}, {"", Scale::logarithmic}));
  EXPECT_EQ(y.low, 0.01);
  EXPECT_EQ(y.high, 1);
}

TEST(PlotRange, CoversIntervals) {
  const Range y = y_range(plot_of({{1, 5, 1, 9}}));
  EXPECT_EQ(y.low, 1);
  EXPECT_EQ(y.high, 9);
}

TEST(PlotRange, DoesNotFollowIntervalsTowardsZeroOnALogarithmicAxis) {
  const Range y = y_range(plot_of({{1, 0.1, 1e-12, 0.5}}, {}, {"", Scale::logarithmic}));
  EXPECT_EQ(y.low, 0.1);
  EXPECT_EQ(y.high, 0.5);
}

TEST(PlotRange, CoversMarks) {
  Plot plot = plot_of({{1, 1}, {2, 2}});
  plot.marks = {{"threshold", 4}};
  EXPECT_GE(x_range(plot).high, 4);
}

TEST(PlotRange, HasRoomAroundEqualValuesAndWhereThereAreNone) {
  for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
    for (const auto& points : {std::vector<Point>{}, {{3, 3}}, {{3, 3}, {3, 3}}}) {
      const Range x = x_range(plot_of(points, {"", scale}));
      EXPECT_LT(x.low, x.high);
      EXPECT_GE(ticks_of(x, 5).size(), 2U);
    }
  }
  const Range zero = x_range(plot_of({{0, 0}}));
  EXPECT_LT(zero.low, 0);
  EXPECT_GT(zero.high, 0);
}

TEST(PlotRange, SurvivesTheEndsOfDoubles) {
  const Range x = x_range(plot_of({{-1e308, 1}, {1e308, 2}, {5e-324, 3}}, {"", Scale::logarithmic}));
  EXPECT_LT(x.low, x.high);
  const Range y = y_range(plot_of({{1, -1e150}, {2, 1e150}}));
  EXPECT_LT(y.low, y.high);
  EXPECT_LE(ticks_of(y, 5).size(), 5U);
  const Range close = y_range(plot_of({{1, 1e15}, {2, 1e15 + 1}}));
  EXPECT_LE(ticks_of(close, 5).size(), 5U);
}

TEST(PlotTicks, AreRoundNumbersInEquallyManyDecimals) {
  EXPECT_THAT(labels({Scale::linear, 0, 1}, 6), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels({Scale::linear, -1, 1}, 5), ElementsAre("-1.0", "-0.5", "0.0", "0.5", "1.0"));
  EXPECT_THAT(labels({Scale::linear, 0, 20'000}, 5), ElementsAre("0", "5000", "10000", "15000", "20000"));
}

TEST(PlotTicks, OfVeryLargeAndSmallNumbersAreShort) {
  EXPECT_THAT(labels({Scale::linear, 0, 3e9}, 4), ElementsAre("0", "1e9", "2e9", "3e9"));
  EXPECT_THAT(labels({Scale::linear, 1e-7, 3e-7}, 5),
              ElementsAre("1e-7", "1.5e-7", "2e-7", "2.5e-7", "3e-7"));
}

TEST(PlotTicks, StayInsideTheRange) {
  EXPECT_THAT(labels({Scale::linear, 0.37, 0.5}, 4), ElementsAre("0.40", "0.45", "0.50"));
}

TEST(PlotTicks, AreDecadesOnALogarithmicAxis) {
  EXPECT_THAT(labels({Scale::logarithmic, 0.001, 10}, 8), ElementsAre("0.001", "0.01", "0.1", "1", "10"));
  const auto powers = ticks_of({Scale::logarithmic, 1e-6, 1}, 8);
  ASSERT_EQ(powers.size(), 7U);
  EXPECT_TRUE(powers[0].is_power);
  EXPECT_EQ(powers[0].exponent, -6);
}

TEST(PlotTicks, OfALogarithmicAxisAreWrittenInOneWay) {
  EXPECT_THAT(labels({Scale::logarithmic, 100, 1e5}, 8), ElementsAre("100", "1000", "10000", "100000"));
  EXPECT_THAT(labels({Scale::logarithmic, 50'000, 500'000}, 8),
              ElementsAre("50000", "100000", "200000", "500000"));
  EXPECT_THAT(labels({Scale::logarithmic, 5e-5, 1e-3}, 8),
              ElementsAre("5e-5", "1e-4", "2e-4", "5e-4", "1e-3"));
}

TEST(PlotTicks, SkipDecadesWhereThereAreTooMany) {
  EXPECT_LE(ticks_of({Scale::logarithmic, 1e-40, 1}, 6).size(), 6U);
}

TEST(PlotTicks, AreOneTwoAndFiveWhereThereAreFewDecades) {
  EXPECT_THAT(labels({Scale::logarithmic, 20, 1000}, 8),
              ElementsAre("20", "50", "100", "200", "500", "1000"));
}

TEST(PlotTicks, AreAsOnALinearAxisWhereThereIsLessThanOneDecade) {
  EXPECT_THAT(labels({Scale::logarithmic, 0.6, 0.9}, 4), ElementsAre("0.6", "0.7", "0.8", "0.9"));
}

}  // namespace
}  // namespace peel::plot
