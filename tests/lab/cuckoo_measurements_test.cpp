// The measured table behind analysis/cuckoo against a few tables filled anew.
#include "peel/analysis/cuckoo.hpp"

#include "lab/cuckoo_measurements/simulator.hpp"
#include "support/random.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace peel::lab {
namespace {

TEST(CuckooSimulator, IsFullAtTheThreshold) {
  const double threshold = analysis::cuckoo_threshold(SlotCount(4));
  CuckooSimulator simulator(BucketCount(4'096), SlotCount(4), threshold);
  test::Random random;
  const double load = static_cast<double>(simulator.fill(random.next())) / 16'384;
  EXPECT_NEAR(load, threshold, 6 * 0.19 / std::sqrt(16'384.0));
}

TEST(CuckooSimulator, MovesAsManyEntriesAsTheForecastSays) {
  const double threshold = analysis::cuckoo_threshold(SlotCount(4));
  CuckooSimulator simulator(BucketCount(8'192), SlotCount(4), threshold);
  test::Random random;
  simulator.fill(random.next());
  const InsertionCosts& costs = simulator.costs()[95];
  const auto forecast = *analysis::cuckoo_forecast({ItemCount(1'000'000), SlotCount(4), 0.955 * threshold});
  EXPECT_NEAR(costs.kicks / costs.insertions, forecast.cost->kicks, 0.5);
}

TEST(CuckooSimulator, FailsAsOftenAsTheForecastSays) {
  const double threshold = analysis::cuckoo_threshold(SlotCount(4));
  CuckooSimulator simulator(BucketCount(64), SlotCount(4), threshold);
  const double p = analysis::cuckoo_forecast({ItemCount(246), SlotCount(4), 0.9610})->rehash_probability;
  test::Random random;
  constexpr int kTables = 10'000;  // with 1,000 the lower bound would be below 0
  int failed = 0;
  for (int table = 0; table < kTables; ++table) failed += simulator.fill(random.next()) < 246 ? 1 : 0;
  // The law is that of large tables: at 64 buckets it is right within a factor.
  EXPECT_LT(failed, kTables * 2 * p + 5 * std::sqrt(kTables * p));
  EXPECT_GT(failed, kTables * p / 2 - 5 * std::sqrt(kTables * p));
}

}  // namespace
}  // namespace peel::lab
