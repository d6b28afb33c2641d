// What the experiments of the IBLT paper cover, and the figures that they draw.
#include "lab/densities/experiments.hpp"
#include "lab/facts.hpp"
#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace peel::lab::goodrich_mitzenmacher {
namespace {

TEST(IbltPaper, HasEveryFactRecomputedByOneExperiment) {
  for (const Fact& fact : facts()) {
    if (paper_of(fact) != "goodrich-mitzenmacher") continue;
    EXPECT_EQ(std::ranges::count_if(experiments(),
                                    [&](const Experiment& experiment) { return covers(experiment, fact); }),
              1)
        << fact.id;
  }
}

RunOptions two_trials() {
  return {2, test::Random().seed(), 2};
}

const plot::Series& series_of(const plot::Plot& plot, plot::Source source) {
  return *std::ranges::find(plot.series, source, &plot::Series::source);
}

TEST(IbltPaper, DrawsFigure1AroundTheThreshold) {
  const auto plots = figure_1a(two_trials()).plots;
  ASSERT_EQ(plots.size(), 2U);
  const auto& observed = series_of(plots[0], plot::Source::observed).points;
  EXPECT_GE(observed.size(), 10U);
  EXPECT_LT(observed.front().x, plots[0].marks.front().x);
  EXPECT_GT(observed.back().x, plots[0].marks.front().x);
  const auto& limit = series_of(plots[0], plot::Source::theory).points;
  EXPECT_LT(limit.front().y, 40);
  EXPECT_EQ(limit.back().y, 100);
}

TEST(IbltPaper, DrawsFigure2WithWhatThePaperPrintsOfIt) {
  const auto plots = figure_2a(two_trials()).plots;
  ASSERT_EQ(plots.size(), 1U);
  const auto& printed = series_of(plots[0], plot::Source::printed).points;
  ASSERT_EQ(printed.size(), 3U);
  EXPECT_NEAR(printed.back().y, 100 - 83.505, 1e-9);
  EXPECT_EQ(series_of(plots[0], plot::Source::observed).points.size(), 8U);
}

TEST(IbltPaper, HasPointsWhoseIntervalsStayWithinZeroAndAHundredPercent) {
  const auto plots = figure_1a(two_trials()).plots;
  for (const plot::Series& series : plots[0].series) {
    for (const plot::Point& point : series.points) {
      EXPECT_GE(point.low.value_or(point.y), 0) << series.name << " at " << point.x;
      EXPECT_LE(point.high.value_or(point.y), 100) << series.name << " at " << point.x;
    }
  }
}

TEST(Densities, AreDrawnAsOursBesideTable1) {
  const auto plots = densities::thresholds(two_trials()).plots;
  ASSERT_FALSE(plots.empty());
  const auto& printed = series_of(plots[0], plot::Source::printed).points;
  const auto& ours = series_of(plots[0], plot::Source::ours).points;
  ASSERT_EQ(printed.size(), ours.size());
  // 24 segments: lower than Table 1 for three and four hashes.
  EXPECT_LT(ours[0].y, printed[0].y);
  EXPECT_LT(ours[1].y, printed[1].y);
}

}  // namespace
}  // namespace peel::lab::goodrich_mitzenmacher
