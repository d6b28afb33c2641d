// Summaries of every kind against the machine's limit for the same lines of memory. Tables have 6 buckets for
// each key, sized as in [Kirsch, Mitzenmacher 2005, section 8], and so do the summaries.
#include "summary_benchmarks.hpp"

#include "peel/analysis/multilevel.hpp"
#include "peel/analysis/summary_failure.hpp"
#include "peel/tables/interpolation_summary.hpp"
#include "peel/tables/multiple_filter_summary.hpp"
#include "peel/tables/single_filter_summary.hpp"

#include "iblt_bench.hpp"
#include "summary_bench.hpp"
#include "summary_limits.hpp"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace peel::bench {

namespace {

constexpr unsigned kSingleHashes = 15, kFirstFilterHashes = 7, kFilterHashes = 49;
constexpr unsigned kFirstLines = 8;   // that all keys ask for before those still in question ask for more
constexpr double kPassedOn = 0.1152;  // share of the keys that do not stay in the first sub-table
constexpr double kFilled = 0.7135;    // share of a single filter's cells that are not 0: 1 - exp(-15/12)

MultilevelShape table_for(std::uint64_t keys, std::uint64_t sub_tables) {
  std::vector<BucketCount> buckets = {BucketCount(4 * keys), BucketCount(keys)};
  while (buckets.size() < sub_tables - 1) buckets.emplace_back(buckets.back().value / 2);
  buckets.push_back(buckets.back());
  return *MultilevelShape::from({.buckets = buckets});
}

// One configuration: how the summary is made, and the lines that keys of it need.
struct Configuration {
  std::string name;
  std::uint64_t sub_tables;
  bool can_forget;
  std::function<std::unique_ptr<TableSummary>()> make;
  std::function<analysis::SummaryForecast(const analysis::FilledTable&)> forecast;
  std::vector<LinesOfKey> hit, miss, note;
};

template <class Summary>
std::unique_ptr<TableSummary> owned(Result<Summary> summary) {
  return std::make_unique<Summary>(std::move(*summary));
}

Configuration single_filter(std::uint64_t keys, CellPacking packing) {
  const std::uint64_t sub_tables = packing == CellPacking::six_values ? 5 : 6;
  const auto shape = *SingleFilterShape::from({.cells = CellCount(12 * keys),
                                               .hashes = HashCount(kSingleHashes),
                                               .sub_tables = SegmentCount(sub_tables),
                                               .packing = packing});
  double left = 1;  // share of absent keys that the first cells do not tell
  for (unsigned i = 0; i < kFirstLines; ++i) left *= kFilled;
  const LinesOfKey all = {shape.bytes(), kSingleHashes};
  const LinesOfKey first = {shape.bytes(), kFirstLines}, rest = {shape.bytes(), 7, left};
  const bool counts = packing == CellPacking::counters;
  return {.name = std::string("single filter, ") + (counts                               ? "counters"
                                                    : packing == CellPacking::six_values ? "six values"
                                                                                         : "three bits"),
          .sub_tables = sub_tables,
          .can_forget = counts,
          .make =
              [=] {
                return counts ? owned(CountingSingleFilterSummary::make(shape))
                              : owned(SingleFilterSummary::make(shape));
              },
          .forecast = [=](const auto& table) { return analysis::single_filter_forecast(shape, table); },
          .hit = {all},
          .miss = {first, rest},
          .note = {all}};
}

Configuration multiple_filters(std::uint64_t keys, FilterLayout first_layout, BitWidth cell_bits) {
  const auto filter = [=](FilterLayout layout, std::uint64_t cells, unsigned hashes) {
    const std::uint64_t block = cells_in_block(layout, cell_bits);
    return *FilterShape::from({.layout = layout,
                               .cells = CellCount((cells + block - 1) / block * block),
                               .hashes = HashCount(hashes),
                               .cell_bits = cell_bits});
  };
  std::vector<FilterShape> shapes = {filter(first_layout, keys * 106 / 10, kFirstFilterHashes)};
  // About 11.52 % of the keys reach the second sub-table, 0.64 % the third, 0.004 % the fourth.
  for (const std::uint64_t cells : {keys * 875 / 100, keys * 55 / 100, keys / 100 + 1000})
    shapes.push_back(filter(FilterLayout::classic, cells, kFilterHashes));
  shapes.resize(6, filter(FilterLayout::classic, 1000, kFilterHashes));
  const bool counts = cell_bits.value != 1;
  const unsigned first_lines = first_layout == FilterLayout::classic ? kFirstFilterHashes : 1;
  const LinesOfKey first = {shapes[0].bytes(), first_lines};
  const LinesOfKey second = {shapes[1].bytes(), kFirstLines};
  const LinesOfKey second_rest = {shapes[1].bytes(), kFilterHashes - kFirstLines, kPassedOn};
  const LinesOfKey second_noted = {shapes[1].bytes(), kFirstLines, kPassedOn};
  return {.name = std::string(counts ? "counting filters" : "filters") + ", first " +
                  std::string(name_of(first_layout)),
          .sub_tables = 6,
          .can_forget = counts,
          .make =
              [=] {
                return counts ? owned(CountingMultipleFilterSummary::make(shapes))
                              : owned(MultipleFilterSummary::make(shapes));
              },
          .forecast = [=](const auto& table) { return analysis::multiple_filter_forecast(shapes, table); },
          .hit = {first, second, second_rest},
          .miss = {first},
          .note = {first, second_noted, second_rest}};
}

Configuration interpolation(std::uint64_t keys) {
  const BitWidth bits(kMaxFingerprintBits);
  const std::vector<LinesOfKey> lines = {{keys * 8, 1}};
  return {.name = "interpolation, 61 bits",
          .sub_tables = 6,
          .can_forget = true,
          .make = [=] { return owned(InterpolationSummary::make(bits, ItemCount(keys))); },
          .forecast = [=](const auto& table) { return analysis::interpolation_forecast(bits, table); },
          .hit = lines,
          .miss = lines,
          .note = lines};
}

// What the forecasts take of the time of a run; at 10^7 keys they are normal approximations then.
constexpr analysis::ForecastEffort kEffort = {std::uint64_t{1} << 22};

analysis::SummaryForecast forecast_of(const Configuration& configuration, std::uint64_t keys) {
  const MultilevelShape table = table_for(keys, configuration.sub_tables);
  return configuration.forecast({table, analysis::multilevel_forecast(table, ItemCount(keys), kEffort)});
}

// A summary and the limits of what is asked of it.
struct Bench {
  Bench(const Configuration& configuration, std::uint64_t keys)
      : summary(table_for(keys, configuration.sub_tables), configuration.make(), ItemCount(keys)),
        forecast(forecast_of(configuration, keys)),
        hit(configuration.hit),
        miss(configuration.miss),
        note(configuration.note) {}

  double limit(const HashTraffic& traffic, const std::vector<KeyHash>& hashes) {
    return timed([&] { traffic.read(hashes, summary.answers()); });
  }
  double limit_note() {
    return timed([&] { note.update(summary.hits()); });
  }
  // Predicted numbers are in brackets.
  std::string remark() const {
    char text[200];
    std::snprintf(text, sizeof text,
                  "%.2f bits per key, %.2f with occupancy; false positives %.3g (%.3g), failures %llu (%.2g)",
                  summary.bits_per_key(), summary.bits_per_key() + summary.occupancy_bits_per_key(),
                  summary.mistakes().false_positives, forecast.false_positive_rate,
                  static_cast<unsigned long long>(summary.mistakes().failures), forecast.failure);
    return text;
  }

  SummaryBench summary;
  analysis::SummaryForecast forecast;
  HashTraffic hit, miss, note;
};

void add_configuration(Suite& suite, const Configuration& configuration, std::uint64_t keys) {
  const Lazy<Bench> bench([=] { return std::make_unique<Bench>(configuration, keys); });
  const auto n = static_cast<double>(std::min(keys, SummaryBench::kMostAsked));
  const std::string tail = ", " + configuration.name + ", " + power_of_ten(keys);
  const auto limit_hit = [bench] { return bench->limit(bench->hit, bench->summary.hits()); };
  const auto limit_miss = [bench] { return bench->limit(bench->miss, bench->summary.misses()); };
  const auto limit_note = [bench] { return bench->limit_note(); };
  suite.add({"summaries: hit batched" + tail,
             n,
             [bench] { return bench->summary.hits_batched(); },
             limit_hit,
             0,
             {},
             [bench] { return bench->remark(); }});
  suite.add(
      {"summaries: miss batched" + tail, n, [bench] { return bench->summary.misses_batched(); }, limit_miss});
  suite.add({"summaries: hit one by one" + tail, n, [bench] { return bench->summary.hits_one_by_one(); },
             limit_hit});
  suite.add({"summaries: miss one by one" + tail, n, [bench] { return bench->summary.misses_one_by_one(); },
             limit_miss});
  suite.add({"summaries: note" + tail, n, [bench] { return bench->summary.note(); }, limit_note});
  if (!configuration.can_forget) return;
  suite.add({"summaries: forget" + tail, n, [bench] { return bench->summary.forget(); }, limit_note});
}

}  // namespace

void add_summary_benchmarks(Suite& suite) {
  for (const std::uint64_t keys : {100'000U, 10'000'000U}) {
    suite.group([=](Suite& s) { add_configuration(s, interpolation(keys), keys); });
    for (const CellPacking packing :
         {CellPacking::six_values, CellPacking::three_bits, CellPacking::counters})
      suite.group([=](Suite& s) { add_configuration(s, single_filter(keys, packing), keys); });
    for (const std::uint64_t bits : {std::uint64_t{1}, kCountingCellBits}) {
      for (const FilterLayout layout : {FilterLayout::classic, FilterLayout::line_blocks}) {
        suite.group(
            [=](Suite& s) { add_configuration(s, multiple_filters(keys, layout, BitWidth(bits)), keys); });
      }
    }
  }
}

}  // namespace peel::bench
