#include "cli/tree_sync/tree_sync.hpp"

#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"
#include "cli/top/signal_watch.hpp"
#include "cli/tree/tree_options.hpp"
#include "cli/tree_sync/leftovers.hpp"
#include "cli/tree_sync/set_apart.hpp"
#include "cli/tree_sync/step_runner.hpp"
#include "cli/tree_sync/sync_plan.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <set>
#include <string_view>
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

bool holds(const tree::TreeScan& outer, const tree::FileIdentity& wanted) {
  if (root_of(outer).identity == wanted) return true;
  for (const TreeEntry& entry : outer.entries) {
    if (entry.is_folder() && entry.identity == wanted) return true;
  }
  return false;
}

tl::unexpected<Error> not_apart(const TreePair& trees) {
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} and {} are one folder, or one is in the other; accepted are two apart, or "
                             "--exclude for the one that is inside",
                             trees.left.name, trees.right.name));
}

// A folder in the other would be copied into itself.
Result<void> check_apart(const TreePair& trees) {
  const bool is_apart =
      !holds(trees.left, root_of(trees.right).identity) && !holds(trees.right, root_of(trees.left).identity);
  return is_apart ? Result<void>() : not_apart(trees);
}

// The same for a RIGHT that is still to be made.
Result<void> check_apart_once_made(const TreePair& trees, const tree::ExcludeRules& excludes) {
  const std::string& right = trees.right.name;
  const std::string_view above = tree::folder_of(right);
  const std::string folder = !above.empty() ? std::string(above) : right.starts_with('/') ? "/" : ".";
  struct stat about {};
  // A dry run promises nothing that --apply could not do.
  const bool is_there = ::stat(folder.c_str(), &about) == 0;
  if (!is_there || !S_ISDIR(about.st_mode) || ::access(folder.c_str(), W_OK | X_OK) != 0) {
    const int reason = is_there && !S_ISDIR(about.st_mode) ? ENOTDIR : errno;
    return failure(ErrorCode::io,
                   fmt::format("cannot make {} in the folder {}: {}; accepted is a RIGHT in a folder that is "
                               "there and can be written",
                               right, folder, sources::reason_of(reason)));
  }
  TreeEntry parent;
  tree::describe(about, parent);
  const std::string name(tree::base_name(right));
  if (root_of(trees.left).identity == parent.identity)
    return excludes.excludes(name, tree::EntryKind::folder) ? Result<void>() : not_apart(trees);
  for (const TreeEntry& entry : trees.left.entries) {
    if (entry.is_folder() && entry.identity == parent.identity &&
        !excludes.excludes(entry.path + "/" + name, tree::EntryKind::folder))
      return not_apart(trees);
  }
  return {};
}

class TreeSync {
 public:
  TreeSync(const TreeSyncRequest& request, TreeReading reading, Output& output)
      : request_(request),
        reading_(std::move(reading)),
        contents_(reading_.terms.reads() ? Contents::read : Contents::by_size_and_time),
        output_(output),
        progress_(request.progress) {
    struct stat about {};
    is_missing_ = ::lstat(request_.right.c_str(), &about) != 0 && errno == ENOENT;
  }

  Result<Status> run() {
    auto trees = scan();
    if (!trees) return failure(trees.error());
    auto work = compare(*trees);
    if (!work) return failure(work.error());
    name_all(*trees);
    TreeSyncOutcome outcome{*work, EntryCounts::of(trees->right), EntryCounts::of(trees->left), contents_};
    outcome.right_is_there = !is_missing_;
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
  bool is_late() const { return reading_.deadline && std::chrono::steady_clock::now() > *reading_.deadline; }

  // Each is said once, though it may be met when comparing, writing and proving.
  void trouble(const std::string& sentence) {
    if (troubles_.insert(sentence).second) say("peel: " + sentence);
  }

  void name_all(const ScannedTrees& trees) {
    for (const tree::TreeScan* scan : {&trees.left, &trees.right}) {
      for (const tree::TreeTrouble& unread : scan->troubles) trouble(unread.sentence);
    }
    for (const std::string& sentence : trees.apart.refused) trouble(sentence);
    for (const std::string& path : trees.apart.kept)
      say(fmt::format("note: {} is kept, since something in it is left out", trees.right.spoken(path)));
  }

  Result<ScannedTrees> scan() {
    std::atomic<std::uint64_t> found = 0;
    const auto stage = progress_.stage(
        "finding files", [&found] { return found.load(); }, std::nullopt, ProgressUnit::work);
    auto left = tree::TreeScan::of(request_.left, reading_.excludes, &found);
    if (!left) return failure(left.error());
    auto right = is_missing_ ? Result<tree::TreeScan>(nothing())
                             : tree::TreeScan::of(request_.right, reading_.excludes, &found);
    if (!right) return failure(right.error());
    ScannedTrees trees{std::move(*left), std::move(*right), {}, {}};
    auto apart =
        is_missing_ ? check_apart_once_made(trees.pair(), reading_.excludes) : check_apart(trees.pair());
    if (!apart) return failure(apart.error());
    const std::vector<TreeEntry> namesakes = take_temporaries(trees.left);
    trees.leftovers = take_temporaries(trees.right);
    trees.apart = set_apart(trees.pair());
    for (const TreeEntry& entry : namesakes) {
      trees.apart.refused.push_back(fmt::format(
          "{} is not copied, since temporary files of peel sync have such names; accepted is another name, "
          "and --exclude leaves it out",
          trees.left.spoken(entry.path)));
    }
    std::erase_if(trees.leftovers, [&trees](const TreeEntry& entry) {
      const pid_t process = process_of_temporary(tree::base_name(entry.path));
      if (!is_running(process)) return false;
      trees.apart.refused.push_back(fmt::format(
          "{} is left alone, since process {} may be writing it; run it again when that has ended",
          trees.right.spoken(entry.path), process));
      return true;
    });
    return trees;
  }

  // A RIGHT that is not there yet.
  tree::TreeScan nothing() const {
    std::string name = request_.right;
    while (name.size() > 1 && name.ends_with('/')) name.pop_back();
    return {std::move(name), sources::FileDescriptor::borrowed(-1)};
  }

  Result<TreeWork> compare(ScannedTrees& trees) {
    tree::ReadingWatch watch;
    watch.deadline = reading_.deadline;
    std::optional<Progress::Stage> stage;
    return find_work(trees.pair(), contents_, watch, [&](std::uint64_t bytes) {
      stage.emplace(progress_.stage(
          "comparing", [&watch] { return watch.bytes.load(); }, bytes));
    });
  }

  Result<void> apply(ScannedTrees& trees, const TreeWork& work, TreeSyncOutcome& outcome) {
    const std::vector<Step> steps = plan_steps(work, trees.left, trees.leftovers);
    if (steps.empty() && !is_missing_) return {};
    std::set<std::string, std::less<>> unheld_times;
    {
      const SignalWatch signals{SIGINT, SIGTERM, SIGHUP};
      std::optional<int> signal;
      const auto must_stop = [&] {
        if (!signal) signal = signals.take();
        return signal.has_value() || is_late();
      };
      const bool is_made = is_missing_;
      if (auto made = make_right(trees.right); !made) return made;
      const bool is_read = trees.left.troubles.empty() && trees.right.troubles.empty();
      using Reading = StepRunner::Reading;
      StepRunner runner(trees.pair(), is_read ? Reading::complete : Reading::incomplete, must_stop);
      run(runner, steps);
      if (is_made) {
        if (auto settled = runner.right().settle_root(root_of(trees.left)); !settled)
          trouble(settled.error().sentence());
      }
      if (signal) {
        say("peel: interrupted; every file is as it was or as it shall be, and the next sync does the rest");
        signals.let_through(*signal);
      }
      if (runner.is_stopped())
        return failure(ErrorCode::io,
                       fmt::format("{} was not finished{}; every file in it is as it was or as it shall "
                                   "be, and the next sync does the rest",
                                   trees.right.name, is_late() ? " in the time that --timeout allows" : ""));
      outcome.applied = true;
      outcome.done = runner.done();
      has_held_back_ = runner.has_held_back_removals();
      unheld_times = runner.right().unheld_times();
    }
    auto proof = prove({trees, work, contents_, unheld_times});
    if (!proof)
      return failure(proof.error().code(), fmt::format("{} was written, but comparing it again failed: {}",
                                                       trees.right.name, proof.error().sentence()));
    outcome.proof = std::move(*proof);
    return {};
  }

  Result<void> make_right(tree::TreeScan& right) {
    if (!is_missing_) return {};
    const char* const path = request_.right.c_str();
    right.root = ::mkdir(path, 0700) == 0
                     ? sources::FileDescriptor::owned(::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
                     : sources::FileDescriptor::owned(-1);
    if (!right.root.is_open()) {
      return failure(ErrorCode::io, fmt::format("cannot make {}: {}", spoken_name(request_.right),
                                                sources::reason_of(errno)));
    }
    is_missing_ = false;
    return {};
  }

  void run(StepRunner& runner, const std::vector<Step>& steps) {
    {
      const auto stage = progress_.stage(
          "writing", [&runner] { return runner.bytes().load(); }, bytes_to_write(steps));
      runner.run(steps);
    }
    for (const std::string& sentence : runner.troubles()) trouble(sentence);
    for (const std::string& sentence : runner.notes()) say("note: " + sentence);
  }

  Result<TreeProof> prove(const SyncBefore& before) {
    auto now = scan();
    if (!now) return failure(now.error());
    tree::ReadingWatch watch;
    watch.deadline = reading_.deadline;
    return prove_equal(*now, before, watch, progress_);
  }

  Result<Status> report(TreeSyncOutcome& outcome) {
    if (outcome.proof) {
      for (const std::string& sentence : outcome.proof->troubles) trouble(sentence);
    }
    outcome.complete = troubles_.empty();
    show_outcome(outcome, request_.form, request_.style, output_);
    if (request_.form == ReportForm::nothing && outcome.exceeded && is_applying())
      say("note: " + outcome_in_words(outcome).substr(0, outcome_in_words(outcome).size() - 1));
    if (!troubles_.empty()) {
      output_.finish();
      return failure(ErrorCode::io, troubles_in_words(outcome));
    }
    return outcome.is_equal() ? Status::done : Status::different;
  }

  std::string troubles_in_words(const TreeSyncOutcome& outcome) const {
    const std::string what = fmt::format(
        "{} {} in {} or {} could not be read or written", grouped(troubles_.size()),
        troubles_.size() == 1 ? "entry" : "entries", spoken_name(request_.left), spoken_name(request_.right));
    if (has_held_back_)
      return "nothing was removed, since " + what +
             "; see to that, or leave it out with --exclude, and run it again";
    return what + (outcome.exceeded ? "; nothing was written"
                   : is_applying()  ? "; all the rest was done"
                                    : "; --apply does what it can without, and removes nothing unless "
                                      "everything can be read and written");
  }

  const TreeSyncRequest& request_;
  TreeReading reading_;
  Contents contents_;
  Output& output_;
  Progress progress_;
  bool is_missing_ = false;         // RIGHT, which is then empty
  std::set<std::string> troubles_;  // sentences
  bool has_held_back_ = false;      // removals
};

Result<void> check_request(const TreeSyncRequest& request) {
  if (!request.source.columns.empty() || !request.source.ignore.empty()) {
    return failure(
        ErrorCode::invalid_argument,
        "--columns and --ignore are not for a sync of folders, which keeps contents, times and modes; "
        "leave them out");
  }
  if (request.right == "-") {
    return failure(ErrorCode::invalid_argument,
                   "RIGHT is -, standard input, which cannot be written; accepted is a folder, and ./- for "
                   "one of that name");
  }
  struct stat about {};
  if (request.left != "-" && ::stat(request.left.c_str(), &about) != 0) {
    return failure(ErrorCode::io, fmt::format("cannot read {}: {}; accepted is a folder, as {} is one",
                                              spoken_name(request.left), sources::reason_of(errno),
                                              spoken_name(request.right)));
  }
  if (!tree::is_folder(request.left)) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{} is a folder and {} is not; accepted are two folders",
                               spoken_name(request.right), spoken_name(request.left)));
  }
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
