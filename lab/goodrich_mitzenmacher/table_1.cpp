// Table 1: c_k, from the paper's own definition
//   1/c_k = sup { a : for all x in (0, 1)  1 - exp(-k a x^(k-1)) < x },
// that is the least -log(1-x) / (k x^(k-1)). The library minimises another function (core_threshold), so
// that two computations stand beside each other.
#include "peel/analysis/peeling.hpp"

#include "lab/goodrich_mitzenmacher/experiments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

constexpr double kNumericalError = 1e-9;

double cells_per_key_by_definition(unsigned k) {
  const auto load = [k](double x) { return -std::log1p(-x) / (k * std::pow(x, k - 1.0)); };
  // The function falls, then rises: cut the interval in three and keep the two thirds with the minimum.
  double low = 0.01;
  double high = 1 - 1e-12;
  for (int i = 0; i < 200; ++i) {
    const double left = low + (high - low) / 3;
    const double right = high - (high - low) / 3;
    if (load(left) > load(right)) {
      low = left;
    } else {
      high = right;
    }
  }
  return 1 / load(low);
}

struct Threshold {
  unsigned k;
  std::string_view printed;
};
constexpr std::array kEntries = {Threshold{3, "1.222"}, Threshold{4, "1.295"}, Threshold{5, "1.425"},
                                 Threshold{6, "1.570"}, Threshold{7, "1.721"}};

Finding decimals_in_the_table() {
  std::size_t most = 0;
  for (const Threshold& entry : kEntries) {
    most = std::max(most, entry.printed.size() - entry.printed.find('.') - 1);
  }
  return {.what = "decimal places of the entries",
          .fact = "003.table1.caption",
          .printed = Printed{"four", Estimate::computed(4), 0, Origin::derived},
          .observed = Estimate::computed(static_cast<double>(most))};
}

// "c_k <= k", where it is tightest; for two hashes they are equal.
Finding largest_share_of_k() {
  double by_definition = 0;
  double by_analysis = 0;
  for (unsigned k = 3; k <= 11; ++k) {
    by_definition = std::max(by_definition, cells_per_key_by_definition(k) / k);
    by_analysis = std::max(by_analysis, analysis::cells_per_key_threshold(k) / k);
  }
  return {.what = "largest c_k / k, k from 3 to 11",
          .fact = "003.ck.le.k",
          .printed = Printed{"at most 1", Estimate::computed(1), 0, Origin::derived, Relation::at_most},
          .observed = Estimate::computed(by_definition, kNumericalError),
          .expected = by_analysis};
}

plot::Plot thresholds_by_hashes() {
  plot::Series printed{"Table 1", plot::Source::printed, {}};
  for (const Threshold& entry : kEntries) {
    printed.points.push_back({static_cast<double>(entry.k), std::stod(std::string(entry.printed))});
  }
  plot::Series computed{"c_k", plot::Source::theory, {}};
  for (unsigned k = 2; k <= 11; ++k) {
    computed.points.push_back({static_cast<double>(k), analysis::cells_per_key_threshold(k)});
  }
  return {"Table 1: thresholds", {"hash functions"}, {"cells per key at the threshold"}, {computed, printed}};
}

}  // namespace

Outcome table_1(const RunOptions&) {
  constexpr double kHalfALastDigit = 0.0005;
  std::vector<Finding> findings;
  for (const auto& [k, printed] : kEntries) {
    const std::string text(printed);
    findings.push_back(
        {.what = "c_" + std::to_string(k) + ", cells per key",
         .fact = "003.table1.k" + std::to_string(k),
         .printed = Printed{text, Estimate::computed(std::stod(text)), kHalfALastDigit, Origin::derived},
         .observed = Estimate::computed(cells_per_key_by_definition(k), kNumericalError),
         .expected = analysis::cells_per_key_threshold(k),
         .digits = 6});
  }
  findings.push_back(decimals_in_the_table());
  findings.push_back(largest_share_of_k());
  return {findings, {thresholds_by_hashes()}};
}

}  // namespace peel::lab::goodrich_mitzenmacher
