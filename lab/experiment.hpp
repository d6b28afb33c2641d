// An experiment: a claim, of a paper or of our own documents, a run that tests it, and findings. A finding
// sets what the paper prints beside what the run observes and what theory expects; the verdict is computed
// from the three. Here is the
// data alone; whoever shows it (the command, a report) chooses the form.
#pragma once

#include "peel/hashing/seed.hpp"

#include "lab/statistics.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peel::lab {

enum class Verdict : std::uint8_t {
  reproduces,  // what is printed agrees with what was observed and with what theory expects
  erratum,     // a number or formula that the paper derives is wrong
  differs,     // a number that the paper measured does not come out; or our own run contradicts theory
  note,        // nothing is printed: a number added here
};

std::string_view name_of(Verdict verdict);

// How the paper came by a number: this decides between erratum and differs.
enum class Origin : std::uint8_t { derived, measured };

struct Printed {
  std::string text;  // as the paper has it
  Estimate value;    // with the paper's own sampling error, where it says how many trials it made
  double rounding;   // how far rounding may have moved it
  Origin origin;
};

// A verdict other than the good one that is known beforehand, and why.
struct Known {
  Verdict verdict;
  std::string why;
};

struct Finding {
  std::string what;  // with its unit
  std::optional<Printed> printed = {};
  std::optional<Estimate> observed = {};
  std::optional<double> expected = {};    // from analysis/
  std::optional<Interval> believed = {};  // where analysis/ says the truth may lie, if not at `expected`
  std::optional<Known> known = {};
  int digits = 5;  // significant digits worth showing
};

Verdict verdict_of(const Finding& finding);
// `note` if nothing is printed, `reproduces` if nothing else is known.
Verdict anticipated_verdict(const Finding& finding);

struct Claim {
  std::string_view id;       // "paper/what", lower case
  std::string_view paper;    // as docs/theory/references.md cites it, or a document of ours
  std::string_view section;  // where the claim stands
  std::string_view sentence;
};

struct RunOptions {
  std::uint64_t trials;
  Seed seed;
  unsigned threads;  // has no influence on any number
};

struct Experiment {
  Claim claim;
  std::uint64_t default_trials;              // 0 if nothing is random
  std::chrono::microseconds cost_per_trial;  // roughly, on one core
  std::vector<Finding> (*run)(const RunOptions& options);
};

}  // namespace peel::lab
