// TreeTarget: a folder, RIGHT, that becomes like another, LEFT, in names, contents, modes, times and links.
// What has to be done is found (tree_work.hpp), put in order (sync_plan.hpp), carried out (step_runner.hpp)
// and proved (tree_proof.hpp).
//
// A folder is not changed all or nothing. What cannot be read or written is trouble and stays as it is; all
// the rest is done, but nothing is removed then. At every moment each path has its old contents or its new
// ones.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/target.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/sources/open_target.hpp"

#include "sources/tree/sync/scanned_trees.hpp"
#include "sources/tree/sync/sync_plan.hpp"
#include "sources/tree/sync/sync_trouble.hpp"
#include "sources/tree/sync/tree_proof.hpp"
#include "sources/tree/sync/tree_work.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace peel::sources::tree {

class TreeTarget : public reconcile::Target {
 public:
  // The folders of the request, of which RIGHT may be missing: apply() makes it. Fails with `incompatible`
  // unless both are folders, with `io` without LEFT, and with `invalid_argument` for a pattern that is none
  // and for a reading that leaves out what a sync keeps.
  static Result<std::unique_ptr<TreeTarget>> open(const TargetRequest& request);
  explicit TreeTarget(SyncedFolders folders, Contents contents = Contents::read);
  TreeTarget(const TreeTarget&) = delete;
  TreeTarget& operator=(const TreeTarget&) = delete;

  std::string name() const override { return folders_.right; }
  // The changes are those of hand_on_work. With troubles the report has Gap::unreadable. Fails with `io` if
  // one of the two cannot be opened or RIGHT cannot be made, and with `invalid_argument` if they are not
  // apart.
  Result<reconcile::Report> plan(reconcile::TableSink& shown, reconcile::Watch& watch) override;
  // Where nothing differs, leftovers may have to be removed, and times of folders to be set.
  bool has_work(const reconcile::Report&) const override { return was_missing_ || !steps_.empty(); }
  // Does what it can; what it cannot do is trouble. Fails if it did not come to an end: with `cancelled` or
  // `timed_out` as the watch does, and with `limit_exceeded` if the disk is full; the next sync does the
  // rest. A watch that is cancelled must stay cancelled.
  Result<void> apply(reconcile::Watch& watch) override;
  // Walks both folders again, and reads back what was written. See proof() too.
  Result<reconcile::Report> prove(reconcile::Watch& watch) override;

  // What plan() found.
  const TreeWork& work() const { return work_; }
  EntryCounts left_entries() const { return EntryCounts::of(trees_->left); }
  EntryCounts right_entries() const { return EntryCounts::of(trees_->right); }
  Contents contents() const { return contents_; }
  bool right_was_missing() const { return was_missing_; }

  // What apply() did.
  const ChangeCounts& done() const { return done_; }
  // Whether nothing was removed because of troubles.
  bool has_held_back_removals() const { return has_held_back_removals_; }

  // What prove() found.
  const std::optional<TreeProof>& proof() const { return proof_; }

  // All troubles that were met so far, each once.
  const std::vector<SyncTrouble>& troubles() const { return troubles_; }
  // Sentences that people should know.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void add_troubles(const std::vector<SyncTrouble>& troubles);
  Result<void> make_right();
  Result<void> run_steps(reconcile::Watch& watch);
  reconcile::Report report_of(const ScannedTrees& trees) const;

  SyncedFolders folders_;
  Contents contents_;
  RightSide right_;
  bool was_missing_;
  std::optional<ScannedTrees> trees_;  // as plan() found them
  TreeWork work_;                      // points to entries of `trees_`
  std::vector<Step> steps_;
  std::set<std::string, std::less<>> unheld_times_;
  ChangeCounts done_;
  bool has_held_back_removals_ = false;
  std::optional<TreeProof> proof_;
  std::vector<SyncTrouble> troubles_;
  std::set<std::string> sentences_;  // of the troubles
  std::vector<std::string> notes_;
};

}  // namespace peel::sources::tree
