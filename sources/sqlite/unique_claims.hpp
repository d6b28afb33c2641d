// Who needs what of whom: changes of a table that take a value of a unique key wait for those that release
// it. Private to change_order.
#pragma once

#include "sources/sqlite/patched_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace peel::sources::sqlite {

// A change, by its place in TableChanges::changes.
using ChangeNumber = std::uint32_t;

// Values are groups of changes: those that release it and those that take it. A change that does both (it
// gives a row another spelling of its value) waits for the others only. Every call is O(1) on average over
// all calls.
class UniqueClaims {
 public:
  explicit UniqueClaims(const PatchedTable& table);

  bool is_free(ChangeNumber change) const { return waits_[change] == 0; }
  // The row's values are given up. Those that were waiting for nothing else are added to `freed`.
  void release(ChangeNumber change, std::vector<ChangeNumber>& freed);
  bool is_released(ChangeNumber change) const { return is_released_[change]; }
  // One that `change` still waits for; nothing if it is free.
  std::optional<ChangeNumber> waits_for(ChangeNumber change);
  // Whether an update takes a value that `change` releases.
  bool is_needed_by_update(ChangeNumber change) const;
  // Unique keys, by number, with values of which `change` releases one and others take it.
  std::vector<std::size_t> wanted_keys(ChangeNumber change) const;

 private:
  static constexpr ChangeNumber kNone = ~ChangeNumber{0};

  struct Value {
    std::size_t key = 0;         // its unique key
    std::size_t releasers = 0;   // in members_, from here ...
    std::size_t takers = 0;      // ... to here, and the takers from here ...
    std::size_t end = 0;         // ... to here
    std::size_t unreleased = 0;  // releasers that have not released it
    std::size_t first = 0;       // places of two of those, in members_
    std::size_t second = 0;
    ChangeNumber satisfied = kNone;  // the one that waits for itself only
    bool has_update = false;         // among the takers
  };

  void note_last_releaser(Value& value, std::vector<ChangeNumber>& freed);
  void satisfy(ChangeNumber change, std::vector<ChangeNumber>& freed);
  void advance(Value& value) const;
  bool takes(ChangeNumber change, std::size_t value) const;

  std::vector<ChangeNumber> members_;
  std::vector<Value> values_;
  // Values that each change takes and releases: those of change c lie from starts[c] to starts[c + 1].
  std::vector<std::size_t> taken_, taken_starts_;
  std::vector<std::size_t> released_, released_starts_;
  std::vector<std::uint32_t> waits_;  // values that a change takes and cannot have yet
  std::vector<bool> is_released_;
};

}  // namespace peel::sources::sqlite
