#include "cli/lab/lab_request.hpp"

#include "cli/numbers.hpp"
#include "lab/registry.hpp"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

namespace peel::cli {

namespace {

// With fewer trials, five standard errors of a mean are so wide that a verdict says nothing.
constexpr std::uint64_t kMinTrials = 10;
constexpr std::uint64_t kMaxTrials = 1'000'000;
constexpr std::uint64_t kMaxThreads = 1'024;
constexpr std::uint64_t kUsualSeed = 1;
constexpr const char* kUsualFolder = "lab-report";

Result<TrialChoice> trial_choice(const std::optional<std::string>& text) {
  if (!text) return TrialChoice::usual();
  if (*text == "paper") return TrialChoice::of_the_papers();
  const auto number = whole_number({"--trials", *text}, {kMinTrials, kMaxTrials});
  if (!number) return failure(ErrorCode::invalid_argument, number.error().sentence() + ", and paper");
  return TrialChoice::exactly(*number);
}

}  // namespace

std::uint64_t TrialChoice::for_experiment(const lab::Experiment& experiment) const {
  const lab::Effort& effort = experiment.effort;
  if (effort.trials == 0) return 0;
  if (rule_ == Rule::number) return number_;
  return rule_ == Rule::paper && effort.paper_trials != 0 ? effort.paper_trials : effort.trials;
}

std::string TrialChoice::in_words() const {
  if (rule_ == Rule::number) return grouped(number_);
  return rule_ == Rule::paper ? "as the papers made" : "as each experiment asks, fewer than the papers made";
}

double seconds_of(const lab::Experiment& experiment, std::uint64_t trials) {
  return 1e-6 * static_cast<double>(trials) * static_cast<double>(experiment.effort.cost_per_trial.count());
}

Result<LabRequest> request_of(const LabOptions& options) {
  auto experiments = lab::find_experiments(options.experiments);
  if (!experiments) return failure(experiments.error());
  const auto trials = trial_choice(options.trials);
  if (!trials) return failure(trials.error());
  const auto progress = progress_mode(options.progress);
  if (!progress) return failure(progress.error());
  LabRequest request{.experiments = *std::move(experiments),
                     .trials = *trials,
                     .seed = kUsualSeed,
                     .threads = std::max(1U, std::thread::hardware_concurrency()),
                     .report = options.out,
                     .checkpoint = {},
                     .progress = *progress};
  if (options.seed) {
    const auto seed = whole_number({"--seed", *options.seed}, {0, std::numeric_limits<std::uint64_t>::max()});
    if (!seed) return failure(seed.error());
    request.seed = *seed;
  }
  if (options.threads) {
    const auto threads = whole_number({"--threads", *options.threads}, {1, kMaxThreads});
    if (!threads) return failure(threads.error());
    request.threads = static_cast<unsigned>(*threads);
  }
  if (options.out && options.out->empty())
    return failure(ErrorCode::invalid_argument, "--out: accepted is the name of a folder");
  if (options.json && options.plot)
    return failure(ErrorCode::invalid_argument, "of --json and --plot one is accepted");
  if (options.out && options.no_report)
    return failure(ErrorCode::invalid_argument, "of --out and --no-report one is accepted");
  if (options.experiments.empty() && !options.out) request.report = kUsualFolder;
  if (options.no_report) request.report.reset();
  request.checkpoint = request.report;
  if (trials->is_of_the_papers() && !request.checkpoint && !options.no_report)
    request.checkpoint = kUsualFolder;
  return request;
}

}  // namespace peel::cli
