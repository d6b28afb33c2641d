#include "cli/tree_sync/tree_sync.hpp"

#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"
#include "cli/top/signal_watch.hpp"
#include "cli/tree/tree_display.hpp"
#include "cli/tree/tree_options.hpp"
#include "cli/tree_sync/leftovers.hpp"
#include "cli/tree_sync/step_runner.hpp"
#include "cli/tree_sync/sync_plan.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace peel::cli {

namespace tree = sources::tree;
using tree::TreeEntry;

namespace {

void say(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", printable(sentence).c_str());
}

TreeEntry root_of(const tree::TreeScan& scan) {
  TreeEntry root;
  struct stat about {};
  if (::fstat(scan.root.number(), &about) == 0) tree::describe(about, root);
  return root;
}

// A folder in the other would be copied into itself.
Result<void> check_apart(const ScannedTrees& trees) {
  const auto holds = [](const tree::TreeScan& outer, const tree::TreeScan& inner) {
    const tree::FileIdentity wanted = root_of(inner).identity;
    if (root_of(outer).identity == wanted) return true;
    for (const TreeEntry& entry : outer.entries) {
      if (entry.is_folder() && entry.identity == wanted) return true;
    }
    return false;
  };
  if (!holds(trees.left, trees.right) && !holds(trees.right, trees.left)) return {};
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} and {} are one folder, or one is in the other; accepted are two apart, or "
                             "--exclude for the one that is inside",
                             trees.left.name, trees.right.name));
}

class TreeSync {
 public:
  TreeSync(const TreeSyncRequest& request, TreeReading reading, Output& output)
      : request_(request),
        reading_(std::move(reading)),
        contents_(reading_.terms.reads() ? Contents::read : Contents::by_size_and_time),
        output_(output),
        progress_(request.progress) {}

  Result<Status> run() {
    if (auto made = make_right(); !made) return failure(made.error());
    auto trees = scan();
    if (trees) {
      if (auto apart = check_apart(*trees); !apart) trees = failure(apart.error());
    }
    if (!trees) {
      if (is_made_) ::rmdir(request_.right.c_str());
      return failure(trees.error());
    }
    auto work = compare(*trees);
    if (!work) {
      if (is_made_) ::rmdir(request_.right.c_str());
      return failure(work.error());
    }
    name_troubles(trees->left.troubles);
    name_troubles(trees->right.troubles);
    troubles_ = trees->left.troubles.size() + trees->right.troubles.size();
    TreeSyncOutcome outcome{*work, EntryCounts::of(trees->right), EntryCounts::of(trees->left)};
    outcome.not_shown = show_work(*work, request_.form, request_.style, request_.limit, output_);
    if (request_.max_delete &&
        work->removed.size() > request_.max_delete->allowed_of(trees->right.entries.size()))
      outcome.exceeded = request_.max_delete;
    if (is_applying() && !outcome.exceeded) {
      output_.finish();  // nothing is written unless all of the plan could be shown
      if (auto applied = apply(*trees, *work, outcome); !applied) return failure(applied.error());
    }
    return report(outcome);
  }

 private:
  bool is_applying() const { return request_.mode == TreeSyncRequest::Mode::apply; }

  Result<void> make_right() {
    struct stat about {};
    if (::lstat(request_.right.c_str(), &about) == 0 || errno != ENOENT) return {};
    is_missing_ = true;
    if (!is_applying()) return {};
    if (::mkdir(request_.right.c_str(), 0700) != 0) {
      return failure(ErrorCode::io, fmt::format("cannot make {}: {}", spoken_name(request_.right),
                                                sources::reason_of(errno)));
    }
    is_made_ = true;
    is_missing_ = false;
    return {};
  }

  Result<ScannedTrees> scan() {
    std::atomic<std::uint64_t> found = 0;
    const auto stage = progress_.stage(
        "finding files", [&found] { return found.load(); }, std::nullopt, ProgressUnit::work);
    auto left = tree::TreeScan::of(request_.left, reading_.excludes, &found);
    if (!left) return failure(left.error());
    auto right =
        is_missing_
            ? Result<tree::TreeScan>(tree::TreeScan{request_.right, sources::FileDescriptor::borrowed(-1)})
            : tree::TreeScan::of(request_.right, reading_.excludes, &found);
    if (!right) return failure(right.error());
    ScannedTrees trees{std::move(*left), std::move(*right), {}, {}};
    trees.left_temporaries = take_temporaries(trees.left);
    trees.right_temporaries = take_temporaries(trees.right);
    return trees;
  }

  Result<TreeWork> compare(ScannedTrees& trees) {
    for (const TreeEntry& entry : trees.left_temporaries)
      say("note: " + trees.left.spoken(entry.path) +
          " has the name of a file that peel is writing; it is not copied");
    tree::ReadingWatch watch;
    watch.deadline = reading_.deadline;
    std::optional<Progress::Stage> stage;
    return find_work(trees.pair(), contents_, watch, [&](std::uint64_t bytes) {
      stage.emplace(progress_.stage(
          "comparing", [&watch] { return watch.bytes.load(); }, bytes));
    });
  }

  void remove_leftovers(ScannedTrees& trees) const {
    RightTree right(trees.right);
    for (const TreeEntry& entry : trees.right_temporaries) {
      if (is_running(process_of_temporary(tree::base_name(entry.path)))) continue;
      const bool is_gone = right.remove_leftover(entry.path);
      say(fmt::format("note: {} was left by a peel that was killed; {}", trees.right.spoken(entry.path),
                      is_gone ? "it was removed" : "it cannot be removed"));
    }
  }

  Result<void> apply(ScannedTrees& trees, const TreeWork& work, TreeSyncOutcome& outcome) {
    remove_leftovers(trees);
    const std::vector<Step> steps = plan_steps(work, trees.left);
    if (steps.empty() && !is_made_) return {};
    {
      const SignalWatch signals{SIGINT, SIGTERM, SIGHUP};
      std::optional<int> signal;
      StepRunner runner(trees.pair(), [&signals, &signal] {
        if (!signal) signal = signals.take();
        return signal.has_value();
      });
      {
        const auto stage = progress_.stage(
            "writing", [&runner] { return runner.bytes().load(); }, bytes_to_write(steps));
        runner.run(steps);
      }
      if (is_made_) settle_right(trees);
      for (const std::string& trouble : runner.troubles()) say("peel: " + trouble);
      troubles_ += runner.troubles().size();
      if (signal) {
        say("peel: interrupted; every file is as it was or as it shall be, and the next sync does the rest");
        signals.let_through(*signal);
      }
      if (runner.is_stopped())
        return failure(ErrorCode::io,
                       fmt::format("{} was not finished; every file in it is as it was or as it shall "
                                   "be, and the next sync does the rest",
                                   trees.right.name));
    }
    outcome.applied = true;
    auto now = scan();
    if (!now)
      return failure(now.error().code(), fmt::format("{} was written, but comparing it again failed: {}",
                                                     trees.right.name, now.error().sentence()));
    outcome.proof = prove_equal(*now, trees, contents_, progress_);
    return {};
  }

  // A folder that was made for this is like LEFT in itself too.
  static void settle_right(const ScannedTrees& trees) {
    const TreeEntry wanted = root_of(trees.left);
    const int root = trees.right.root.number();
    const timespec times[2] = {
        {0, UTIME_OMIT},
        {static_cast<time_t>(wanted.modified.seconds), static_cast<long>(wanted.modified.nanoseconds)}};
    if (::fchmod(root, wanted.mode) == 0) ::futimens(root, times);
  }

  Result<Status> report(const TreeSyncOutcome& outcome) {
    show_outcome(outcome, request_.form, output_);
    if (request_.form == ReportForm::nothing && outcome.exceeded && is_applying())
      say("note: " + outcome_in_words(outcome).substr(0, outcome_in_words(outcome).size() - 1));
    if (outcome.proof) {
      for (const std::string& trouble : outcome.proof->troubles) say("peel: " + trouble);
    }
    if (troubles_ > 0 || (outcome.proof && !outcome.proof->troubles.empty())) {
      output_.finish();
      return failure(
          ErrorCode::io,
          fmt::format("{} {} in {} or {} not be read or written; all the rest {} done", grouped(troubles_),
                      troubles_ == 1 ? "entry" : "entries", spoken_name(request_.left),
                      spoken_name(request_.right), outcome.applied ? "was" : "can be"));
    }
    return outcome.is_equal() ? Status::done : Status::different;
  }

  const TreeSyncRequest& request_;
  TreeReading reading_;
  Contents contents_;
  Output& output_;
  Progress progress_;
  bool is_missing_ = false;  // RIGHT, which is then empty
  bool is_made_ = false;
  std::size_t troubles_ = 0;
};

Result<void> check_request(const TreeSyncRequest& request) {
  if (!request.source.columns.empty() || !request.source.ignore.empty()) {
    return failure(
        ErrorCode::invalid_argument,
        "--columns and --ignore are not for a sync of folders, which keeps contents, times and modes; "
        "leave them out");
  }
  if (!tree::is_folder(request.left)) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{} is a folder and {} is not; accepted are two folders",
                               spoken_name(request.right), spoken_name(request.left)));
  }
  struct stat about {};
  if (!tree::is_folder(request.right) && ::lstat(request.right.c_str(), &about) == 0) {
    return failure(
        ErrorCode::incompatible,
        fmt::format("{} is a folder and {} is not; accepted are two folders, or a RIGHT that is not there",
                    spoken_name(request.left), spoken_name(request.right)));
  }
  return {};
}

}  // namespace

Result<Status> sync_trees(const TreeSyncRequest& request, Output& output) {
  if (auto checked = check_request(request); !checked) return failure(checked.error());
  auto reading = tree_reading(request.source);
  if (!reading) return failure(reading.error());
  return TreeSync(request, std::move(*reading), output).run();
}

}  // namespace peel::cli
