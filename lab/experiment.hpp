// An experiment: a claim, of a paper or of our own documents, a run that tests it, and findings. A finding
// sets what the paper prints beside what the run observes and what theory expects; the verdict is computed
// from the three and held against what is known of the paper (lab/facts.hpp). Here is the data alone; whoever
// shows it (the command, a report) chooses the form.
#pragma once

#include "peel/hashing/seed.hpp"

#include "lab/statistics.hpp"
#include "plot/plot.hpp"

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

// What the paper says of a number: that it is this, or no more, or no less.
enum class Relation : std::uint8_t { equal, at_most, at_least };

struct Printed {
  std::string text;  // as the paper has it
  Estimate value;    // with the paper's own sampling error, where it says how many trials it made
  double rounding;   // how far rounding may have moved it
  Origin origin;
  Relation relation = Relation::equal;
};

// A slip of the pen, of which no number follows: what is printed and what is meant. Judged by reading.
struct Slip {
  std::string printed;
  std::string meant;
};

// A verdict other than the good one that is known beforehand, and why.
struct Known {
  Verdict verdict;
  std::string why;
};

struct Finding {
  std::string what;       // with its unit
  std::string fact = {};  // the id of the fact that it recomputes; "" for a number of our own
  std::optional<Printed> printed = {};
  std::optional<Slip> slip = {};
  std::optional<Estimate> observed = {};
  std::optional<double> expected = {};    // from analysis/
  std::optional<Interval> believed = {};  // where analysis/ says the truth may lie, if not at `expected`
  std::optional<Known> known = {};        // only where there is no fact that says it
  int digits = 5;                         // significant digits worth showing
};

Verdict verdict_of(const Finding& finding);
// What is known: that of the finding, else of its fact, else `reproduces`, or `note` if nothing is printed.
Verdict anticipated_verdict(const Finding& finding);
// Why it is not `reproduces`; "" if nobody said so.
std::string reason_of(const Finding& finding);
// Whether the number is the one that facts.json has. True where the fact has none, or there is no fact.
bool agrees_with_fact(const Finding& finding);
// The run and analysis/ cannot both be right: a fault of ours, whatever the paper says.
bool contradicts_theory(const Finding& finding);
// All is as it is known to be.
bool is_as_anticipated(const Finding& finding);

struct Claim {
  std::string_view id;       // "paper/what", lower case
  std::string_view paper;    // as docs/theory/references.md cites it, or a document of ours
  std::string_view section;  // where the claim stands
  std::string_view sentence;
};

class TrialWatcher;  // lab/trials.hpp

struct RunOptions {
  std::uint64_t trials;
  Seed seed;
  unsigned threads;                 // has no influence on any number
  TrialWatcher* watcher = nullptr;  // nor has this
};

struct Outcome {
  std::vector<Finding> findings;
  std::vector<plot::Plot> plots = {};
};

struct Effort {
  std::uint64_t trials = 0;                     // 0 if nothing is random
  std::chrono::microseconds cost_per_trial{0};  // roughly, on one core, one trial of each series
  std::uint64_t paper_trials = 0;               // as many as the paper made; 0 if it does not say
  unsigned series = 1;                          // how many times run_trials is called
};

struct Experiment {
  Claim claim;
  Effort effort;
  Outcome (*run)(const RunOptions& options);
  // The ids of the facts that its findings name, separated by spaces; "003.table1.k*" for all that start so.
  std::string_view facts = "";
};

}  // namespace peel::lab
