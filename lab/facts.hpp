// What is known of the five papers' numbers: every table entry, worked example, formula and line of code,
// recomputed once and independently of this library (facts/facts.json). An experiment names the facts that
// it recomputes, and its verdicts are held against theirs.
#pragma once

#include "lab/experiment.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace peel::lab {

struct Fact {
  std::string id;  // "003.table1.k7"
  std::string section;
  std::string what;
  std::string printed;             // "" where the paper prints nothing
  std::string recomputed;          // in words where it is no number
  std::optional<Estimate> number;  // `recomputed` as a number, with the distance at which another one agrees
  Verdict verdict;
  std::string why;  // "" where there is nothing to explain
};

std::span<const Fact> facts();

// Throws std::logic_error for an id that does not exist: ids are the lab's own constants.
const Fact& fact_of(std::string_view id);

// The paper of a fact, as in the ids of experiments: "goodrich-mitzenmacher" for "003.table1.k7".
std::string_view paper_of(const Fact& fact);

// Whether `ids` of an experiment names this fact.
bool covers(const Experiment& experiment, const Fact& fact);

}  // namespace peel::lab
