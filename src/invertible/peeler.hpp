// Peeler: LISTENTRIES. Takes pure cells, lists their pairs, removes them from their other cells, and goes on
// with the cells that this makes pure.
//
// It defends itself against tables that nobody filled honestly. A cell is taken for pure only if its checks
// match *and* its key is placed in that very cell; and in an honest table every removal empties one cell for
// good, so more removals than cells prove the table malformed: it stops and says so.
//
// Two batches are under way at any time: while the pairs of one are removed, memory is asked for the cells of
// the next. A candidate may change between the two; it is compared with its copy before it is used.
#pragma once

#include "peel/invertible/iblt.hpp"

#include "invertible/cell_layout.hpp"
#include "invertible/item_batch.hpp"
#include "invertible/limbs.hpp"

#include <algorithm>
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

// Candidate cells on their way: copies of them, the pairs they would hold if they were pure, and where those
// pairs belong.
struct CandidateBatch {
  static constexpr std::size_t kCapacity = ItemBatch::kCapacity;

  std::size_t gathered = 0;
  std::size_t pure_size = 0;
  std::array<std::size_t, kCapacity> pure;  // which of the gathered passed the whole test
  std::array<CellIndex, kCapacity> sources;
  std::array<std::uint64_t, kCapacity * kMaxCellWords> terms;
  std::array<std::byte, kCapacity * kMaxKeyWidth> keys;
  std::array<std::byte, kCapacity * kMaxValueWidth> values;
  std::array<std::uint64_t, kCapacity> value_checks;
  ItemBatch items;
};

template <class Arithmetic, class Layout>
class Peeler {
 public:
  // `table` is emptied as far as it can be listed.
  Peeler(const Iblt& owner, std::vector<std::uint64_t>& table)
      : shape_(owner.shape()),
        hashing_(owner.hashing()),
        lost_(owner.lost_sub_tables()),
        gross_total_(owner.gross_total()),
        counts_{owner.shape().tolerates().extraneous_deletions, false},
        layout_(owner.shape()),
        table_(table.data()),
        cells_(owner.shape().cells().value),
        listing_{Entries(layout_.key_width, layout_.value_width),
                 Entries(layout_.key_width, layout_.value_width)} {}

  Listing run() {
    peel();
    if (shape_.tolerates().duplicates) {
      // What is left is stuck, or waits for a pair that is there several times. To ask every cell for those
      // from the start would cost a division for each cell touched, and most tables have few or none.
      counts_.duplicates = true;
      peel();
    }
    for (std::uint64_t c = 0; c < cells_; ++c) {
      listing_.poisoned_cells += is_empty(cell(c), layout_.words) ? 0U : 1U;
    }
    listing_.outcome = malformed_                     ? ListingOutcome::malformed
                       : listing_.poisoned_cells == 0 ? ListingOutcome::complete
                                                      : ListingOutcome::incomplete;
    return std::move(listing_);
  }

 private:
  static constexpr std::size_t kBatch = CandidateBatch::kCapacity;

  std::uint64_t* cell(std::uint64_t index) { return table_ + index * layout_.words; }
  std::uint64_t* term(CandidateBatch& batch, std::size_t i) { return &batch.terms[i * layout_.words]; }

  // Lists all that can be reached from cells whose counts pass the present test. The first pass goes through
  // the table in order; cells that become pure on the way wait their turn.
  void peel() {
    for (std::uint64_t c = 0; c < cells_ && !malformed_; c += kBatch) {
      make_room();
      const std::uint64_t end = std::min(c + kBatch, cells_);
      for (std::uint64_t at = c; at < end; ++at) {
        waiting_[waiting_size_] = static_cast<CellIndex>(at);
        waiting_size_ += counts_.may_be_pure(cell(at)) ? 1U : 0U;
      }
      while (waiting_size_ >= kBatch && !malformed_) step();
    }
    while ((waiting_size_ > 0 || current_->pure_size > 0) && !malformed_) step();
  }

  void make_room() {
    const std::size_t needed = waiting_size_ + kBatch * kMaxHashes;
    if (waiting_.size() < needed) waiting_.resize(2 * needed);
  }

  // Prepares the next batch, then removes the pairs of the current one.
  void step() {
    gather(*next_);
    next_->items.locate(shape_, hashing_, lost_,
                        ByteView(next_->keys).first(next_->gathered * layout_.key_width), next_->gathered);
    keep_pure(*next_);
    make_room();
    const std::size_t rounds = std::max(current_->pure_size, next_->pure_size);
    for (std::size_t p = 0; p < rounds && !malformed_; ++p) {
      if (p < next_->pure_size) prefetch_targets(*next_, next_->pure[p]);
      if (p < current_->pure_size) remove(*current_, current_->pure[p]);
    }
    flush(inserted_, listing_.inserted);
    flush(deleted_, listing_.deleted);
    current_->pure_size = 0;
    std::swap(current_, next_);
  }

  // Takes the candidates that were found last, whose cells are likely still in cache; copies each cell and
  // reads off the pair it would hold if it were pure.
  void gather(CandidateBatch& batch) {
    const std::size_t n = std::min(kBatch, waiting_size_);
    waiting_size_ -= n;
    batch.gathered = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const CellIndex candidate = waiting_[waiting_size_ + i];
      if (candidate == cells_) continue;  // the sink
      const std::uint64_t* at = cell(candidate);
      std::memcpy(term(batch, batch.gathered), at, layout_.words * sizeof(std::uint64_t));
      batch.sources[batch.gathered] = candidate;
      batch.gathered += read_pair(at, batch) ? 1U : 0U;
    }
  }

  // Writes the pair behind those gathered so far; false if the words cannot be one.
  bool read_pair(const std::uint64_t* at, CandidateBatch& batch) {
    if (!counts_.may_be_pure(at)) return false;
    const std::int64_t count = count_of(at);
    if (magnitude(count) > gross_total_) return false;  // no honest count; it may have no inverse
    const std::uint64_t inverse = Arithmetic::inverse(count);
    std::array<std::uint64_t, kMaxCellWords> limbs;
    for (unsigned w = 1; w < layout_.check_at; ++w) limbs[w] = Arithmetic::quotient(at[w], inverse);
    return from_limbs(&limbs[1], layout_.key_width, layout_.limb_bytes,
                      &batch.keys[batch.gathered * layout_.key_width]) &&
           from_limbs(&limbs[layout_.value_at], layout_.value_width, layout_.limb_bytes,
                      batch.values.data() + batch.gathered * layout_.value_width);
  }

  // The other half of the test, for all gathered at once: checks match, and the key belongs in this cell.
  void keep_pure(CandidateBatch& batch) {
    if (layout_.checks == 2) {
      hashing_.check_values(batch.items.key_checks(),
                            ByteView(batch.values).first(batch.gathered * layout_.value_width),
                            layout_.value_width, std::span(batch.value_checks).first(batch.gathered));
    }
    batch.pure_size = 0;
    for (std::size_t i = 0; i < batch.gathered; ++i) {
      batch.pure[batch.pure_size] = i;
      batch.pure_size += is_pure(batch, i) ? 1U : 0U;
    }
  }

  bool is_pure(CandidateBatch& batch, std::size_t i) {
    const std::uint64_t* at = term(batch, i);
    const std::int64_t count = count_of(at);
    if (layout_.checks >= 1 && !check_matches(at[layout_.check_at], batch.items.key_check(i), count)) {
      return false;
    }
    if (layout_.checks == 2 && !check_matches(at[layout_.check_at + 1], batch.value_checks[i], count)) {
      return false;
    }
    bool own = false;
    for (unsigned j = 0; j < batch.items.cells_per_key(); ++j)
      own |= batch.items.cells(i)[j] == batch.sources[i];
    return own;
  }

  bool check_matches(std::uint64_t sum, std::uint64_t check, std::int64_t count) const {
    return sum == (Arithmetic::check_times(check, count) & layout_.check_mask);
  }

  void prefetch_targets(const CandidateBatch& batch, std::size_t i) {
    const CellIndex* const targets = batch.items.cells(i);
    for (unsigned j = 0, per_key = batch.items.cells_per_key(); j < per_key; ++j) {
      prefetch_cell(cell(targets[j]), layout_.words);
    }
  }

  // Lists the pair and subtracts the pure cell from every cell of its key, itself included. If the cell has
  // changed since it was gathered, an earlier removal took the same pair; if what is left of it may be pure,
  // it is among the candidates again.
  void remove(CandidateBatch& batch, std::size_t i) {
    const std::uint64_t* const removed = term(batch, i);
    if (std::memcmp(cell(batch.sources[i]), removed, layout_.words * sizeof(std::uint64_t)) != 0) return;
    if (++removals_ > cells_) {
      malformed_ = true;
      return;
    }
    list_pair(batch, i);
    // In local variables, which a store to a cell cannot change under the compiler's eyes.
    const CountTest counts = counts_;
    const CellIndex* const targets = batch.items.cells(i);
    CellIndex* waiting = waiting_.data() + waiting_size_;
    for (unsigned j = 0, per_key = batch.items.cells_per_key(); j < per_key; ++j) {
      std::uint64_t* const target = cell(targets[j]);
      subtract_from_cell<Arithmetic>(target, removed, layout_);
      // Without a branch: whether a cell is a candidate is a coin toss, and half of the guesses would be
      // wrong.
      *waiting = targets[j];
      waiting += counts.may_be_pure(target) ? 1 : 0;
    }
    waiting_size_ = static_cast<std::size_t>(waiting - waiting_.data());
  }

  void list_pair(CandidateBatch& batch, std::size_t i) {
    const std::int64_t count = count_of(term(batch, i));
    ListedBatch& to = count > 0 ? inserted_ : deleted_;
    std::memcpy(&to.keys[to.size * layout_.key_width], &batch.keys[i * layout_.key_width], layout_.key_width);
    std::memcpy(to.values.data() + to.size * layout_.value_width,
                batch.values.data() + i * layout_.value_width, layout_.value_width);
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
  const LostSubTables& lost_;
  const std::uint64_t gross_total_;
  CountTest counts_;
  const Layout layout_;
  std::uint64_t* const table_;
  const std::uint64_t cells_;

  Listing listing_;
  std::vector<CellIndex> waiting_;  // candidates, a stack; a cell may be among them more than once
  std::size_t waiting_size_ = 0;
  std::uint64_t removals_ = 0;
  bool malformed_ = false;

  std::array<CandidateBatch, 2> batches_;
  CandidateBatch* current_ = &batches_[0];
  CandidateBatch* next_ = &batches_[1];
  ListedBatch inserted_;
  ListedBatch deleted_;
};

}  // namespace peel::detail
