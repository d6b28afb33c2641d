// RatelessCells: neighbouring cells of an endless stream that stands for a set of items [Yang et al. 2024].
//
//   A sized table must know how much differs. A rateless one need not: its cells form an endless stream, and
//   whoever has received enough of it, from cell 0 on, lists the difference. Cells further on hold ever fewer
//   items, so that every prefix is about right for some size of the difference.
//
// Cells from 0 on are a prefix. Prefixes of equal length subtract; what both sides hold cancels, and
// RatelessDecoder lists the rest. docs/theory/rateless.md has the theory, docs/formats/rateless-walk.md the
// rule that says in which cells an item is.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/rateless_shape.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel {

// Cells from `first` up to and without `end`, in each of the streams.
struct CellRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - first; }
  friend bool operator==(const CellRange&, const CellRange&) = default;
};

// What cells stand for, whichever of them they are. All of it is linear: totals of two sets subtract like
// their cells.
struct RatelessTotals {
  std::int64_t net = 0;           // insertions minus deletions; the count of cell 0
  std::uint64_t gross = 0;        // insertions plus deletions; of a difference, those of both sides
  std::uint64_t digest_low = 0;   // sums of 64 bits of each item's hash, modulo 2^64: two different sets have
  std::uint64_t digest_high = 0;  // the same with probability 2^-128

  friend bool operator==(const RatelessTotals&, const RatelessTotals&) = default;
};

class RatelessCells {
 public:
  // Empty cells. Fails with `invalid_argument` for a range that is empty or ends beyond kMaxRatelessCells,
  // and with `limit_exceeded` beyond kMaxTableBytes.
  [[nodiscard]] static Result<RatelessCells> empty(const RatelessShape& shape, const KeyHasher& hashing,
                                                   CellRange range);
  // Adopts cells that came from elsewhere, stream by stream. Fails like that, and with `malformed` if they
  // cannot have come from items: wrong number, a sum out of range, a count beyond the gross total.
  [[nodiscard]] static Result<RatelessCells> from_cells(const RatelessShape& shape, const KeyHasher& hashing,
                                                        CellRange range, const RatelessTotals& totals,
                                                        std::vector<std::uint64_t> cells);

  // Items one behind the other go in or out. These fail with `invalid_argument` if the bytes are no whole
  // number of items, with `limit_exceeded` beyond kMaxGrossTotal, and then change nothing. Whoever keeps a
  // prefix up to date by these can send any part of it to any peer.
  [[nodiscard]] Result<void> insert(ByteView items) { return add(items, 1); }
  [[nodiscard]] Result<void> erase(ByteView items) { return add(items, -1); }
  // Each item `times` times, or minus so many deletions. |times| > 1 needs cells that tolerate duplicates.
  [[nodiscard]] Result<void> add(ByteView items, std::int64_t times);
  // For items of 8 bytes.
  [[nodiscard]] Result<void> insert(std::span<const std::uint64_t> items);
  [[nodiscard]] Result<void> erase(std::span<const std::uint64_t> items);

  // Cell by cell. Both fail with `incompatible` unless shape, hashing and range agree, and with
  // `limit_exceeded` beyond kMaxGrossTotal; on failure nothing changes. Cells of parts of a set, filled by
  // several threads, merge to those of the whole.
  [[nodiscard]] Result<void> merge(const RatelessCells& other);
  [[nodiscard]] Result<void> subtract(const RatelessCells& other);

  // Adds the cells that follow these. Fails with `incompatible` unless shape and hashing agree, the others
  // begin where these end, and both stand for the same items.
  [[nodiscard]] Result<void> append(const RatelessCells& next);

  // Some of these cells. Fails with `invalid_argument` for a range that is not within this one.
  [[nodiscard]] Result<RatelessCells> part(CellRange range) const;

  // The same cells of fewer streams: those of 2^(shard_bits() - bits) neighbours are added up. Fails with
  // `invalid_argument` for more bits than there are.
  [[nodiscard]] Result<RatelessCells> folded(BitWidth bits) const;

  const RatelessShape& shape() const { return shape_; }
  const KeyHasher& hashing() const { return hashing_; }
  CellRange range() const { return range_; }
  const RatelessTotals& totals() const { return totals_; }
  // cell_words() words for each cell of a stream, as in an Iblt: count, sums, check.
  std::span<const std::uint64_t> stream(std::uint64_t shard) const;
  std::span<const std::uint64_t> words() const { return cells_; }

 private:
  RatelessCells(const RatelessShape& shape, const KeyHasher& hashing, CellRange range,
                std::vector<std::uint64_t> cells);
  Result<void> combine(const RatelessCells& other, std::int64_t sign);
  std::size_t stream_words() const { return range_.size() * shape_.cell_words(); }

  RatelessShape shape_;
  KeyHasher hashing_;
  CellRange range_;
  RatelessTotals totals_;
  std::vector<std::uint64_t> cells_;
};

}  // namespace peel
