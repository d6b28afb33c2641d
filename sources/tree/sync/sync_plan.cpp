#include "sources/tree/sync/sync_plan.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace peel::sources::tree {

namespace {

// Files that are moved, in an order in which no file is overwritten before it was moved itself.
class MoveOrder {
 public:
  explicit MoveOrder(std::vector<const MovedEntry*> moves) : moves_(std::move(moves)) {
    for (std::size_t i = 0; i < moves_.size(); ++i) by_source_.emplace(moves_[i]->there->path, i);
    states_.resize(moves_.size(), State::waiting);
    second_names_.resize(moves_.size());
  }

  // Second names are numbered from 0 on.
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
      second_names_[*at] = saves_++;
      Step save{StepKind::save, moves_[*at]->there->path, moves_[*at]->there};
      save.second_name = second_names_[*at];
      steps_.push_back(std::move(save));
    }
    for (auto move = chain.rbegin(); move != chain.rend(); ++move) add(*move);
  }

  void add(std::size_t number) {
    const MovedEntry& move = *moves_[number];
    Step step{StepKind::move_file, move.wanted->path, move.there, move.wanted, move.occupant};
    step.from = move.there->path;
    step.source_stays = move.source_stays;
    step.second_name = second_names_[number];
    step.counts_as = CountedAs::moved;
    steps_.push_back(std::move(step));
    states_[number] = State::done;
  }

  std::vector<const MovedEntry*> moves_;
  std::map<std::string_view, std::size_t> by_source_;
  std::vector<State> states_;
  std::vector<std::optional<std::size_t>> second_names_;
  std::size_t saves_ = 0;
  std::vector<Step> steps_;
};

class Planner {
 public:
  Planner(const TreeWork& work, const TreeScan& left) : work_(work), left_(left) {}

  std::vector<Step> plan(std::span<const TreeEntry> leftovers) {
    folders();
    file_moves();
    std::vector<Step> placed = writes();
    for (const AdjustedEntry& entry : work_.adjusted) {
      if (!entry.wanted->is_folder())
        add({StepKind::adjust, entry.wanted->path, entry.there, entry.wanted}, entry.counts_as());
    }
    for (const TreeEntry& entry : leftovers) add({StepKind::remove_leftover, moved_path(entry.path), &entry});
    removals();
    std::ranges::move(placed, std::back_inserter(steps_));
    settle();
    return std::move(steps_);
  }

 private:
  void add(Step step, CountedAs counts_as = CountedAs::none) {
    step.counts_as = counts_as;
    steps_.push_back(std::move(step));
  }

  // Where something is that may have moved with its folder.
  std::string moved_path(const std::string& path) const {
    for (const MovedEntry& move : work_.moved) {
      if (is_below(path, move.there->path)) return move.wanted->path + path.substr(move.there->path.size());
    }
    return path;
  }

  void folders() {
    for (const TreeEntry* entry : work_.added) {
      if (entry->is_folder()) add({StepKind::make_folder, entry->path, nullptr, entry}, CountedAs::added);
    }
    for (const EntryPair& pair : work_.replaced) {
      if (pair.wanted->is_folder())
        add({StepKind::make_folder, pair.wanted->path, pair.there, pair.wanted}, CountedAs::changed);
    }
    for (const MovedEntry& move : work_.moved) {
      if (!move.wanted->is_folder()) continue;
      add({StepKind::move_folder, move.wanted->path, move.there, move.wanted}, CountedAs::moved);
      steps_.back().from = move.there->path;
    }
    std::ranges::sort(steps_, {}, &Step::path);
  }

  void file_moves() {
    std::vector<const MovedEntry*> moves;
    for (const MovedEntry& move : work_.moved) {
      if (!move.wanted->is_folder()) moves.push_back(&move);
    }
    std::ranges::move(MoveOrder(std::move(moves)).steps(), std::back_inserter(steps_));
  }

  // Returns the steps by which what comes in the place of a folder gets there.
  std::vector<Step> writes() {
    const auto first = static_cast<std::ptrdiff_t>(steps_.size());
    std::vector<Step> placed;
    // Each has a second name of its own, behind those of moves, which are fewer than there are files.
    std::size_t second_name = work_.moved.size();
    for (const TreeEntry* entry : work_.added) {
      if (!entry->is_folder()) add({StepKind::write, entry->path, nullptr, entry}, CountedAs::added);
    }
    for (const EntryPair& pair : work_.replaced) {
      if (pair.wanted->is_folder()) continue;
      if (!pair.there->is_folder()) {
        add({StepKind::write, pair.wanted->path, pair.there, pair.wanted}, CountedAs::changed);
        continue;
      }
      add({StepKind::prepare, pair.wanted->path, pair.there, pair.wanted});
      placed.push_back({StepKind::place, pair.wanted->path, pair.there, pair.wanted});
      placed.back().counts_as = CountedAs::changed;
      steps_.back().second_name = placed.back().second_name = second_name++;
    }
    std::ranges::sort(steps_.begin() + first, steps_.end(), {}, &Step::path);
    return placed;
  }

  void removals() {
    std::vector<const TreeEntry*> folders;
    for (const TreeEntry* entry : work_.removed) {
      if (entry->is_folder())
        folders.push_back(entry);
      else
        add({StepKind::remove, entry->path, entry}, CountedAs::removed);
    }
    // What is in a folder has a longer path with the same beginning.
    std::ranges::sort(folders, std::ranges::greater(), &TreeEntry::path);
    for (const TreeEntry* entry : folders)
      add({StepKind::remove_folder, entry->path, entry}, CountedAs::removed);
  }

  // Folders that are made or moved, whose attributes differ, or whose time changed with what happened in
  // them.
  void settle() {
    std::map<std::string, CountedAs, std::greater<>> paths;
    for (const AdjustedEntry& entry : work_.adjusted) {
      if (entry.wanted->is_folder()) paths.emplace(entry.wanted->path, entry.counts_as());
    }
    for (const Step& step : steps_) {
      if (step.kind == StepKind::make_folder || step.kind == StepKind::move_folder)
        paths.emplace(step.path, CountedAs::none);
      if (step.kind == StepKind::adjust) continue;  // changes no folder
      paths.emplace(folder_of(step.path), CountedAs::none);
      if (!step.from.empty()) paths.emplace(folder_of(step.from), CountedAs::none);
    }
    for (const auto& [path, change] : paths) {
      const TreeEntry* const folder = left_.find(path);
      if (folder != nullptr && folder->is_folder())
        add({StepKind::settle_folder, path, nullptr, folder}, change);
    }
  }

  const TreeWork& work_;
  const TreeScan& left_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> plan_steps(const TreeWork& work, const TreeScan& left,
                             std::span<const TreeEntry> leftovers) {
  return Planner(work, left).plan(leftovers);
}

std::uint64_t bytes_to_write(const std::vector<Step>& steps) {
  std::uint64_t bytes = 0;
  for (const Step& step : steps) {
    if (step.kind == StepKind::write || step.kind == StepKind::prepare) bytes += step.wanted->size;
  }
  return bytes;
}

}  // namespace peel::sources::tree
