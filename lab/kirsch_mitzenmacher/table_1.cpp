// Table 1: buckets, bytes, false positives, and failures together with crises, for 10,000 and 100,000 items.
// The rare ones are computed; false positives of filters are also counted in tables that are filled.
#include "peel/analysis/bloom_rate.hpp"
#include "peel/tables/interpolation_summary.hpp"
#include "peel/tables/multilevel_places.hpp"
#include "peel/tables/multiple_filter_summary.hpp"
#include "peel/tables/single_filter_summary.hpp"

#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/filling.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

namespace peel::lab::kirsch_mitzenmacher {

namespace {

constexpr ItemCount kAbsentFromTable1{10'000};

// One of the two halves of the table; `size` is how the ids of its facts end.
class Half {
 public:
  Half(const ForecastTable& table, std::string size, const RunOptions& options)
      : table_(table), size_(std::move(size)), options_(options) {}

  void bytes(const std::string& scheme, const analysis::SummaryForecast& forecast, Printed printed) {
    findings_.push_back({.what = scheme + ": bytes, as the paper counts them",
                         .fact = "004.bytes." + scheme + "." + size_,
                         .printed = std::move(printed),
                         .expected = real(forecast.bytes),
                         .digits = 7});
  }

  // Words are filled up here, and a row for interpolation has gaps.
  void bytes_in_memory(const std::string& scheme, const TableSummary& summary) {
    const OccupancyTable occupied(table_.shape);
    findings_.push_back({.what = scheme + ": bytes in memory, as the library lays it out",
                         .observed = Estimate::computed(real(summary.bytes() + occupied.bytes())),
                         .digits = 7});
  }

  void false_positives(const std::string& scheme, const analysis::SummaryForecast& forecast,
                       const TableSummary& empty) {
    const auto fillings = run_trials(options_, findings_.size(), [&](Seed trial) {
      return fill_with_summary({table_.shape, table_.items, kAbsentFromTable1, empty}, trial);
    });
    findings_.push_back({.what = scheme + ": false positives",
                         .fact = "004.fp." + scheme + "." + size_,
                         .printed = derived(".006", 0.0005),
                         .observed = false_positive_rate(fillings, kAbsentFromTable1),
                         .expected = forecast.false_positive_rate});
    findings_.push_back({.what = scheme + ": tables with a failure or a crisis that were seen",
                         .observed = any_mistake(fillings),
                         .expected = forecast.failure + table_.forecast.crisis});
  }

  void failure(const std::string& scheme, const analysis::SummaryForecast& forecast, Printed printed) {
    findings_.push_back({.what = scheme + ": failure and crisis probability",
                         .fact = "004." + scheme + "." + size_,
                         .printed = std::move(printed),
                         .expected = forecast.failure + table_.forecast.crisis});
  }

  void add(Finding finding) { findings_.push_back(std::move(finding)); }
  std::vector<Finding> findings() const { return findings_; }

 private:
  static Estimate any_mistake(std::span<const Filling> fillings) {
    std::uint64_t tables = 0;
    for (const Filling& each : fillings) tables += each.failures + each.crises > 0 ? 1U : 0U;
    return Estimate::proportion(tables, fillings.size());
  }

  const ForecastTable& table_;
  std::string size_;
  const RunOptions& options_;
  std::vector<Finding> findings_;
};

Finding buckets_of_the_table(const ForecastTable& table, const char* printed) {
  return {.what = "buckets of the multilevel table",
          .printed = derived(printed, 0),
          .expected = real(table.shape.total_buckets().value),
          .digits = 7};
}

// A shortcut that comes within 0.2 % of what the paper prints: every item beyond T1 may fail at B2, and not
// those of T2 alone.
double failures_if_all_beyond_first_count(const ForecastTable& table, const FilterShape& b2) {
  constexpr double kNegligible = 1e-15;
  const analysis::ItemDistribution& in_b2 = table.forecast.of[2];
  double sum = 0;
  for (std::size_t i = 0; i < in_b2.probabilities.size(); ++i) {
    if (in_b2.probabilities[i] < kNegligible) continue;
    sum += in_b2.probabilities[i] * in_b2.before[i] *
           analysis::false_positive_rate(b2, ItemCount(in_b2.items(i)));
  }
  return sum;
}

}  // namespace

Outcome table_1a(const RunOptions& options) {
  const ForecastTable& table = table_of_10k();
  Half half(table, "10k", options);
  half.add(buckets_of_the_table(table, "60000"));
  half.add(
      {.what = "buckets, over the 131072 of Song et al.",
       .fact = "004.buckets.half",
       .printed = Printed{"less than 1/2", Estimate::computed(0.5), 0, Origin::derived, Relation::at_most},
       .expected = real(table.shape.total_buckets().value) / 131'072});

  const auto is = analysis::interpolation_forecast(BitWidth(55), table.filled());
  half.bytes("is", is, derived("80000", 0));
  half.bytes_in_memory("is", require(InterpolationSummary::make(BitWidth(55), table.items)));

  const auto cells = single_filter(kPaperCells10k, kPaperHashes, table.shape);
  const auto single = require(SingleFilterSummary::make(cells));
  const auto sf = analysis::single_filter_forecast(cells, table.filled());
  half.bytes("sf", sf, derived("47500", 0));
  half.bytes_in_memory("sf", single);
  half.false_positives("sf", sf, single);
  half.failure("sf", sf, derived("7.64e-10", 0.005e-10));

  const auto filters = paper_filters_10k();
  const auto multiple = require(MultipleFilterSummary::make(filters));
  const auto mbf = analysis::multiple_filter_forecast(filters, table.filled());
  half.bytes("mbf", mbf, derived("32450", 0));
  half.bytes_in_memory("mbf", multiple);
  half.false_positives("mbf", mbf, multiple);
  half.failure("mbf", mbf, computed_by_authors("4.97e-12", 0.005e-12));
  half.add({.what = "mbf: the same, with all items beyond T1 counted against B2",
            .expected = mbf.failure + table.forecast.crisis - mbf.by_type[1] +
                        failures_if_all_beyond_first_count(table, filters[2])});
  return {half.findings()};
}

Outcome table_1b(const RunOptions& options) {
  const ForecastTable& table = table_of_100k();
  Half half(table, "100k", options);
  half.add(buckets_of_the_table(table, "600000"));

  const auto is = analysis::interpolation_forecast(BitWidth(61), table.filled());
  half.bytes("is", is, derived("875000", 0));
  half.bytes_in_memory("is", require(InterpolationSummary::make(BitWidth(61), table.items)));

  const auto cells = single_filter(kPaperCells100k, kPaperHashes, table.shape);
  const auto single = require(SingleFilterSummary::make(cells));
  const auto sf = analysis::single_filter_forecast(cells, table.filled());
  half.bytes("sf", sf, derived("525000", 0));
  half.bytes_in_memory("sf", single);
  half.false_positives("sf", sf, single);
  half.failure("sf", sf, derived("7.27e-9", 0.005e-9));

  const auto filters = mended_filters_100k();
  const auto multiple = require(MultipleFilterSummary::make(filters));
  const auto mbf = analysis::multiple_filter_forecast(filters, table.filled());
  half.bytes_in_memory("mbf, third filter of 55k bits and a sixth", multiple);
  half.false_positives("mbf", mbf, multiple);
  half.failure("mbf", mbf, derived("1.38e-11", 0.005e-11));
  return {half.findings()};
}

}  // namespace peel::lab::kirsch_mitzenmacher
