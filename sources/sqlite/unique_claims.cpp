#include "sources/sqlite/unique_claims.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace peel::sources::sqlite {

namespace {

struct Claim {
  std::size_t key;
  std::string fold;
  bool is_taking;
  ChangeNumber change;

  bool is_same_value(const Claim& other) const { return key == other.key && fold == other.fold; }
};

bool changes_any(const TableChange& change, const std::vector<std::size_t>& columns) {
  return std::ranges::any_of(columns,
                             [&](std::size_t place) { return change.before[place] != change.after[place]; });
}

std::vector<Claim> claims_of(const PatchedTable& table) {
  std::vector<Claim> claims;
  const auto& changes = table.changes().changes;
  for (std::size_t key = 0; key < table.unique_keys().size(); ++key) {
    const KnownUniqueKey& unique = table.unique_keys()[key];
    for (std::size_t i = 0; i < changes.size(); ++i) {
      const TableChange& change = changes[i];
      const auto number = static_cast<ChangeNumber>(i);
      if (change.kind == TableChange::Kind::update && !changes_any(change, unique.columns)) continue;
      if (change.kind != TableChange::Kind::insert) {
        if (auto fold = table.fold(unique, change.before))
          claims.push_back({key, std::move(*fold), false, number});
      }
      if (change.kind != TableChange::Kind::remove) {
        if (auto fold = table.fold(unique, change.after))
          claims.push_back({key, std::move(*fold), true, number});
      }
    }
  }
  std::ranges::sort(claims, {}, [](const Claim& claim) {
    return std::tuple<std::size_t, const std::string&, bool, ChangeNumber>(claim.key, claim.fold,
                                                                           claim.is_taking, claim.change);
  });
  return claims;
}

// Lists of values for each change, one behind the other.
void make_lists(std::vector<std::pair<ChangeNumber, std::size_t>> pairs, std::size_t changes,
                std::vector<std::size_t>& lists, std::vector<std::size_t>& starts) {
  std::ranges::sort(pairs);
  starts.assign(changes + 1, 0);
  for (const auto& [change, value] : pairs) {
    ++starts[change + 1];
    lists.push_back(value);
  }
  for (std::size_t i = 0; i < changes; ++i) starts[i + 1] += starts[i];
}

}  // namespace

UniqueClaims::UniqueClaims(const PatchedTable& table) {
  const std::size_t changes = table.changes().changes.size();
  waits_.assign(changes, 0);
  is_released_.assign(changes, false);
  const std::vector<Claim> claims = claims_of(table);
  std::vector<std::pair<ChangeNumber, std::size_t>> taken, released;
  for (std::size_t begin = 0, end = 0; begin < claims.size(); begin = end) {
    while (end < claims.size() && claims[end].is_same_value(claims[begin])) ++end;
    // Releasers come first. A value that is only released, or only taken, makes nobody wait.
    if (claims[begin].is_taking || !claims[end - 1].is_taking) continue;
    const std::size_t number = values_.size();
    Value& value = values_.emplace_back();
    value.key = claims[begin].key;
    value.releasers = value.first = value.second = members_.size();
    for (std::size_t i = begin; i < end; ++i) {
      if (!claims[i].is_taking) ++value.unreleased;
      (claims[i].is_taking ? taken : released).emplace_back(claims[i].change, number);
      members_.push_back(claims[i].change);
      if (!claims[i].is_taking) continue;
      ++waits_[claims[i].change];
      const auto kind = table.changes().changes[claims[i].change].kind;
      value.has_update = value.has_update || kind == TableChange::Kind::update;
    }
    value.takers = value.releasers + value.unreleased;
    value.end = members_.size();
  }
  make_lists(std::move(taken), changes, taken_, taken_starts_);
  make_lists(std::move(released), changes, released_, released_starts_);
  std::vector<ChangeNumber> freed;
  for (Value& value : values_) note_last_releaser(value, freed);
}

void UniqueClaims::advance(Value& value) const {
  while (value.first < value.takers && is_released_[members_[value.first]]) ++value.first;
  value.second = std::max(value.second, value.first + 1);
  while (value.second < value.takers && is_released_[members_[value.second]]) ++value.second;
}

bool UniqueClaims::takes(ChangeNumber change, std::size_t value) const {
  const auto begin = taken_.begin() + static_cast<std::ptrdiff_t>(taken_starts_[change]);
  const auto end = taken_.begin() + static_cast<std::ptrdiff_t>(taken_starts_[change + 1]);
  return std::find(begin, end, value) != end;
}

// If only one is left to release the value, and it is also one that takes it, it waits for nobody.
void UniqueClaims::note_last_releaser(Value& value, std::vector<ChangeNumber>& freed) {
  if (value.unreleased != 1 || value.satisfied != kNone) return;
  advance(value);
  const ChangeNumber last = members_[value.first];
  if (!takes(last, static_cast<std::size_t>(&value - values_.data()))) return;
  value.satisfied = last;
  satisfy(last, freed);
}

void UniqueClaims::satisfy(ChangeNumber change, std::vector<ChangeNumber>& freed) {
  if (--waits_[change] == 0) freed.push_back(change);
}

void UniqueClaims::release(ChangeNumber change, std::vector<ChangeNumber>& freed) {
  if (is_released_[change]) return;
  is_released_[change] = true;
  for (std::size_t i = released_starts_[change]; i < released_starts_[change + 1]; ++i) {
    Value& value = values_[released_[i]];
    if (--value.unreleased > 0) {
      note_last_releaser(value, freed);
      continue;
    }
    for (std::size_t taker = value.takers; taker < value.end; ++taker) {
      if (members_[taker] != value.satisfied) satisfy(members_[taker], freed);
    }
  }
}

std::optional<ChangeNumber> UniqueClaims::waits_for(ChangeNumber change) {
  if (waits_[change] == 0) return std::nullopt;
  for (std::size_t i = taken_starts_[change]; i < taken_starts_[change + 1]; ++i) {
    Value& value = values_[taken_[i]];
    if (value.unreleased == 0 || value.satisfied == change) continue;
    advance(value);
    return members_[members_[value.first] == change ? value.second : value.first];
  }
  return std::nullopt;
}

bool UniqueClaims::is_needed_by_update(ChangeNumber change) const {
  for (std::size_t i = released_starts_[change]; i < released_starts_[change + 1]; ++i) {
    if (values_[released_[i]].has_update) return true;
  }
  return false;
}

std::vector<std::size_t> UniqueClaims::wanted_keys(ChangeNumber change) const {
  std::vector<std::size_t> keys;
  for (std::size_t i = released_starts_[change]; i < released_starts_[change + 1]; ++i) {
    const Value& value = values_[released_[i]];
    const bool is_its_own = value.end - value.takers == 1 && members_[value.takers] == change;
    if (!is_its_own) keys.push_back(value.key);
  }
  return keys;
}

}  // namespace peel::sources::sqlite
