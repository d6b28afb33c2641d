// How often filters of levels are wrong, with real tables in settings where that is often. Failures of one
// table share its cells, so that their number varies more than that of coin tosses: standard errors are taken
// from the tables themselves. That makes them uncertain, and five of them less rare than they should be:
// seven.
#include "peel/analysis/multilevel.hpp"
#include "peel/analysis/summary_failure.hpp"

#include "support/table_summaries.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace peel::test {
namespace {

// What several tables say about one number.
class Sample {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  double mean() const { return sum_ / count_; }
  double standard_error() const {
    return std::sqrt(std::max(squares_ / count_ - mean() * mean(), 0.0) / count_);
  }

 private:
  double count_ = 0, sum_ = 0, squares_ = 0;
};

struct Mistakes {
  Sample failures;         // of one table
  Sample false_positives;  // the share of absent keys
};

constexpr std::uint64_t kItemsOfATable = 1000;
constexpr int kSampledTables = 150;
constexpr double kErrors = 7;

// A tenth of the table for 10,000 items of [Kirsch, Mitzenmacher 2005, section 8].
MultilevelShape small_table() {
  return multilevel_shape(
      {BucketCount(4000), BucketCount(1000), BucketCount(500), BucketCount(250), BucketCount(250)});
}

Mistakes observed(const TableSummary& empty) {
  Mistakes mistakes;
  Random random;
  for (int i = 0; i < kSampledTables; ++i) {
    MultilevelTable<std::uint64_t, char> table(small_table(),
                                               KeyedHash<std::uint64_t>(HashFamily::fast, random.seed()));
    const auto summary = empty.clone();
    for (std::uint64_t key = 0; key < kItemsOfATable; ++key) {
      const StoredAt stored = table.insert_or_assign(key, 'x');
      if (stored.outcome == Stored::inserted) summary->note(table.hash()(key), stored.level);
    }
    std::uint64_t failures = 0, affirmed = 0;
    table.for_each([&](std::uint64_t key, char, Level level) {
      failures += summary->where(table.hash()(key)) != level ? 1U : 0U;
    });
    for (std::uint64_t key = kItemsOfATable; key < 2 * kItemsOfATable; ++key)
      affirmed += summary->where(table.hash()(key)).is_none() ? 0U : 1U;
    mistakes.failures.add(static_cast<double>(failures));
    mistakes.false_positives.add(static_cast<double>(affirmed) / kItemsOfATable);
  }
  return mistakes;
}

void expect_forecast(const Mistakes& mistakes, const analysis::SummaryForecast& forecast) {
  const double failures = std::accumulate(forecast.by_type.begin(), forecast.by_type.end(), 0.0);
  EXPECT_GT(failures * kSampledTables, 100);  // else there would be nothing to see
  EXPECT_NEAR(mistakes.failures.mean(), failures, kErrors * mistakes.failures.standard_error());
  EXPECT_NEAR(mistakes.false_positives.mean(), forecast.false_positive_rate,
              kErrors * mistakes.false_positives.standard_error());
}

TEST(SingleFilterSummary, FailsWithinSevenStandardErrorsOfLemma71) {
  const MultilevelShape table = small_table();
  const auto forecast = analysis::multilevel_forecast(table, ItemCount(kItemsOfATable));
  for (const CellPacking packing : {CellPacking::six_values, CellPacking::three_bits}) {
    const auto shape = single_filter_shape(CellCount(2000), HashCount(4), SegmentCount(5), packing);
    expect_forecast(observed(value_of(SingleFilterSummary::make(shape))),
                    analysis::single_filter_forecast(shape, {table, forecast}));
  }
}

TEST(CountingSingleFilterSummary, FailsAsOftenAsOneThatCannotForget) {
  const MultilevelShape table = small_table();
  const auto forecast = analysis::multilevel_forecast(table, ItemCount(kItemsOfATable));
  const auto shape =
      single_filter_shape(CellCount(2000), HashCount(4), SegmentCount(5), CellPacking::counters);
  expect_forecast(observed(value_of(CountingSingleFilterSummary::make(shape))),
                  analysis::single_filter_forecast(shape, {table, forecast}));
}

TEST(MultipleFilterSummary, FailsWithinSevenStandardErrorsOfItsForecast) {
  const MultilevelShape table = small_table();
  const auto forecast = analysis::multilevel_forecast(table, ItemCount(kItemsOfATable));
  for (const FilterLayout layout : {FilterLayout::classic, FilterLayout::line_blocks}) {
    const auto classic = [](std::uint64_t cells, std::uint64_t hashes) {
      return filter_shape(FilterLayout::classic, CellCount(cells), HashCount(hashes), BitWidth(1));
    };
    const std::vector shapes = {filter_shape(layout, CellCount(5120), HashCount(4), BitWidth(1)),
                                classic(1000, 6), classic(100, 10), classic(50, 10), classic(50, 10)};
    expect_forecast(observed(value_of(MultipleFilterSummary::make(shapes))),
                    analysis::multiple_filter_forecast(shapes, {table, forecast}));
  }
}

}  // namespace
}  // namespace peel::test
