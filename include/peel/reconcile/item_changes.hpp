// From the items that differ between two sketches to what happened to rows: the rule of RowTally, for rows of
// which no more than items are left.
#pragma once

#include "peel/invertible/listing.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/row_items.hpp"

#include <vector>

namespace peel::reconcile {

struct ItemChange {
  Change::Kind kind;
  ByteView left;   // the item; empty if added
  ByteView right;  // empty if removed
  std::uint64_t count;
};

// Of a listing of left minus right; views into it. By the bytes of their names, removed and changed rows
// first.
std::vector<ItemChange> item_changes(const Listing& listing, const RowItems& items);

}  // namespace peel::reconcile
