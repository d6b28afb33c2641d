#include "sources/tree/tree_moves.hpp"

#include "sources/tree/tree_entry.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace peel::sources::tree {

namespace {

using Substance = LoneEntry::Substance;

// A folder that moved is looked for where the other side has the value of one of its files. No more entries
// with that value than these are tried.
constexpr std::size_t kMostCandidates = 64;

class MoveFinder {
 public:
  MoveFinder(std::span<const LoneEntry> removed, std::span<const LoneEntry> added)
      : removed_(removed), added_(added), removed_used_(removed.size()), added_used_(added.size()) {
    for (std::size_t i = 0; i < added.size(); ++i) {
      if (added[i].value) by_value_[*added[i].value].push_back(i);
    }
  }

  Moves find() {
    for (std::size_t i = 0; i < removed_.size(); ++i) {
      if (!removed_used_[i] && removed_[i].value) find_folder(i);
    }
    find_files();
    std::ranges::sort(found_.moves, {}, &Move::removed);
    return std::move(found_);
  }

 private:
  struct Range {
    std::size_t begin;
    std::size_t end;
  };

  // What was in a folder that is gone: these follow each other, since '0' is the byte behind '/'.
  Range entries_in(std::string_view folder) const {
    const auto begin = std::ranges::lower_bound(removed_, std::string(folder) + '/', {}, &LoneEntry::path);
    const auto end = std::ranges::lower_bound(removed_, std::string(folder) + '0', {}, &LoneEntry::path);
    return {static_cast<std::size_t>(begin - removed_.begin()),
            static_cast<std::size_t>(end - removed_.begin())};
  }

  std::optional<std::size_t> find_added(std::string_view path) const {
    const auto found = std::ranges::lower_bound(added_, path, {}, &LoneEntry::path);
    if (found == added_.end() || found->path != path) return std::nullopt;
    return static_cast<std::size_t>(found - added_.begin());
  }

  bool is_equal(std::size_t removed, std::size_t added) const {
    return !removed_used_[removed] && !added_used_[added] && removed_[removed].value &&
           removed_[removed].value == added_[added].value;
  }

  // What a pair is, as far as one side knows.
  Substance substance(std::size_t removed, std::size_t added) const {
    const Substance known = added_[added].substance;
    return known == Substance::unknown ? removed_[removed].substance : known;
  }

  void find_folder(std::size_t folder) {
    const std::string_view old_path = removed_[folder].path;
    const Range inside = entries_in(old_path);
    // The file with the fewest likes shows where the folder may be.
    const std::vector<std::size_t>* likes = nullptr;
    std::size_t witness = 0;
    for (std::size_t i = inside.begin; i < inside.end; ++i) {
      if (removed_used_[i] || !removed_[i].value) return;
      const auto found = by_value_.find(*removed_[i].value);
      if (found == by_value_.end()) return;
      if (substance(i, found->second.front()) != Substance::bytes) continue;
      if (likes != nullptr && likes->size() <= found->second.size()) continue;
      likes = &found->second;
      witness = i;
    }
    if (likes == nullptr) return;
    const std::string_view tail = std::string_view(removed_[witness].path).substr(old_path.size());
    for (std::size_t i = 0; i < std::min(likes->size(), kMostCandidates); ++i) {
      const std::string_view like = added_[(*likes)[i]].path;
      if (like.size() <= tail.size() || !like.ends_with(tail)) continue;
      if (try_folder(folder, like.substr(0, like.size() - tail.size()), inside)) return;
    }
  }

  bool try_folder(std::size_t folder, std::string_view new_path, Range inside) {
    const auto there = find_added(new_path);
    if (!there || !is_equal(folder, *there)) return false;
    std::vector<std::pair<std::size_t, std::size_t>> pairs = {{folder, *there}};
    std::uint64_t files = 0;
    for (std::size_t i = inside.begin; i < inside.end; ++i) {
      const std::string_view tail = std::string_view(removed_[i].path).substr(removed_[folder].path.size());
      const auto added = find_added(std::string(new_path).append(tail));
      if (!added || !is_equal(i, *added)) return false;
      pairs.emplace_back(i, *added);
      if (substance(i, *added) != Substance::folder) ++files;
    }
    for (const auto& [removed, added] : pairs) take(removed, added);
    found_.moves.push_back({folder, *there, files});
    return true;
  }

  void take(std::size_t removed, std::size_t added) {
    removed_used_[removed] = added_used_[added] = true;
    found_.pairs.emplace_back(removed, added);
  }

  void find_files() {
    using Named = std::pair<ValueDigest, std::string_view>;
    std::map<Named, std::vector<std::size_t>> by_name;
    for (std::size_t i = added_.size(); i-- > 0;) {  // so that the first of them is at the end
      if (!added_used_[i] && added_[i].value)
        by_name[{*added_[i].value, base_name(added_[i].path)}].push_back(i);
    }
    const auto take_file = [this](std::size_t removed, std::size_t added) {
      take(removed, added);
      found_.moves.push_back({removed, added, 1});
    };
    for (std::size_t i = 0; i < removed_.size(); ++i) {
      if (removed_used_[i] || !removed_[i].value) continue;
      const auto found = by_name.find({*removed_[i].value, base_name(removed_[i].path)});
      if (found == by_name.end() || found->second.empty() || !may_move(i, found->second.back())) continue;
      take_file(i, found->second.back());
      found->second.pop_back();
    }
    std::map<ValueDigest, std::size_t> next;
    for (std::size_t i = 0; i < removed_.size(); ++i) {
      if (removed_used_[i] || !removed_[i].value) continue;
      const auto likes = by_value_.find(*removed_[i].value);
      if (likes == by_value_.end() || substance(i, likes->second.front()) != Substance::bytes) continue;
      std::size_t& at = next[*removed_[i].value];
      while (at < likes->second.size() && added_used_[likes->second[at]]) ++at;
      if (at < likes->second.size()) take_file(i, likes->second[at]);
    }
  }

  bool may_move(std::size_t removed, std::size_t added) const {
    const bool is_empty_file = removed_[removed].is_empty_file || added_[added].is_empty_file;
    return is_empty_file || substance(removed, added) == Substance::bytes;
  }

  std::span<const LoneEntry> removed_;
  std::span<const LoneEntry> added_;
  std::vector<bool> removed_used_;
  std::vector<bool> added_used_;
  std::map<ValueDigest, std::vector<std::size_t>> by_value_;  // of those added, by path
  Moves found_;
};

}  // namespace

Moves find_moves(std::span<const LoneEntry> removed, std::span<const LoneEntry> added) {
  return MoveFinder(removed, added).find();
}

}  // namespace peel::sources::tree
