#include "cli/lab/lab_run.hpp"

#include "cli/lab/checkpoint.hpp"
#include "cli/lab/experiment_list.hpp"
#include "cli/lab/json_report.hpp"
#include "cli/lab/lab_request.hpp"
#include "cli/lab/report.hpp"
#include "cli/lab/report_head.hpp"
#include "cli/lab/run_watcher.hpp"
#include "cli/lab/text_report.hpp"
#include "cli/numbers.hpp"

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

}  // namespace

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

}  // namespace peel::cli
