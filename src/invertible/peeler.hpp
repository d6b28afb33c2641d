// Peeler: LISTENTRIES. Takes pure cells, lists their pairs, removes them from their other cells, and goes on
// with the cells that this makes pure.
//
// It defends itself against tables that nobody filled honestly. A cell is taken for pure only if its checks
// match *and* its key is placed in that very cell; and in an honest table every removal empties one cell for
// good, so more removals than cells prove the table malformed: it stops and says so.
#pragma once

#include "peel/invertible/iblt.hpp"

#include "invertible/cell_layout.hpp"
#include "invertible/item_batch.hpp"
#include "invertible/limbs.hpp"

#include <array>
#include <cstring>
#include <utility>
#include <vector>

namespace peel::detail {

// Pairs that a batch has listed, waiting to be appended all at once.
struct ListedBatch {
  std::size_t size = 0;
  std::array<std::byte, ItemBatch::kCapacity * kMaxKeyWidth> keys;
  std::array<std::byte, ItemBatch::kCapacity * kMaxValueWidth> values;
  std::array<std::uint64_t, ItemBatch::kCapacity> multiplicities;
};

// The cheap half of the purity test, on the count alone.
struct CountTest {
  bool deletions;   // a count of -1 may be one pair, deleted without having been inserted
  bool duplicates;  // any count but 0 may be one pair, several times

  bool may_be_pure(const std::uint64_t* cell) const {
    const std::int64_t count = count_of(cell);
    return (count == 1) | (deletions & (count == -1)) | (duplicates & (count != 0));
  }
};

template <class Arithmetic, unsigned Words>
class Peeler {
 public:
  // `table` is emptied as far as it can be listed.
  Peeler(const Iblt& owner, std::vector<std::uint64_t>& table)
      : shape_(owner.shape()),
        hashing_(owner.hashing()),
        lost_(owner.lost_sub_tables()),
        gross_total_(owner.gross_total()),
        counts_{owner.shape().tolerates().extraneous_deletions, owner.shape().tolerates().duplicates},
        layout_(owner.shape()),
        table_(table.data()),
        cells_(owner.shape().cells().value),
        listing_{Entries(layout_.key_width, layout_.value_width),
                 Entries(layout_.key_width, layout_.value_width)} {}

  Listing run() {
    // The first pass goes through the table in order; cells that become pure on the way wait their turn.
    for (std::uint64_t c = 0; c < cells_ && !malformed_; c += kBatch) {
      make_room();
      const std::uint64_t end = std::min(c + kBatch, cells_);
      for (std::uint64_t at = c; at < end; ++at) {
        waiting_[waiting_size_] = static_cast<CellIndex>(at);
        waiting_size_ += may_be_pure(cell(at)) ? 1U : 0U;
      }
      while (waiting_size_ >= kBatch && !malformed_) take_batch();
    }
    while (waiting_size_ > 0 && !malformed_) take_batch();

    for (std::uint64_t c = 0; c < cells_; ++c) {
      listing_.poisoned_cells += is_empty(cell(c), words()) ? 0U : 1U;
    }
    listing_.outcome = malformed_                     ? ListingOutcome::malformed
                       : listing_.poisoned_cells == 0 ? ListingOutcome::complete
                                                      : ListingOutcome::incomplete;
    return std::move(listing_);
  }

 private:
  static constexpr std::size_t kBatch = ItemBatch::kCapacity;

  unsigned words() const { return Words != 0 ? Words : layout_.words; }
  std::uint64_t* cell(std::uint64_t index) { return table_ + index * words(); }
  std::uint64_t* term(std::size_t i) { return &terms_[i * words()]; }

  bool may_be_pure(const std::uint64_t* at) const { return counts_.may_be_pure(at); }

  void make_room() {
    const std::size_t needed = waiting_size_ + kBatch * kMaxHashes;
    if (waiting_.size() < needed) waiting_.resize(2 * needed);
  }

  // Takes the candidates that were found last, whose cells are likely still in cache.
  void take_batch() {
    const std::size_t n = std::min(kBatch, waiting_size_);
    waiting_size_ -= n;
    gather(std::span(waiting_).subspan(waiting_size_, n));
    batch_.locate(shape_, hashing_, lost_, ByteView(keys_).first(gathered_ * layout_.key_width), gathered_);
    if (layout_.checks == 2) {
      hashing_.check_values(batch_.key_checks(), ByteView(values_).first(gathered_ * layout_.value_width),
                            layout_.value_width, std::span(value_checks_).first(gathered_));
    }
    keep_pure();
    make_room();
    for (std::size_t p = 0; p < pure_size_ && !malformed_; ++p) remove(pure_[p]);
    flush(inserted_, listing_.inserted);
    flush(deleted_, listing_.deleted);
  }

  // Copies each candidate cell and reads off the pair it would hold if it were pure.
  void gather(std::span<const CellIndex> candidates) {
    gathered_ = 0;
    for (const CellIndex candidate : candidates) {
      const std::uint64_t* at = cell(candidate);
      std::memcpy(term(gathered_), at, words() * sizeof(std::uint64_t));
      sources_[gathered_] = candidate;
      gathered_ += read_pair(at) ? 1U : 0U;
    }
  }

  // Writes the pair to the next place in keys_ and values_; false if the words cannot be one.
  bool read_pair(const std::uint64_t* at) {
    if (!may_be_pure(at)) return false;
    const std::int64_t count = count_of(at);
    if (counts_.duplicates && magnitude(count) > gross_total_) return false;
    const std::uint64_t inverse = Arithmetic::inverse(count);
    std::array<std::uint64_t, kMaxCellWords> limbs;
    for (unsigned w = 1; w < layout_.check_at; ++w) limbs[w] = Arithmetic::quotient(at[w], inverse);
    return from_limbs(&limbs[1], layout_.key_width, layout_.limb_bytes,
                      &keys_[gathered_ * layout_.key_width]) &&
           from_limbs(&limbs[layout_.value_at], layout_.value_width, layout_.limb_bytes,
                      values_.data() + gathered_ * layout_.value_width);
  }

  // The other half of the test, for all gathered at once: checks match, and the key belongs in this cell.
  void keep_pure() {
    pure_size_ = 0;
    for (std::size_t i = 0; i < gathered_; ++i) {
      if (!is_pure(i)) continue;
      pure_[pure_size_++] = i;
      batch_.prefetch(i, table_, words());
    }
  }

  bool is_pure(std::size_t i) {
    const std::uint64_t* at = term(i);
    const std::int64_t count = count_of(at);
    if (layout_.checks >= 1 && at[layout_.check_at] != Arithmetic::check_times(batch_.key_check(i), count)) {
      return false;
    }
    if (layout_.checks == 2 && at[layout_.check_at + 1] != Arithmetic::check_times(value_checks_[i], count)) {
      return false;
    }
    bool own = false;
    for (unsigned j = 0; j < batch_.cells_per_key(); ++j) own |= batch_.cells(i)[j] == sources_[i];
    return own;
  }

  // Lists the pair and subtracts the pure cell from every cell of its key, itself included. If the cell has
  // changed since it was gathered, an earlier removal of this batch took the same pair: nothing is left to
  // do.
  void remove(std::size_t i) {
    if (std::memcmp(cell(sources_[i]), term(i), words() * sizeof(std::uint64_t)) != 0) return;
    if (++removals_ > cells_) {
      malformed_ = true;
      return;
    }
    list_pair(i);
    // In local variables, which a store to a cell cannot change under the compiler's eyes.
    const CountTest counts = counts_;
    const std::uint64_t* const removed = term(i);
    const CellIndex* const targets = batch_.cells(i);
    CellIndex* waiting = waiting_.data() + waiting_size_;
    for (unsigned j = 0, per_key = batch_.cells_per_key(); j < per_key; ++j) {
      std::uint64_t* const target = cell(targets[j]);
      subtract_from_cell<Arithmetic, Words>(target, removed, layout_);
      // Without a branch: whether a cell is a candidate is a coin toss, and half of the guesses would be
      // wrong.
      *waiting = targets[j];
      waiting += counts.may_be_pure(target) ? 1 : 0;
    }
    waiting_size_ = static_cast<std::size_t>(waiting - waiting_.data());
  }

  void list_pair(std::size_t i) {
    const std::int64_t count = count_of(term(i));
    ListedBatch& to = count > 0 ? inserted_ : deleted_;
    std::memcpy(&to.keys[to.size * layout_.key_width], &keys_[i * layout_.key_width], layout_.key_width);
    std::memcpy(to.values.data() + to.size * layout_.value_width, values_.data() + i * layout_.value_width,
                layout_.value_width);
    to.multiplicities[to.size++] = magnitude(count);
  }

  void flush(ListedBatch& from, Entries& to) {
    to.append(ByteView(from.keys).first(from.size * layout_.key_width),
              ByteView(from.values).first(from.size * layout_.value_width),
              std::span(from.multiplicities).first(from.size));
    from.size = 0;
  }

  const IbltShape& shape_;
  const ItemHashing& hashing_;
  const std::uint8_t lost_;
  const std::uint64_t gross_total_;
  const CountTest counts_;
  const CellLayout layout_;
  std::uint64_t* const table_;
  const std::uint64_t cells_;

  Listing listing_;
  std::vector<CellIndex> waiting_;  // candidates, a stack; a cell may be among them more than once
  std::size_t waiting_size_ = 0;
  std::uint64_t removals_ = 0;
  bool malformed_ = false;

  // The batch in hand.
  std::size_t gathered_ = 0;
  std::size_t pure_size_ = 0;
  ItemBatch batch_;
  std::array<CellIndex, kBatch> sources_;
  std::array<std::size_t, kBatch> pure_;
  std::array<std::uint64_t, kBatch> value_checks_;
  std::array<std::uint64_t, kBatch * kMaxCellWords> terms_;
  std::array<std::byte, kBatch * kMaxKeyWidth> keys_;
  std::array<std::byte, kBatch * kMaxValueWidth> values_;
  ListedBatch inserted_;
  ListedBatch deleted_;
};

}  // namespace peel::detail
