// Carries out the steps of a plan, one after the other. If one of them goes wrong, a sentence says so and the
// others go on, but then nothing is removed. A full disk ends the run. So does the watch, but not between two
// moves, where a file may have none but its second name. Nothing is ever half written.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/watch.hpp"

#include "sources/tree/sync/file_copy.hpp"
#include "sources/tree/sync/right_tree.hpp"
#include "sources/tree/sync/sync_plan.hpp"

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace peel::sources::tree {

class StepRunner {
 public:
  enum class Reading : std::uint8_t {
    complete,
    incomplete,  // something of LEFT or RIGHT is not known: nothing may be removed
  };
  // A watch that is cancelled must stay cancelled.
  StepRunner(const TreePair& trees, Reading reading, reconcile::Watch& watch);

  void run(const std::vector<Step>& steps);

  // A sentence for each step that was not done.
  const std::vector<std::string>& troubles() const { return troubles_; }
  // Sentences that people should know.
  const std::vector<std::string>& notes() const { return notes_; }
  // Why the run ended before all steps were tried, if it did: `cancelled`, `timed_out`, or `limit_exceeded`
  // for a full disk.
  const std::optional<Error>& ended_by() const { return ended_by_; }
  bool has_held_back_removals() const { return may_remove_ && !*may_remove_; }
  const ChangeCounts& done() const { return done_; }
  RightTree& right() { return right_; }

 private:
  Result<void> run(const Step& step);
  Result<void> save(const Step& step);
  Result<void> move(const Step& step);
  Result<void> rename(const Step& step);
  Result<void> write(const Step& step);
  Result<void> write(const std::string& path, const TreeEntry* there, const TreeEntry& wanted);
  Result<void> prepare(const Step& step);
  Result<void> place(const Step& step);
  Result<void> remove_leftover(const std::string& path);
  Result<void> check_not_stuck(const Step& step) const;
  bool may_remove();
  RightTree::Fill contents_of(const TreeEntry& wanted);
  void put_away_second_names();

  TreePair trees_;
  Reading reading_;
  reconcile::Watch& watch_;
  std::atomic<std::uint64_t> bytes_ = 0;
  RightTree right_;
  FileCopy copy_;
  struct SecondName {
    std::string path;
    std::string of;
  };
  std::map<std::size_t, SecondName> saved_;
  std::map<std::size_t, std::string> prepared_;
  std::set<std::string, std::less<>> stuck_;  // files that could not be moved away: nothing overwrites them
  std::vector<std::string> troubles_;
  std::vector<std::string> notes_;
  ChangeCounts done_;
  std::optional<bool> may_remove_;  // once it was asked
  std::optional<Error> ended_by_;
};

}  // namespace peel::sources::tree
