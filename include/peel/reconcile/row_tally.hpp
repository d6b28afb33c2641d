// RowTally: two multisets of rows, compared exactly. Equal rows cancel by multiplicity. What is left of a key
// is `changed` if it is one row against one row, and otherwise removed and added rows, each with its count.
//
// Rows are canonical bytes (rows/canonical_row.hpp), or whole lines that are their own key.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/rows/canonical_row.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace peel::reconcile {

class RowTally {
 public:
  explicit RowTally(Seed seed);

  // Rows of one side come in their order.
  void add(Side side, const rows::CanonicalRow& row, RowOrder order, std::uint64_t count = 1);
  // All rows of another tally. Of rows that both have, the ones here came first.
  void add(const RowTally& other);

  // Removed and changed rows in the order of the left side, then added rows in that of the right. Views into
  // the tally.
  std::vector<Change> changes() const;
  // The same, one after the other, in a tenth of the memory.
  Result<void> hand_on(ChangeSink& sink) const;

  bool empty() const { return entries_.empty(); }
  std::size_t memory_bytes() const;

 private:
  struct Entry {
    std::uint64_t hash;
    std::uint64_t start;  // of its bytes in the arena
    std::uint64_t size;
    std::uint64_t key_size;
    std::uint64_t counts[2];         // left, right
    RowOrder orders[2];              // of the first, where there is one
    std::uint64_t spelled_start[2];  // of the first, in the arena
    std::uint64_t spelled_size[2];
  };

  // A change, by its entries.
  struct Found {
    Change::Kind kind;
    std::uint32_t left;
    std::uint32_t right;
  };
  std::vector<Found> found() const;
  Change change_of(const Found& found) const;

  // As the first row of that side was spelled.
  rows::CanonicalRow row_of(const Entry& entry, std::size_t side) const;
  KnownRow known(const Entry& entry, std::size_t side) const {
    return KnownRow::whole(row_of(entry, side), entry.orders[side]);
  }
  ByteView bytes_of(const Entry& entry) const;
  ByteView key_of(const Entry& entry) const { return bytes_of(entry).first(entry.key_size); }
  std::size_t slot_for(std::uint64_t hash, ByteView bytes) const;
  void grow();

  KeyHasher hasher_;
  std::vector<std::byte> arena_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // entry + 1, or 0: open addressing, at most half full
};

}  // namespace peel::reconcile
