// A rateless sketch as bytes: a head that says what it stands for, and blocks of cells. Each file that ends
// behind one of its blocks is a smaller sketch of the same. docs/formats/rateless.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/rateless_sketch.hpp"
#include "peel/wire/parted_envelope.hpp"

#include <cstdint>
#include <utility>

namespace peel::wire {

// Fails with `invalid_argument` for a description that validate() refuses, for rows beyond kMaxSketchRows,
// and for cells that do not begin with cell 0; with `limit_exceeded` for cells too empty for their number to
// be written.
[[nodiscard]] Result<Bytes> encode(const RatelessSketch& sketch);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated before sizes agree with `bytes`.
[[nodiscard]] Result<RatelessSketch> decode_rateless_sketch(ByteView bytes);

// What a file says before its first block.
struct RatelessHead {
  SketchDescription description;
  std::int64_t rows = 0;
  RatelessShape shape;
  KeyHasher hashing;
  RatelessTotals totals;
};

// Reads a file as it arrives: the head, then block after block.
class RatelessReader {
 public:
  // `bytes` hold the head, and may go on behind it.
  [[nodiscard]] static Result<RatelessReader> open(ByteView bytes);

  const RatelessHead& head() const { return head_; }
  std::uint64_t head_bytes() const { return head_bytes_; }
  // Says how many bytes the next block has.
  const BlockReader& blocks() const { return blocks_; }

  // The cells of the next block, with which `bytes` begin; it may be followed by others. Fails as
  // BlockReader::next does, and with `malformed` for cells that no sketch has and behind a block that had to
  // be the last one. A reader that has failed is of no further use.
  [[nodiscard]] Result<RatelessCells> next(ByteView bytes);
  std::uint64_t last_block_bytes() const { return last_block_bytes_; }  // of the block that was read last

 private:
  RatelessReader(RatelessHead head, const OpenedHead& opened)
      : head_(std::move(head)), head_bytes_(opened.bytes), blocks_(opened) {}

  RatelessHead head_;
  std::uint64_t head_bytes_;
  BlockReader blocks_;
  std::uint64_t next_cell_ = 0;
  bool is_last_ = false;  // the block before was shorter than its place allows
  std::uint64_t last_block_bytes_ = 0;
  std::uint64_t cell_bytes_ = 0;  // of all blocks so far, without their headers
};

}  // namespace peel::wire
