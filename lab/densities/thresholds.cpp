// Table 1's axis: cells per key at the threshold. The library computes chains of up to 18 segments and
// continues from there; here chains are computed whatever their length, as far as patience goes.
#include "peel/analysis/coupled_peeling.hpp"

#include "lab/densities/experiments.hpp"
#include "lab/densities/listed_share.hpp"
#include "lab/goodrich_mitzenmacher/experiments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace peel::lab::densities {

namespace {

constexpr std::uint64_t kPatience = 32;  // segments

// Whether listing runs through a chain of long segments with so many keys per window and cell of a segment.
// A cell of segment i, seen from one of its keys, holds another with probability busy[i]
// (docs/theory/finite-tables.md).
bool peels(const Kind& kind, double density) {
  const std::size_t k = kind.hashes.value;
  std::vector<double> busy(kind.sub_tables.value, 1.0);
  for (;;) {
    double change = 0;
    for (std::size_t i = 0; i < busy.size(); ++i) {
      double others = 0;
      const std::size_t last = std::min(i, busy.size() - k);
      for (std::size_t first = i < k ? 0 : i - k + 1; first <= last; ++first) {
        double product = 1;
        for (std::size_t j = first; j < first + k; ++j) product *= j == i ? 1 : busy[j];
        others += product;
      }
      const double now = -std::expm1(-density * others);
      change = std::max(change, busy[i] - now);
      busy[i] = now;
    }
    if (*std::ranges::max_element(busy) < 0.1) return true;  // from here all fall
    if (change < 4e-6) return false;
  }
}

double cells_per_key_by_evolution(const Kind& kind) {
  double low = 0.5, high = 2;
  while (high - low > 2e-5) {
    const double middle = (low + high) / 2;
    (peels(kind, middle) ? low : high) = middle;
  }
  const auto segments = static_cast<double>(kind.sub_tables.value);
  const auto windows = static_cast<double>(kind.sub_tables.value - kind.hashes.value + 1);
  return segments / (windows * low);
}

constexpr std::array kHashCounts = {3U, 4U, 5U, 6U, 7U};
constexpr std::array kSegmentCounts = {8U, 16U, 24U, 32U, 64U, 128U};

// Table 1's axes: hash functions, and cells per key at the threshold.
plot::Plot by_hashes(plot::Plot table_1) {
  table_1.title = "Table 1 with coupled tables";
  for (const std::uint64_t segments : {24U, 64U, 128U}) {
    plot::Series& series = table_1.series.emplace_back();
    series.name = "coupled, " + std::to_string(segments) + " segments";
    series.source = plot::Source::ours;
    for (const std::uint64_t k : kHashCounts) {
      series.points.push_back(
          {static_cast<double>(k), analysis::coupled_threshold(HashCount(k), SegmentCount(segments))});
    }
  }
  plot::Series& limit = table_1.series.emplace_back();
  limit.name = "coupled, ever more segments";
  limit.source = plot::Source::ours;
  for (const std::uint64_t k : kHashCounts) {
    limit.points.push_back({static_cast<double>(k), analysis::coupled_threshold_limit(HashCount(k))});
  }
  return table_1;
}

plot::Plot by_segments(const std::vector<Finding>& findings) {
  plot::Plot plot{
      "Coupled tables", {"segments", plot::Scale::logarithmic}, {"cells per key at the threshold"}, {}};
  for (const std::uint64_t k : {3U, 4U}) {
    plot::Series& computed = plot.series.emplace_back();
    computed.name = "k = " + std::to_string(k) + ", coupled_threshold";
    computed.source = plot::Source::ours;
    plot::Series evolution{"k = " + std::to_string(k) + ", evolution", plot::Source::theory, {}};
    for (const std::uint64_t segments : kSegmentCounts) {
      const std::string what = coupled(k, segments).name() + ", cells per key";
      const auto found = std::ranges::find(findings, what, &Finding::what);
      const auto x = static_cast<double>(segments);
      computed.points.push_back({x, *found->expected});
      if (found->observed) evolution.points.push_back({x, found->observed->value});
    }
    plot.series.push_back(std::move(evolution));
  }
  return plot;
}

}  // namespace

Outcome thresholds(const RunOptions& options) {
  constexpr double kNumericalError = 2e-4;
  const Outcome paper = goodrich_mitzenmacher::table_1(options);
  std::vector<Finding> findings;
  for (Finding finding : paper.findings) {
    if (!finding.what.starts_with("c_")) continue;
    finding.what = "partitioned, " + finding.what;
    finding.printed = {};  // judged where the paper is
    finding.fact = "";
    findings.push_back(std::move(finding));
  }
  for (const std::uint64_t k : {3U, 4U}) {
    for (const std::uint64_t segments : kSegmentCounts) {
      const Kind kind = coupled(k, segments);
      Finding& finding = findings.emplace_back();
      finding.what = kind.name() + ", cells per key";
      if (segments <= kPatience) {
        finding.observed = Estimate::computed(cells_per_key_by_evolution(kind), kNumericalError);
      }
      finding.expected = analysis::coupled_threshold(kind.hashes, kind.sub_tables);
    }
    findings.push_back({.what = "coupled, k=" + std::to_string(k) + ", ever more segments, cells per key",
                        .expected = analysis::coupled_threshold_limit(HashCount(k))});
  }
  return {findings, {by_hashes(paper.plots.front()), by_segments(findings)}};
}

}  // namespace peel::lab::densities
