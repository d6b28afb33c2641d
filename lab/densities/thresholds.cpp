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

}  // namespace

Outcome thresholds(const RunOptions& options) {
  constexpr double kNumericalError = 2e-4;
  std::vector<Finding> findings = goodrich_mitzenmacher::table_1(options).findings;
  for (Finding& finding : findings) {
    finding.what = "partitioned, " + finding.what;
    finding.printed = {};  // judged where the paper is
    finding.fact = "";
  }
  for (const std::uint64_t k : {3U, 4U}) {
    for (const std::uint64_t segments : {8U, 16U, 24U, 32U, 64U, 128U}) {
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
  return {findings};
}

}  // namespace peel::lab::densities
