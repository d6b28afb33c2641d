// In which order the changes of a table can be made, so that no unique key is ever broken on the way. Updates
// come first, then deletes, then inserts, but a change that takes a value comes after the one that releases
// it. In a cycle of updates (rows that swap values) one row is parked: it gets a value that no row has, and
// its own at the end. Private to patch_plan.
#pragma once

#include "sources/sqlite/patched_table.hpp"
#include "sources/sqlite/unique_claims.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace peel::sources::sqlite {

struct ParkedCell {
  std::size_t place = 0;  // of its column
  OwnedCell value = {};
};

struct OrderedChange {
  enum class Kind : std::uint8_t {
    update,
    park,  // gives the row of an update other values for a while
    remove,
    take_out,  // deletes the row of an update ...
    put_back,  // ... and inserts it as it shall be
    insert,
  };

  Kind kind = Kind::update;
  ChangeNumber change = 0;
  std::vector<ParkedCell> parked = {};  // by this change; of an update, by the one that went before
};

struct ChangeOrder {
  std::vector<OrderedChange> first;  // updates and deletes
  std::vector<OrderedChange> inserts;
  std::vector<ChangeNumber> unordered;  // updates of `first` that stand where they may break a unique key
};

// Takes O(n log n) for n changes. A row of a cycle is taken out and put back only if it cannot be parked or a
// CHECK might forbid that, all of it is known, and nothing follows it (PatchedTable::has_followers). Where it
// can neither be parked nor taken out, the update is among `unordered`.
ChangeOrder order_changes(const PatchedTable& table);

}  // namespace peel::sources::sqlite
