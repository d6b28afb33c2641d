// CellStream: the rows of one side as an endless stream of cells, which is read block after block until the
// difference is known. Two sides whose streams have the same plan and shape yield the same blocks, so that
// each can be subtracted from its counterpart.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/rateless_cells.hpp"
#include "peel/reconcile/watch.hpp"

#include <cstdint>

namespace peel::reconcile {

class CellStream {
 public:
  virtual ~CellStream() = default;

  // The next block, as docs/formats/rateless.md cuts a stream into blocks. The first one may take as long as
  // reading all rows. Fails as reading does.
  virtual Result<RatelessCells> next(const Watch& watch) = 0;
  // Nothing more is wanted of it: whoever makes the cells may stop.
  virtual Result<void> stop() { return {}; }
  // Bytes of memory that it holds.
  virtual std::uint64_t memory_bytes() const { return 0; }
};

}  // namespace peel::reconcile
