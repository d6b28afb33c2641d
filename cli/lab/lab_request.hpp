// The request that the options of peel lab make: checked, with what is usual filled in.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/seed.hpp"

#include "cli/lab_options.hpp"
#include "cli/progress.hpp"
#include "lab/experiment.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

// How many trials a random experiment makes.
class TrialChoice {
 public:
  static TrialChoice usual() { return TrialChoice({}, Rule::usual); }
  static TrialChoice of_the_papers() { return TrialChoice({}, Rule::paper); }
  static TrialChoice exactly(std::uint64_t trials) { return TrialChoice(trials, Rule::number); }

  // 0 for an experiment without trials. The usual number where the paper does not say how many it made.
  std::uint64_t for_experiment(const lab::Experiment& experiment) const;
  bool is_of_the_papers() const { return rule_ == Rule::paper; }
  std::string in_words() const;

 private:
  enum class Rule : std::uint8_t { usual, paper, number };

  TrialChoice(std::uint64_t number, Rule rule) : number_(number), rule_(rule) {}

  std::uint64_t number_;
  Rule rule_;
};

struct LabRequest {
  std::vector<const lab::Experiment*> experiments;
  TrialChoice trials;
  std::uint64_t seed;
  unsigned threads;
  std::optional<std::string> report;      // the folder
  std::optional<std::string> checkpoint;  // the folder that keeps results of a run that is cut off
  ProgressMode progress;
};

Result<LabRequest> request_of(const LabOptions& options);

// Estimated seconds of one core.
double seconds_of(const lab::Experiment& experiment, std::uint64_t trials);

}  // namespace peel::cli
