#include "sources/tree/sync/tree_target.hpp"

#include "peel/reconcile/change_counter.hpp"

#include "sources/tree/entry_rows.hpp"
#include "sources/tree/reading_watch.hpp"
#include "sources/tree/sync/folders_apart.hpp"
#include "sources/tree/sync/step_runner.hpp"
#include "sources/tree/sync/work_changes.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

namespace peel::sources::tree {

namespace {

RightSide right_side_at(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) != 0 && errno == ENOENT ? RightSide::missing : RightSide::there;
}

Result<void> check_folders(const TargetRequest& request) {
  const std::string left = request.from.name();
  const std::string right = request.target.name();
  if (request.target.path == "-")
    return failure(ErrorCode::incompatible, right + " cannot be made like a folder; accepted is a folder");
  struct stat about {};
  if (request.from.path != "-" && ::stat(request.from.path.c_str(), &about) != 0) {
    return failure(ErrorCode::io, "cannot read " + left + ": " + reason_of(errno) +
                                      "; accepted is a folder, as " + right + " is one");
  }
  if (!is_folder(request.from.path)) {
    return failure(ErrorCode::incompatible,
                   right + " is a folder and " + left + " is not; accepted are two folders");
  }
  if (!is_folder(request.target.path) && ::lstat(request.target.path.c_str(), &about) == 0) {
    return failure(ErrorCode::incompatible,
                   left + " is a folder and " + right +
                       " is not; accepted are two folders, or a target that is not there");
  }
  return {};
}

Result<Contents> contents_to_keep(const FolderReading& reading) {
  using Content = FolderReading::Content;
  if (!reading.size || !reading.mode || reading.content == Content::ignored)
    return refused("a sync of folders keeps sizes, contents, times and modes; none of them can be left out");
  return reading.content == Content::read ? Contents::read : Contents::by_size_and_time;
}

}  // namespace

Result<std::unique_ptr<TreeTarget>> TreeTarget::open(const TargetRequest& request) {
  if (auto checked = check_folders(request); !checked) return failure(checked.error());
  const auto contents = contents_to_keep(request.folders);
  if (!contents) return failure(contents.error());
  auto excludes = ExcludeRules::from(request.folders.exclude);
  if (!excludes) return failure(excludes.error());
  return std::make_unique<TreeTarget>(
      SyncedFolders{request.from.path, request.target.path, std::move(*excludes)}, *contents);
}

TreeTarget::TreeTarget(SyncedFolders folders, Contents contents)
    : folders_(std::move(folders)),
      contents_(contents),
      right_(right_side_at(folders_.right)),
      was_missing_(right_ == RightSide::missing) {}

void TreeTarget::add_troubles(const std::vector<SyncTrouble>& troubles) {
  for (const SyncTrouble& trouble : troubles) {
    if (sentences_.insert(trouble.sentence).second) troubles_.push_back(trouble);
  }
}

reconcile::Report TreeTarget::report_of(const ScannedTrees& trees) const {
  reconcile::Report report;
  report.method = reconcile::Method::tree;
  report.reason =
      contents_ == Contents::read ? reconcile::Reason::contents_read : reconcile::Reason::size_and_time;
  report.passes = 1;
  report.rows_left = trees.right.entries.size();
  report.rows_right = trees.left.entries.size();
  report.gap = troubles_.empty() ? reconcile::Gap::none : reconcile::Gap::unreadable;
  return report;
}

Result<reconcile::Report> TreeTarget::plan(reconcile::TableSink& shown, reconcile::Watch& watch) {
  auto trees = scan_for_sync(folders_, right_, watch);
  if (!trees) return failure(trees.error());
  trees_.emplace(std::move(*trees));
  ReadingWatch files(watch);
  auto work = find_work(trees_->pair(), contents_, files);
  if (!work) return failure(work.error());
  work_ = std::move(*work);
  steps_ = plan_steps(work_, trees_->left, trees_->leftovers);
  std::vector<SyncTrouble> troubles;
  trees_->add_troubles_to(troubles);
  add_troubles(troubles);
  for (const std::string& path : trees_->apart.kept)
    notes_.push_back(trees_->right.spoken(path) + " is kept, since something in it is left out");

  const TreeTerms tree_terms = sync_terms(contents_, Copier::current());
  const reconcile::Terms terms = tree_terms_as_rows(tree_terms);
  auto sink = shown.begin(terms);
  if (!sink) return failure(sink.error());
  reconcile::Report report = report_of(*trees_);
  report.bytes_read = files.bytes;
  reconcile::ChangeCounter counter(**sink);
  if (auto handed = hand_on_work(work_, *trees_, tree_terms, counter); !handed)
    return failure(handed.error());
  report = counter.counted(report);
  if (auto ended = shown.end(terms, report); !ended) return failure(ended.error());
  return report;
}

Result<void> TreeTarget::make_right() {
  if (right_ == RightSide::there) return {};
  TreeScan& right = trees_->right;
  const char* const path = folders_.right.c_str();
  right.root = ::mkdir(path, 0700) == 0
                   ? FileDescriptor::owned(::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
                   : FileDescriptor::owned(-1);
  if (!right.root.is_open())
    return failure(ErrorCode::io, "cannot make " + right.name + ": " + reason_of(errno));
  right_ = RightSide::there;
  return {};
}

Result<void> TreeTarget::apply(reconcile::Watch& watch) {
  if (auto made = make_right(); !made) return made;
  return run_steps(watch);
}

Result<void> TreeTarget::run_steps(reconcile::Watch& watch) {
  using Reading = StepRunner::Reading;
  const bool is_read = trees_->left.troubles.empty() && trees_->right.troubles.empty();
  StepRunner runner(trees_->pair(), is_read ? Reading::complete : Reading::incomplete, watch);
  runner.run(steps_);
  for (const std::string& sentence : runner.troubles()) add_troubles({{sentence}});
  notes_.insert(notes_.end(), runner.notes().begin(), runner.notes().end());
  if (was_missing_) {
    if (auto settled = runner.right().settle_root(root_of(trees_->left)); !settled)
      add_troubles({{settled.error().sentence()}});
  }
  done_ = runner.done();
  has_held_back_removals_ = runner.has_held_back_removals();
  unheld_times_ = runner.right().unheld_times();
  if (!runner.ended_by()) return {};
  const bool is_late = runner.ended_by()->code() == ErrorCode::timed_out;
  return failure(runner.ended_by()->code(),
                 trees_->right.name + " was not finished" + (is_late ? " in the time allowed" : "") +
                     "; every file in it is as it was or as it shall be, and the next sync does the rest");
}

Result<reconcile::Report> TreeTarget::prove(reconcile::Watch& watch) {
  auto now = scan_for_sync(folders_, right_, watch);
  if (!now) return failure(now.error());
  ReadingWatch files(watch);
  auto proof = prove_equal(*now, {*trees_, work_, contents_, unheld_times_}, files);
  if (!proof) return failure(proof.error());
  proof_ = std::move(*proof);
  add_troubles(proof_->troubles);
  reconcile::Report report = report_of(*now);
  report.bytes_read = files.bytes;
  report.changes = report.changed = proof_->left_over + proof_->unheld_times;
  return report;
}

}  // namespace peel::sources::tree
