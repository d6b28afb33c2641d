#include "cli/tree_sync/sync_plan.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace peel::cli {

namespace tree = sources::tree;
using tree::TreeEntry;

namespace {

// Files that are moved, in an order in which no file is overwritten before it was moved itself.
class MoveOrder {
 public:
  explicit MoveOrder(std::vector<const MovedEntry*> moves) : moves_(std::move(moves)) {
    for (std::size_t i = 0; i < moves_.size(); ++i) by_source_.emplace(moves_[i]->there->path, i);
    states_.resize(moves_.size(), State::waiting);
    saved_.resize(moves_.size());
  }

  std::vector<Step> steps() {
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (states_[i] == State::waiting) follow(i);
    }
    return std::move(steps_);
  }

 private:
  enum class State : std::uint8_t { waiting, begun, done };

  // The move that must come first: that of what stands in the way.
  std::optional<std::size_t> before(std::size_t move) const {
    if (moves_[move]->occupant == nullptr) return std::nullopt;
    const auto found = by_source_.find(moves_[move]->occupant->path);
    if (found == by_source_.end()) return std::nullopt;
    return found->second;
  }

  // Chains may be as long as there are files: no recursion.
  void follow(std::size_t first) {
    std::vector<std::size_t> chain;
    std::optional<std::size_t> at = first;
    while (at && states_[*at] == State::waiting) {
      states_[*at] = State::begun;
      chain.push_back(*at);
      at = before(*at);
    }
    // A circle ends where it began. The file that would be overwritten first gets a second name.
    if (at && states_[*at] == State::begun) {
      saved_[*at] = saves_++;
      Step save{StepKind::save, moves_[*at]->there->path, moves_[*at]->there};
      save.saved = saved_[*at];
      steps_.push_back(std::move(save));
    }
    for (auto move = chain.rbegin(); move != chain.rend(); ++move) add(*move);
  }

  void add(std::size_t number) {
    const MovedEntry& move = *moves_[number];
    Step step{StepKind::move_file, move.wanted->path, move.there, move.wanted, move.occupant};
    step.from = move.there->path;
    step.source_stays = move.source_stays;
    step.saved = saved_[number];
    steps_.push_back(std::move(step));
    states_[number] = State::done;
  }

  std::vector<const MovedEntry*> moves_;
  std::map<std::string_view, std::size_t> by_source_;
  std::vector<State> states_;
  std::vector<std::optional<std::size_t>> saved_;
  std::size_t saves_ = 0;
  std::vector<Step> steps_;
};

class Planner {
 public:
  Planner(const TreeWork& work, const tree::TreeScan& left) : work_(work), left_(left) {}

  std::vector<Step> plan() {
    folders();
    file_moves();
    std::vector<Step> late = writes();
    for (const AdjustedEntry& entry : work_.adjusted) {
      if (!entry.wanted->is_folder())
        steps_.push_back({StepKind::adjust, entry.wanted->path, entry.there, entry.wanted});
    }
    removals();
    std::ranges::move(late, std::back_inserter(steps_));
    settle();
    return std::move(steps_);
  }

 private:
  void folders() {
    std::vector<Step> steps;
    for (const TreeEntry* entry : work_.added) {
      if (entry->is_folder()) steps.push_back({StepKind::make_folder, entry->path, nullptr, entry});
    }
    for (const EntryPair& pair : work_.replaced) {
      if (pair.wanted->is_folder())
        steps.push_back({StepKind::make_folder, pair.wanted->path, pair.there, pair.wanted});
    }
    for (const MovedEntry& move : work_.moved) {
      if (!move.wanted->is_folder()) continue;
      steps.push_back({StepKind::move_folder, move.wanted->path, move.there, move.wanted});
      steps.back().from = move.there->path;
    }
    std::ranges::sort(steps, {}, &Step::path);
    steps_ = std::move(steps);
  }

  void file_moves() {
    std::vector<const MovedEntry*> moves;
    for (const MovedEntry& move : work_.moved) {
      if (!move.wanted->is_folder()) moves.push_back(&move);
    }
    std::ranges::move(MoveOrder(std::move(moves)).steps(), std::back_inserter(steps_));
  }

  // Those that have to wait until a folder is gone.
  std::vector<Step> writes() {
    std::vector<Step> early;
    std::vector<Step> late;
    for (const TreeEntry* entry : work_.added) {
      if (!entry->is_folder()) early.push_back({StepKind::write, entry->path, nullptr, entry});
    }
    for (const EntryPair& pair : work_.replaced) {
      if (pair.wanted->is_folder()) continue;
      const bool is_late = pair.there->is_folder();
      (is_late ? late : early)
          .push_back({StepKind::write, pair.wanted->path, is_late ? nullptr : pair.there, pair.wanted});
    }
    std::ranges::sort(early, {}, &Step::path);
    std::ranges::move(early, std::back_inserter(steps_));
    return late;
  }

  void removals() {
    std::vector<const TreeEntry*> folders;
    for (const TreeEntry* entry : work_.removed) {
      if (entry->is_folder())
        folders.push_back(entry);
      else
        steps_.push_back({StepKind::remove, entry->path, entry});
    }
    for (const EntryPair& pair : work_.replaced) {
      if (pair.there->is_folder()) folders.push_back(pair.there);
    }
    // What is in a folder has a longer path with the same beginning.
    std::ranges::sort(folders, std::ranges::greater(), &TreeEntry::path);
    for (const TreeEntry* entry : folders) steps_.push_back({StepKind::remove_folder, entry->path, entry});
  }

  // Folders that are made or moved, whose attributes differ, or whose time changed with what happened in
  // them.
  void settle() {
    std::set<std::string, std::greater<>> paths;
    for (const AdjustedEntry& entry : work_.adjusted) {
      if (entry.wanted->is_folder()) paths.insert(entry.wanted->path);
    }
    for (const Step& step : steps_) {
      if (step.kind == StepKind::make_folder || step.kind == StepKind::move_folder) paths.insert(step.path);
      if (step.kind == StepKind::adjust) continue;  // changes no folder
      paths.insert(std::string(tree::folder_of(step.path)));
      if (!step.from.empty()) paths.insert(std::string(tree::folder_of(step.from)));
    }
    for (const std::string& path : paths) {
      const TreeEntry* const folder = left_.find(path);
      if (folder != nullptr && folder->is_folder())
        steps_.push_back({StepKind::settle_folder, path, nullptr, folder});
    }
  }

  const TreeWork& work_;
  const tree::TreeScan& left_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> plan_steps(const TreeWork& work, const tree::TreeScan& left) {
  return Planner(work, left).plan();
}

std::uint64_t bytes_to_write(const std::vector<Step>& steps) {
  std::uint64_t bytes = 0;
  for (const Step& step : steps) {
    if (step.kind == StepKind::write) bytes += step.wanted->size;
  }
  return bytes;
}

}  // namespace peel::cli
