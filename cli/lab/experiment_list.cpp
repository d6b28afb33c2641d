#include "cli/lab/experiment_list.hpp"

#include "cli/numbers.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text_table.hpp"
#include "lab/facts.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace peel::cli {

namespace {

using lab::Experiment;

// "goodrich-mitzenmacher" of "goodrich-mitzenmacher/table-1".
std::string_view folder_of(const Experiment& experiment) {
  return experiment.claim.id.substr(0, experiment.claim.id.find('/'));
}

std::uint64_t facts_of(const Experiment& experiment) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(lab::facts(), [&](const lab::Fact& fact) { return covers(experiment, fact); }));
}

std::string roughly(double seconds) {
  if (seconds < 1) return "under 1 s";
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string cost_text(const Experiment& experiment, unsigned threads) {
  const lab::Effort& effort = experiment.effort;
  if (effort.trials == 0) return "no trials";
  const auto cost = [&](std::uint64_t trials) { return roughly(seconds_of(experiment, trials) / threads); };
  std::string text = fmt::format("{}, {}", counted(effort.trials, "trial"), cost(effort.trials));
  if (effort.paper_trials != 0) {
    text += fmt::format("; the paper's {}, {}", grouped(effort.paper_trials), cost(effort.paper_trials));
  }
  return text;
}

// The experiments of one paper, or of one subject of ours.
std::string heading(const LabRequest& request, std::string_view folder) {
  double usual = 0, paper = 0;
  std::uint64_t experiments = 0, facts = 0;
  for (const Experiment* experiment : request.experiments) {
    if (folder_of(*experiment) != folder) continue;
    ++experiments;
    facts += facts_of(*experiment);
    usual += seconds_of(*experiment, TrialChoice::usual().for_experiment(*experiment));
    paper += seconds_of(*experiment, TrialChoice::of_the_papers().for_experiment(*experiment));
  }
  return fmt::format("{}: {}, {}; {} in all, {} with --trials paper\n", folder,
                     counted(experiments, "experiment"),
                     facts == 0 ? std::string("our own") : counted(facts, "number") + " of the paper",
                     roughly(usual / request.threads), roughly(paper / request.threads));
}

}  // namespace

void list_as_text(const LabRequest& request, Output& output) {
  std::string_view folder;
  for (const Experiment* experiment : request.experiments) {
    const lab::Claim& claim = experiment->claim;
    if (folder_of(*experiment) != folder) {
      if (!folder.empty()) output.write("\n");
      folder = folder_of(*experiment);
      output.write(heading(request, folder));
    }
    output.write(fmt::format("\n  {}\n    {}, section {}; {}\n{}", claim.id, claim.paper, claim.section,
                             cost_text(*experiment, request.threads),
                             wrapped(std::string(claim.sentence), "    ")));
  }
}

void list_as_json(const LabRequest& request, Output& output) {
  for (const Experiment* experiment : request.experiments) {
    const lab::Claim& claim = experiment->claim;
    const lab::Effort& effort = experiment->effort;
    write_json_line(output, {{"experiment", claim.id},
                             {"paper", claim.paper},
                             {"section", claim.section},
                             {"claim", claim.sentence},
                             {"default_trials", effort.trials},
                             {"paper_trials", effort.paper_trials},
                             {"core_seconds", seconds_of(*experiment, effort.trials)},
                             {"paper_core_seconds", seconds_of(*experiment, effort.paper_trials)},
                             {"facts", facts_of(*experiment)}});
  }
  write_json_line(output, {{"summary", {{"schema", 1}, {"experiments", request.experiments.size()}}}});
}

}  // namespace peel::cli
