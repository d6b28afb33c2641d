// A pass over the rows of one side: all of them into a summary, or those behind some items into other hands.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/item_filler.hpp"
#include "peel/reconcile/row_items.hpp"
#include "peel/reconcile/row_reader.hpp"
#include "peel/reconcile/wanted_items.hpp"

#include <cstdint>

namespace peel::reconcile {

// Puts the rows of a batch of the reader into the tables of a filler.
Result<void> insert(RowReader& reader, const rows::RowBatch& batch, ItemFiller& filler);

// All rows from where the reader stands.
Result<void> fill(RowReader& reader, const RowItems& items, Summary& summary, const Watch& watch);
Result<void> fill(RowReader& reader, const RowItems& items, RatelessCells& cells, const Watch& watch);

// Starts again: at the rows of this side that are wanted, if their keys are known and the source, which has
// so many rows, can find them; else at the first row.
Result<void> rewind_to_wanted(RowReader& reader, const WantedItems& wanted, Side side,
                              std::uint64_t rows_there);

// Hands on the wanted rows from where the reader stands.
Result<void> fetch(RowReader& reader, const WantedItems& wanted, RowVisitor& visitor, const Watch& watch);

}  // namespace peel::reconcile
