// The numbers that the paper derives: Table I, the two tables of section IV-C, Table II.
#include "peel/analysis/counter_thresholds.hpp"
#include "peel/analysis/peeling.hpp"

#include "lab/ding_rauen/experiments.hpp"

#include <array>
#include <string>

namespace peel::lab::ding_rauen {

namespace {

constexpr double kHalfALastDigit = 0.0005001;

struct Row {
  unsigned h;
  const char* printed;
  const char* erratum = nullptr;  // why the printed number is wrong
};

Finding printed_threshold(const std::string& what, const Row& row, double computed) {
  Finding finding{.what = what + ", h=" + std::to_string(row.h) + ", keys per cell",
                  .printed = Printed{row.printed, Estimate::computed(std::stod(row.printed)), kHalfALastDigit,
                                     Origin::derived},
                  .expected = computed};
  if (row.erratum != nullptr) finding.known = {Verdict::erratum, row.erratum};
  return finding;
}

constexpr std::array kTwoCores = {
    Row{3, "0.818"}, Row{4, "0.773", "the third decimal is wrong: it rounds to 0.772"},
    Row{5, "0.701", "the third decimal is wrong: it rounds to 0.702"}, Row{6, "0.637"}, Row{7, "0.582"}};
constexpr std::array kThreeCores = {Row{2, "1.675"}, Row{3, "1.553"}, Row{4, "1.334"},
                                    Row{5, "1.158"}, Row{6, "1.022"}, Row{7, "0.915"}};
constexpr const char* kHeuristic =
    "its equation is a heuristic: above the threshold for h = 2, below it from h = 3 on";
constexpr std::array kEvenOdd = {Row{2, "1.301", kHeuristic}, Row{3, "1.196", kHeuristic},
                                 Row{4, "1.029", kHeuristic}, Row{5, "0.896", kHeuristic},
                                 Row{6, "0.793", kHeuristic}, Row{7, "0.712", kHeuristic}};
constexpr std::array kOneKey = {Row{3, "1.429", "it is 1.4296, which was cut off and not rounded"},
                                Row{4, "1.294", "inherits 0.773 of Table I: it is 1.293"}, Row{5, "1.158"},
                                Row{6, "1.045"}, Row{7, "0.952"}};

}  // namespace

Outcome theory(const RunOptions&) {
  std::vector<Finding> findings;
  for (const Row& row : kTwoCores) {
    findings.push_back(printed_threshold("Table I, two-core", row, analysis::core_threshold(row.h, 2)));
  }
  for (const Row& row : kThreeCores) {
    findings.push_back(printed_threshold("three-core", row, analysis::core_threshold(row.h, 3)));
  }
  for (const Row& row : kEvenOdd) {
    Finding equation =
        printed_threshold("even-odd, the paper's equation", row, analysis::even_odd_heuristic(row.h));
    equation.printed->rounding = 0.001001;  // its last digits are not always rounded
    equation.known = {};
    findings.push_back(equation);
    findings.push_back(printed_threshold("even-odd, exactly", row, analysis::even_odd_threshold(row.h)));
  }
  for (const Row& row : kOneKey) {
    findings.push_back(printed_threshold("Table II, one-key", row, analysis::kept_key_ideal(row.h)));
  }
  return {findings};
}

}  // namespace peel::lab::ding_rauen
