// peel lab [EXPERIMENT...]: recomputes numbers of the papers and says which of them come out.
#include "cli/lab/json_report.hpp"
#include "cli/lab/text_report.hpp"
#include "cli/numbers.hpp"
#include "cli/verb.hpp"
#include "lab/registry.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace peel::cli {

namespace {

constexpr const char* kMore = R"(Examples:
  peel lab                               all experiments, with as many trials as each needs
  peel lab --list                        which experiments there are
  peel lab goodrich-mitzenmacher         those of one paper
  peel lab table-1 figure-1 --trials 50 --json

Each number is printed beside the paper's and judged: reproduces, erratum,
differs or note. The exit status is 1 if one of them is not as expected.
)";

// With fewer trials, five standard errors of a mean are so wide that a verdict says nothing.
constexpr std::uint64_t kMinTrials = 10;
constexpr std::uint64_t kMaxTrials = 1'000'000;
constexpr std::uint64_t kUsualSeed = 1;

// Numbers as they were typed: a sentence of ours refuses what is not accepted.
struct LabOptions {
  std::vector<std::string> experiments;
  std::optional<std::string> trials;
  std::optional<std::string> seed;
  bool list = false;
  bool json = false;
};

Result<Status> run_lab(const LabOptions& options, Output& output) {
  const auto experiments = lab::find_experiments(options.experiments);
  if (!experiments) return failure(experiments.error());
  std::optional<std::uint64_t> trials;
  if (options.trials) {
    const auto number = whole_number({"--trials", *options.trials}, {kMinTrials, kMaxTrials});
    if (!number) return failure(number.error());
    trials = *number;
  }
  std::uint64_t seed = kUsualSeed;
  if (options.seed) {
    const auto number =
        whole_number({"--seed", *options.seed}, {0, std::numeric_limits<std::uint64_t>::max()});
    if (!number) return failure(number.error());
    seed = *number;
  }
  if (options.list) {
    options.json ? list_as_json(*experiments, output) : list_as_text(*experiments, output);
    return Status::done;
  }

  Tally tally;
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  for (const lab::Experiment* experiment : *experiments) {
    const bool is_random = experiment->effort.trials != 0;
    const std::uint64_t wanted = is_random ? trials.value_or(experiment->effort.trials) : 0;
    const FinishedRun run{*experiment, wanted, experiment->run({wanted, Seed(seed), threads})};
    tally.add(run);
    options.json ? print_run_as_json(run, output) : print_run_as_text(run, output);
    output.finish();
  }
  options.json ? print_tally_as_json(tally, seed, output) : print_tally_as_text(tally, output);
  return tally.unexpected() == 0 ? Status::done : Status::different;
}

}  // namespace

void add_lab(CLI::App& app, Verb& chosen) {
  const auto options = std::make_shared<LabOptions>();
  CLI::App* verb = app.add_subcommand("lab", "Recompute the numbers of the papers");
  verb->footer(kMore);
  verb->add_option("EXPERIMENT", options->experiments, "Names, or how names begin; all if none is given")
      ->type_name("");
  verb->add_flag("--list", options->list, "Only say which experiments there are");
  verb->add_option("--trials", options->trials, "Trials of each random experiment, at least 10")
      ->type_name("N");
  verb->add_option("--seed", options->seed, "Where randomness starts: the same seed, the same numbers")
      ->type_name("N");
  verb->add_flag("--json", options->json, "One object for each number, then a summary");
  verb->callback(
      [options, &chosen] { chosen = [options](Output& output) { return run_lab(*options, output); }; });
}

}  // namespace peel::cli
