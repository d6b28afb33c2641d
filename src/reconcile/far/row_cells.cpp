#include "reconcile/far/row_cells.hpp"

#include "wire/rateless_blocks.hpp"

#include <algorithm>

namespace peel::reconcile {

namespace {

// Cells that the first pass fills: they list some 3,500 differences.
constexpr std::uint64_t kFirstCells = 4096;
// How many times longer the stream is after each further pass over items or rows.
constexpr std::uint64_t kGrowth = 4;

}  // namespace

Result<std::unique_ptr<CellStream>> RowCells::of(rows::RowSource& source, const ItemPlan& plan,
                                                 const RatelessShape& shape, std::uint64_t memory_bytes) {
  auto items = RowItems::from(plan.scheme, plan.hashing);
  if (!items) return failure(items.error());
  if (shape.key_width().value != items->width()) {
    return failure(ErrorCode::invalid_argument,
                   "cells for items of " + std::to_string(shape.key_width().value) +
                       " bytes, and these have " + std::to_string(items->width()));
  }
  auto reader = RowReader::of(source, plan.terms, plan.side);
  if (!reader) return failure(reader.error());
  return std::unique_ptr<CellStream>(
      new RowCells(std::move(*reader), *items, plan.hashing, shape, memory_bytes));
}

Result<RatelessCells> RowCells::next(const Watch& watch) {
  const CellRange block = wire::full_block(shape_, next_);
  if (!ready_ || ready_->range().end < block.end) {
    const std::uint64_t cell_bytes = shape_.cell_words() * shape_.shards() * sizeof(std::uint64_t);
    const std::uint64_t end = std::min(
        {kMaxRatelessCells, std::max(kFirstCells, kGrowth * next_), next_ + memory_bytes_ / cell_bytes});
    if (auto filled = fill({next_, std::max(end, block.end)}, watch); !filled) return failure(filled.error());
  }
  next_ = block.end;
  return ready_->part(block);
}

Result<void> RowCells::fill(CellRange range, const Watch& watch) {
  auto cells = RatelessCells::empty(shape_, hashing_, range);
  if (!cells) return failure(cells.error());
  const bool from_items = is_read_ && has_items_;
  if (auto filled = from_items ? cells->insert(ByteView(kept_)) : read_rows(*cells, watch); !filled)
    return filled;
  ready_ = std::move(*cells);
  return {};
}

Result<void> RowCells::read_rows(RatelessCells& cells, const Watch& watch) {
  if (is_read_ || reader_.source().rows_read() > 0) {  // by this stream, or for somebody else
    if (auto rewound = reader_.source().rewind(); !rewound) return rewound;
  }
  Bytes packed;
  const auto add = [&](const rows::RowBatch& batch) {
    packed.resize(batch.size() * items_.width());
    for (std::size_t i = 0; i < batch.size(); ++i)
      items_.write(reader_.row(batch, i), &packed[i * items_.width()]);
    if (!is_read_ && has_items_) {
      kept_.insert(kept_.end(), packed.begin(), packed.end());
      if (kept_.size() > memory_bytes_) {
        has_items_ = false;
        kept_ = Bytes();
      }
    }
    return cells.insert(ByteView(packed));
  };
  auto read = reader_.read(add, watch);
  is_read_ = true;
  return read;
}

std::uint64_t RowCells::memory_bytes() const {
  return kept_.capacity() + (ready_ ? ready_->words().size_bytes() : 0);
}

}  // namespace peel::reconcile
