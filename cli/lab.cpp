// peel lab [EXPERIMENT...]: recomputes numbers of the papers and says which of them come out.
#include "cli/lab/checkpoint.hpp"
#include "cli/lab/experiment_list.hpp"
#include "cli/lab/json_report.hpp"
#include "cli/lab/lab_options.hpp"
#include "cli/lab/report.hpp"
#include "cli/lab/report_head.hpp"
#include "cli/lab/run_watcher.hpp"
#include "cli/lab/text_report.hpp"
#include "cli/numbers.hpp"
#include "cli/shared_options.hpp"
#include "cli/verb.hpp"

#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace peel::cli {

namespace {

constexpr const char* kMore = R"(Examples:
  peel lab                               all experiments, and a report in lab-report/
  peel lab --list                        which experiments there are, and what they cost
  peel lab goodrich-mitzenmacher         those of one paper
  peel lab figure-1 --plot               a figure, drawn with characters
  peel lab table-1 figure-1 --trials 50 --json
  peel lab --trials paper --out full     as many trials as the papers made: hours

Each number is printed beside the paper's and judged: reproduces, erratum,
differs or note. The exit status is 1 if one of them is not as it is known to be.

A run of all experiments writes a report: lab-report/index.html, report.md,
report.json and plots/. --out DIR puts it elsewhere, and asks for one of some
experiments; --no-report for none. It needs gnuplot.

While a report or --trials paper is under way, results are kept in the file
checkpoint of that folder, unless --no-report is given. The same command goes on from there when the run was
cut off. Neither that nor --threads changes a number.
)";

// Where a run keeps its results, if it keeps them.
class KeptResults {
 public:
  static Result<KeptResults> open(const LabRequest& request, const LabOptions& options);

  Checkpoint* checkpoint() { return checkpoint_ ? &*checkpoint_ : nullptr; }
  // The run is complete.
  void complete() {
    if (!checkpoint_) return;
    checkpoint_->complete();
    if (made_folder_) ::rmdir(folder_.c_str());  // stays if something is in it
  }

 private:
  std::optional<Checkpoint> checkpoint_;
  std::string folder_;
  bool made_folder_ = false;
};

Result<KeptResults> KeptResults::open(const LabRequest& request, const LabOptions& options) {
  KeptResults kept;
  if (!request.checkpoint) return kept;
  kept.folder_ = *request.checkpoint;
  kept.made_folder_ = ::mkdir(kept.folder_.c_str(), 0777) == 0;
  if (!kept.made_folder_ && errno != EEXIST) {
    return failure(ErrorCode::io,
                   fmt::format("{}: cannot make this folder: {}", kept.folder_, sources::reason_of(errno)));
  }
  const std::string path = kept.folder_ + "/checkpoint";
  const auto build = build_name();
  if (!build) return failure(build.error());
  auto checkpoint = Checkpoint::open(
      path, *build, options.fresh ? Checkpoint::Start::anew : Checkpoint::Start::where_it_was);
  if (!checkpoint) return failure(checkpoint.error());
  if (const std::uint64_t trials = checkpoint->trials_kept(); trials != 0) {
    std::fprintf(stderr, "peel: going on from %s, which keeps %s; --fresh starts anew\n", path.c_str(),
                 counted(trials, "trial").c_str());
  }
  kept.checkpoint_ = *std::move(checkpoint);
  return kept;
}

std::uint64_t work_of(const LabRequest& request) {
  double seconds = 0;
  for (const lab::Experiment* experiment : request.experiments) {
    seconds += seconds_of(*experiment, request.trials.for_experiment(*experiment));
  }
  return static_cast<std::uint64_t>(1e6 * seconds);
}

Result<Status> run_lab(const LabOptions& options, Output& output) {
  const auto request = request_of(options);
  if (!request) return failure(request.error());
  if (options.list) {
    options.json ? list_as_json(*request, output) : list_as_text(*request, output);
    return Status::done;
  }
  if (request->report) {
    if (auto ready = prepare_report(*request->report); !ready) return failure(ready.error());
  }
  auto kept = KeptResults::open(*request, options);
  if (!kept) return failure(kept.error());

  const Progress progress(request->progress);
  const Seed seed(request->seed);
  WorkDone done;
  Tally tally;
  std::vector<FinishedRun> runs;
  for (const lab::Experiment* experiment : request->experiments) {
    const std::uint64_t trials = request->trials.for_experiment(*experiment);
    RunWatcher watcher(*experiment, seed, kept->checkpoint(), done);
    {
      const auto stage = progress.stage(
          std::string(experiment->claim.id), [&done] { return done.total(); }, work_of(*request),
          ProgressUnit::work);
      runs.push_back({*experiment, trials, experiment->run({trials, seed, request->threads, &watcher})});
    }
    const FinishedRun& run = runs.back();
    tally.add(run);
    options.json ? print_run_as_json(run, output) : print_run_as_text(run, output);
    if (options.plot) print_plots_as_text(run, output);
    output.finish();
  }
  options.json ? print_tally_as_json(tally, request->seed, output) : print_tally_as_text(tally, output);
  output.finish();
  if (request->report) {
    if (auto written = write_report(*request->report, head_of(*request, options), runs); !written)
      return failure(written.error());
    std::fprintf(stderr, "peel: the report is %s/index.html\n", request->report->c_str());
  }
  kept->complete();
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
  verb->add_option("--trials", options->trials,
                   "Trials of each random experiment, at least 10; paper: as many as the papers made")
      ->type_name("N|paper");
  verb->add_option("--seed", options->seed, "Where randomness starts: the same seed, the same numbers")
      ->type_name("N");
  verb->add_option("--threads", options->threads, "Threads (default: one for each core)")->type_name("N");
  verb->add_option("--out", options->out, "Folder of the report (default lab-report, if all are run)")
      ->type_name("DIR");
  verb->add_flag("--no-report", options->no_report, "Write no report");
  verb->add_flag("--fresh", options->fresh, "Do not go on from a run that was cut off");
  verb->add_flag("--plot", options->plot, "Draw each experiment's plots with characters");
  verb->add_flag("--json", options->json, "One object for each number, then a summary");
  add_progress(*verb, options->progress);
  verb->callback(
      [options, &chosen] { chosen = [options](Output& output) { return run_lab(*options, output); }; });
}

}  // namespace peel::cli
