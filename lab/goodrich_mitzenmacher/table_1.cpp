// Table 1: c_k, from the paper's own definition
//   1/c_k = sup { a : for all x in (0, 1)  1 - exp(-k a x^(k-1)) < x },
// that is the least -log(1-x) / (k x^(k-1)). The library minimises another function (core_threshold), so
// that two computations stand beside each other.
#include "peel/analysis/peeling.hpp"

#include "lab/goodrich_mitzenmacher/experiments.hpp"

#include <array>
#include <cmath>
#include <string>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

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

struct Entry {
  unsigned k;
  const char* printed;
};
constexpr std::array kEntries = {Entry{3, "1.222"}, Entry{4, "1.295"}, Entry{5, "1.425"}, Entry{6, "1.570"},
                                 Entry{7, "1.721"}};

}  // namespace

Outcome table_1(const RunOptions&) {
  constexpr double kNumericalError = 1e-9;
  constexpr double kHalfALastDigit = 0.0005;
  std::vector<Finding> findings;
  findings.reserve(kEntries.size());
  for (const auto& [k, printed] : kEntries) {
    findings.push_back({.what = "c_" + std::to_string(k) + ", cells per key",
                        .fact = "003.table1.k" + std::to_string(k),
                        .printed = Printed{printed, Estimate::computed(std::stod(printed)), kHalfALastDigit,
                                           Origin::derived},
                        .observed = Estimate::computed(cells_per_key_by_definition(k), kNumericalError),
                        .expected = analysis::cells_per_key_threshold(k),
                        .digits = 6});
  }
  return {findings};
}

}  // namespace peel::lab::goodrich_mitzenmacher
