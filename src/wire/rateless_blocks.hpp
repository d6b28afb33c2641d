// The cells of one block of a rateless sketch as bytes: docs/formats/rateless.md, "Blocks".
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/rateless_cells.hpp"

#include <cstdint>
#include <vector>

namespace peel::wire {

// The cells of the block that begins with `first`, if it is not cut short by the end of the sketch: 256 at
// first, then a quarter of the largest power of two up to `first`, so that four blocks double a file. The
// caller gives the end of a block.
CellRange full_block(const RatelessShape& shape, std::uint64_t first);

// Of all streams, which stand for what `cells` stand for.
Bytes block_content(const RatelessCells& cells, CellRange range);

struct BlockCells {
  CellRange range;
  std::vector<std::uint64_t> words;  // stream by stream
};

// Fails with `malformed` unless block_content would write the same bytes. The words may still be such as no
// items make. `full` is what the block may hold at most.
Result<BlockCells> cells_of_block(const RatelessShape& shape, std::int64_t net, CellRange full,
                                  ByteView content);

}  // namespace peel::wire
