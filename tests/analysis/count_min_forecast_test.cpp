// Forecasts against grids that were filled.
#include "peel/analysis/count_min_forecast.hpp"

#include "peel/analysis/count_min.hpp"

#include "analysis/plain_shapes.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace peel::analysis {
namespace {

using test::grid;

struct Setting {
  std::uint64_t rows, columns;
  double exponent;
  std::uint64_t keys, draws;
  int streams;
};

void PrintTo(const Setting& setting, std::ostream* out) {
  *out << setting.rows << " x " << setting.columns << ", Zipf " << setting.exponent << " of " << setting.keys
       << ", " << setting.draws << " draws";
}

// The mean excess of one stream in one grid whose columns are drawn at random.
struct Outcome {
  double of_distinct = 0, of_first = 0, of_absent = 0;
};

Outcome fill_grid(const Setting& setting, const Zipf& law, test::Random& random) {
  std::vector<std::uint64_t> counts(setting.keys + 1);  // of ranks; 0 is the absent key
  for (std::uint64_t i = 0; i < setting.draws; ++i) ++counts[law.rank(random.next())];
  std::vector<std::uint64_t> answers(counts.size(), std::numeric_limits<std::uint64_t>::max());
  std::vector<std::uint64_t> columns(counts.size()), row(setting.columns);
  for (std::uint64_t i = 0; i < setting.rows; ++i) {
    std::ranges::fill(row, 0);
    for (std::size_t key = 0; key < counts.size(); ++key) {
      columns[key] = random.below(setting.columns);
      row[columns[key]] += counts[key];
    }
    for (std::size_t key = 0; key < counts.size(); ++key)
      answers[key] = std::min(answers[key], row[columns[key]]);
  }
  Outcome outcome;
  double distinct = 0;
  for (std::size_t key = 1; key < counts.size(); ++key) {
    if (counts[key] == 0) continue;
    distinct += 1;
    outcome.of_distinct += static_cast<double>(answers[key] - counts[key]);
  }
  outcome.of_distinct /= distinct;
  outcome.of_first = static_cast<double>(answers[1] - counts[1]);
  outcome.of_absent = static_cast<double>(answers[0]);
  return outcome;
}

struct Mean {
  double value, standard_error;
};

Mean mean(const std::vector<Outcome>& outcomes, double Outcome::*member) {
  const auto n = static_cast<double>(outcomes.size());
  double sum = 0, squares = 0;
  for (const Outcome& outcome : outcomes) sum += outcome.*member;
  for (const Outcome& outcome : outcomes) squares += std::pow(outcome.*member - sum / n, 2);
  return {sum / n, std::sqrt(squares / (n - 1) / n)};
}

// Five standard errors, and 1 % for what the forecast neglects.
void expect_near(const Mean& mean, double forecast) {
  EXPECT_NEAR(mean.value, forecast, 5 * mean.standard_error + 0.01 * forecast);
}

class SimulatedGrids : public testing::TestWithParam<Setting> {
 protected:
  std::vector<Outcome> outcomes() {
    test::Random random;
    std::vector<Outcome> outcomes;
    for (int i = 0; i < GetParam().streams; ++i) outcomes.push_back(fill_grid(GetParam(), law, random));
    return outcomes;
  }
  const Zipf law = *Zipf::from({ItemCount(GetParam().keys), GetParam().exponent});
  const CountMinForecast forecast{grid(GetParam().rows, GetParam().columns), law,
                                  CopyCount(GetParam().draws)};
};

TEST_P(SimulatedGrids, ExceedTheTruthAsForecast) {
  expect_near(mean(outcomes(), &Outcome::of_distinct), forecast.of_distinct_keys());
}

INSTANTIATE_TEST_SUITE_P(OfLongStreams, SimulatedGrids,
                         testing::Values(Setting{5, 512, 1.1, 100'000, 200'000, 20},
                                         Setting{5, 16, 1.1, 100'000, 400'000, 20},
                                         Setting{5, 16'384, 1.1, 100'000, 200'000, 20}));

// One key for each stream, so there must be many of those.
class SimulatedGridsOfShortStreams : public SimulatedGrids {};

TEST_P(SimulatedGridsOfShortStreams, ExceedTheTruthAsForecastForKeysThatCameAndNot) {
  const std::vector<Outcome> all = outcomes();
  expect_near(mean(all, &Outcome::of_distinct), forecast.of_distinct_keys());
  expect_near(mean(all, &Outcome::of_first), forecast.of_rank(1));
  expect_near(mean(all, &Outcome::of_absent), forecast.of_absent_key());
}

INSTANTIATE_TEST_SUITE_P(Grid, SimulatedGridsOfShortStreams,
                         testing::Values(Setting{1, 20, 1, 400, 5000, 300},
                                         Setting{2, 100, 1, 400, 5000, 300},
                                         Setting{4, 100, 1.2, 400, 5000, 300},
                                         Setting{5, 40, 0.8, 400, 5000, 300},
                                         Setting{3, 20, 0, 400, 5000, 300}, Setting{3, 3, 1, 400, 5000, 300},
                                         Setting{2, 2, 1.5, 100, 5000, 1000}));

// A prototype measured these on 10^7 draws, to the digits shown.
TEST(CountMinForecast, AgreesWithMeasuredMeansOfALargeStream) {
  const Zipf law = *Zipf::from({ItemCount(10'000'000), 1.1});
  const auto forecast = [&](std::uint64_t columns) {
    return CountMinForecast(grid(5, columns), law, CopyCount(10'000'000)).of_distinct_keys();
  };
  EXPECT_NEAR(forecast(4096), 634, 0.01 * 634);
  EXPECT_NEAR(forecast(65'536), 20.3, 0.01 * 20.3);
  EXPECT_NEAR(forecast(1 << 20), 0.13, 0.005);
}

// Two keys that share all copies, in 2 rows of 100 columns: a counter has one of them or both.
TEST(CountMinForecast, KnowsKeysThatAreHeavierThanAnyCounterOfTheRest) {
  const Zipf law = *Zipf::from({ItemCount(2), 0});
  const CountMinForecast forecast(grid(2, 100), law, CopyCount(1'000'000));
  const double one_or_both = 1 - 0.99 * 0.99;
  EXPECT_NEAR(forecast.of_absent_key(), 500'000 * one_or_both * one_or_both, 0.01);
  EXPECT_NEAR(forecast.of_rank(1), 500'000 * 0.01 * 0.01, 0.01);
}

TEST(CountMinForecast, IsTheWholeStreamInOneColumn) {
  const Zipf law = *Zipf::from({ItemCount(100), 1});
  const CountMinForecast forecast(grid(5, 1), law, CopyCount(1000));
  EXPECT_DOUBLE_EQ(forecast.of_absent_key(), 1000);
  EXPECT_DOUBLE_EQ(forecast.of_rank(7), 1000 * (1 - law.probability(7)));
}

TEST(CountMinForecast, IsAtMostWhatTheBoundExpects) {
  for (const double exponent : {0.0, 1.1, 3.0}) {
    const Zipf law = *Zipf::from({ItemCount(1'000'000'000), exponent});
    for (const std::uint64_t columns : {2U, 1000U}) {
      const GridShape shape = grid(4, columns);
      for (const std::uint64_t draws : {0ULL, 1ULL, 1'000'000ULL, 1'000'000'000'000'000ULL}) {
        const double excess = CountMinForecast(shape, law, CopyCount(draws)).of_absent_key();
        EXPECT_GE(excess, 0);
        EXPECT_LE(excess, 1.001 * expected_excess(shape, CopyCount(draws)));
      }
    }
  }
}

}  // namespace
}  // namespace peel::analysis
