// RowCells: the stream of a source of rows that is at hand. The first pass fills a prefix that is long enough
// for most differences, and keeps the items of the rows if they fit into the memory allowed. Cells further on
// are made of these items, or by another pass, as many at a time as that memory holds.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/cell_stream.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/row_items.hpp"
#include "peel/reconcile/row_reader.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace peel::reconcile {

class RowCells : public CellStream {
 public:
  // The source must outlive the stream. Fails if it lacks a column of the terms, or for a shape of other
  // items than the plan's.
  static Result<std::unique_ptr<CellStream>> of(rows::RowSource& source, const ItemPlan& plan,
                                                const RatelessShape& shape, std::uint64_t memory_bytes);

  Result<RatelessCells> next(const Watch& watch) override;
  std::uint64_t memory_bytes() const override;

 private:
  RowCells(RowReader reader, const RowItems& items, const KeyHasher& hashing, const RatelessShape& shape,
           std::uint64_t memory_bytes)
      : reader_(std::move(reader)),
        items_(items),
        hashing_(hashing),
        shape_(shape),
        memory_bytes_(memory_bytes) {}

  Result<void> fill(CellRange range, const Watch& watch);
  Result<void> read_rows(RatelessCells& cells, const Watch& watch);

  RowReader reader_;
  RowItems items_;
  KeyHasher hashing_;
  RatelessShape shape_;
  std::uint64_t memory_bytes_;  // that items may take, and as many for cells
  std::uint64_t next_ = 0;      // the first cell of the next block
  std::optional<RatelessCells> ready_;
  bool is_read_ = false;
  bool has_items_ = true;  // of all rows that were read
  Bytes kept_;             // items, one behind the other
};

}  // namespace peel::reconcile
