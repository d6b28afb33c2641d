#include "cli/tree_sync/tree_sync.hpp"

#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"
#include "cli/progress_watch.hpp"
#include "cli/tree/tree_options.hpp"
#include "cli/tree_sync/interruptible_watch.hpp"
#include "sources/tree/sync/tree_target.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace peel::cli {

namespace tree = sources::tree;

namespace {

void say(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", printable(sentence).c_str());
}

// The plan is shown from the work of the target, which says more than rows do.
class Unshown : public reconcile::TableSink, public reconcile::ChangeSink {
 public:
  Result<reconcile::ChangeSink*> begin(const reconcile::Terms&) override { return this; }
  Result<void> end(const reconcile::Terms&, const reconcile::Report&) override { return {}; }
  Result<void> take(const reconcile::Change&) override { return {}; }
};

class TreeSync {
 public:
  TreeSync(const TreeSyncRequest& request, tree::TreeTarget& target, Output& output)
      : request_(request), output_(output), target_(target) {}

  Result<Status> run(reconcile::Watch& watch) {
    reconcile::SyncOptions how{.mode = request_.mode};
    if (request_.max_delete) how.most_removed = request_.max_delete->limit();
    const auto synced = sync(how, watch);
    if (!synced) return failure(synced.error());
    if (!is_shown_) show_plan();
    TreeSyncOutcome outcome{target_, synced->is_applied, {}, not_shown_};
    if (synced->is_exceeded) outcome.exceeded = request_.max_delete;
    return report(outcome);
  }

 private:
  bool is_applying() const { return request_.mode == reconcile::SyncOptions::Mode::apply; }

  // Troubles and notes of the target that were not said yet.
  void say_news() {
    for (; troubles_said_ < target_.troubles().size(); ++troubles_said_) {
      const tree::SyncTrouble& trouble = target_.troubles()[troubles_said_];
      say("peel: " + trouble.sentence + (trouble.ends_if_excluded ? ", and --exclude leaves it out" : ""));
    }
    for (; notes_said_ < target_.notes().size(); ++notes_said_) say("note: " + target_.notes()[notes_said_]);
  }

  void show_plan() {
    say_news();
    not_shown_ = show_work(target_.work(), request_.form, request_.style, request_.limit, output_);
    is_shown_ = true;
  }

  Result<reconcile::SyncReport> sync(const reconcile::SyncOptions& how, reconcile::Watch& shown) {
    Unshown unshown;
    InterruptibleWatch watch(shown);
    auto synced = reconcile::sync(target_, how, unshown, watch, [&](const auto&) -> Result<void> {
      show_plan();
      output_.finish();  // nothing is written unless all of the plan could be shown
      watch.begin();
      return {};
    });
    if (is_shown_) say_news();
    if (watch.is_interrupted()) {
      say("peel: interrupted; every file is as it was or as it shall be, and the next sync does the rest");
      watch.let_signal_through();
    }
    return synced;
  }

  Result<Status> report(const TreeSyncOutcome& outcome) {
    show_outcome(outcome, request_.form, request_.style, output_);
    if (request_.form == ReportForm::nothing && outcome.exceeded && is_applying()) {
      const std::string words = outcome_in_words(outcome);
      say("note: " + words.substr(0, words.size() - 1));
    }
    if (!outcome.is_complete()) {
      output_.finish();
      return failure(ErrorCode::io, troubles_in_words(outcome));
    }
    return outcome.is_equal() ? Status::done : Status::different;
  }

  std::string troubles_in_words(const TreeSyncOutcome& outcome) const {
    const std::size_t troubles = target_.troubles().size();
    const std::string what = fmt::format("{} {} in {} or {} could not be read or written", grouped(troubles),
                                         troubles == 1 ? "entry" : "entries", spoken_name(request_.left),
                                         spoken_name(request_.right));
    if (target_.has_held_back_removals())
      return "nothing was removed, since " + what +
             "; see to that, or leave it out with --exclude, and run it again";
    return what + (outcome.exceeded ? "; nothing was written"
                   : is_applying()  ? "; all the rest was done"
                                    : "; --apply does what it can without, and removes nothing unless "
                                      "everything can be read and written");
  }

  const TreeSyncRequest& request_;
  Output& output_;
  tree::TreeTarget& target_;
  bool is_shown_ = false;
  std::uint64_t not_shown_ = 0;
  std::size_t troubles_said_ = 0;
  std::size_t notes_said_ = 0;
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
  return {};
}

}  // namespace

Result<Status> sync_trees(const TreeSyncRequest& request, Output& output) {
  if (auto checked = check_request(request); !checked) return failure(checked.error());
  auto reading = folder_reading(request.source);
  if (!reading) return failure(reading.error());
  const auto deadline = deadline_of(request.source);
  if (!deadline) return failure(deadline.error());
  const auto target = tree::TreeTarget::open({.from = {.given = request.left, .path = request.left},
                                              .target = {.given = request.right, .path = request.right},
                                              .folders = std::move(*reading)});
  if (!target) return failure(target.error());
  ProgressWatch watch(request.progress, *deadline);
  return TreeSync(request, **target, output).run(watch);
}

}  // namespace peel::cli
