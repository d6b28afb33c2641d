// StreamPeeler: lists the items of one stream of difference cells as the cells arrive.
//
// It defends itself like Peeler does: a cell is taken for pure only if its check matches *and* its item
// belongs in that very cell; and an honest removal empties one cell for good, so more removals than cells
// prove the stream malformed.
#pragma once

#include "peel/invertible/iblt.hpp"
#include "peel/invertible/rateless_decoder.hpp"

#include "invertible/cell_layout.hpp"
#include "invertible/limbs.hpp"
#include "invertible/rateless/cell_rows.hpp"
#include "invertible/rateless/due_items.hpp"
#include "invertible/rateless/found_items.hpp"
#include "invertible/rateless/item_terms.hpp"
#include "invertible/rateless/item_walk.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace peel::detail {

// What the decoder asks of a stream, whatever its cells are.
class DifferenceStream {
 public:
  // What all streams of a decoder share.
  struct Shared {
    const KeyHasher& hashing;
    const RatelessDecoder::FindTwin& find_twin;
    RatelessTotals& left;  // what is known of the difference, less what was listed of it
    CellRows& rows;        // room to work in
  };

  virtual ~DifferenceStream() = default;
  virtual void take(std::span<const std::uint64_t> words, const Shared& shared) = 0;
  virtual bool is_malformed() const = 0;
  virtual bool is_empty() const = 0;
  virtual const FoundItems& found() const = 0;
  virtual std::span<const std::uint64_t> words() const = 0;
};

template <class Arithmetic, class Layout, RatelessForm form>
class StreamPeeler : public DifferenceStream {
 public:
  explicit StreamPeeler(const RatelessShape& shape)
      : layout_(shape), duplicates_(shape.tolerates_duplicates()), found_(layout_.key_width) {}

  void take(std::span<const std::uint64_t> words, const Shared& shared) override {
    const CellIndex before = received_;
    if (before != 0) schedule();
    cells_.insert(cells_.end(), words.begin(), words.end());
    received_ += static_cast<CellIndex>(words.size() / layout_.words);
    if (duplicates_) is_waiting_for_division_.resize(received_);
    if (found_.size() != 0) remove_due(before, shared);
    for (CellIndex c = before; c < received_; ++c) consider(c);
    peel(shared);
  }

  bool is_malformed() const override { return malformed_; }
  bool is_empty() const override {
    return std::ranges::all_of(cells_, [](std::uint64_t word) { return word == 0; });
  }
  const FoundItems& found() const override { return found_; }
  std::span<const std::uint64_t> words() const override { return cells_; }

 private:
  static constexpr std::size_t kBatch = 16;
  static_assert(kBatch <= CellRows::kWalks);

  // A cell that seems to hold one item, on its way to be removed.
  struct Candidate {
    CellIndex source = 0;
    KeyHash hash;
    ItemWalk<form> walk;
    std::size_t cells_at = 0;  // where the item's cells begin in targets_
    std::size_t cells_end = 0;
    bool is_pure = false;
    std::array<std::uint64_t, kMaxCellWords> term;
    std::array<std::byte, kMaxKeyWidth> item;
  };

  std::uint64_t* cell(CellIndex index) { return cells_.data() + std::size_t{index} * layout_.words; }

  // A cell that was filled or changed may be pure now. To divide by every count would cost much, and most
  // items come once, so cells with other counts wait until nothing else is left to do.
  void consider(CellIndex index) {
    const std::int64_t count = count_of(cell(index));
    if (count == 1 || count == -1) {
      waiting_.push_back(index);
    } else if (duplicates_ && count != 0 && !is_waiting_for_division_[index]) {
      is_waiting_for_division_[index] = true;
      waiting_for_division_.push_back(index);
    }
  }

  void peel(const Shared& shared) {
    while (!malformed_ && (!waiting_.empty() || !waiting_for_division_.empty())) {
      gather(shared);
      for (std::size_t i = 0; i < gathered_ && !malformed_; ++i) remove(batch_[i], shared);
    }
  }

  // Takes the cells that were found last, and finds out where the items belong that they would hold.
  void gather(const Shared& shared) {
    gathered_ = 0;
    passed_over_.clear();
    const bool by_division = waiting_.empty();
    std::vector<CellIndex>& from = by_division ? waiting_for_division_ : waiting_;
    for (std::size_t left = std::min(kBatch, from.size()); left > 0; --left) {
      const CellIndex index = from.back();
      from.pop_back();
      if (by_division) is_waiting_for_division_[index] = false;
      Candidate& candidate = batch_[gathered_];
      candidate.source = index;
      if (!read(candidate, shared)) continue;
      if (is_gathered(candidate.hash)) {
        passed_over_.push_back(index);
      } else {
        ++gathered_;
      }
    }
    find_cells(shared);
  }

  // Whether the cell seems to hold one item, wherever the item belongs.
  bool read(Candidate& candidate, const Shared& shared) {
    const std::uint64_t* const at = cell(candidate.source);
    const std::int64_t count = count_of(at);
    if (count == 0 || (!duplicates_ && count != 1 && count != -1)) return false;
    if (magnitude(count) > kMaxGrossTotal) return false;  // no honest count; it may have no inverse
    std::memcpy(candidate.term.data(), at, layout_.words * sizeof(std::uint64_t));
    const std::uint64_t inverse = Arithmetic::inverse(count);
    std::array<std::uint64_t, kMaxCellWords> limbs;
    for (unsigned w = 1; w < layout_.check_at; ++w) limbs[w] = Arithmetic::quotient(at[w], inverse);
    if (!from_limbs(&limbs[1], layout_.key_width, layout_.limb_bytes, candidate.item.data())) return false;
    candidate.hash = hash_of(candidate.item.data(), shared);
    const std::uint64_t check = Arithmetic::check_times(candidate.hash.word(kCheckWord), count);
    return at[layout_.check_at] == (check & layout_.check_mask);
  }

  // Towards the end most items are alone in several cells at once; one of them is enough.
  bool is_gathered(const KeyHash& hash) const {
    return std::any_of(batch_.begin(), batch_.begin() + static_cast<std::ptrdiff_t>(gathered_),
                       [&](const Candidate& other) { return other.hash == hash; });
  }

  KeyHash hash_of(const std::byte* item, const Shared& shared) const {
    return shared.hashing(ByteView(item, layout_.key_width));
  }

  // Finds the received cells of the gathered items, and so whether the sources are among them.
  void find_cells(const Shared& shared) {
    targeted_ = 0;
    std::array<ItemWalk<form>, kBatch> walks;
    for (std::size_t i = 0; i < gathered_; ++i) walks[i] = ItemWalk<form>(batch_[i].hash);
    fill_rows(std::span(walks).first(gathered_), received_, shared.rows);
    bool all_are_pure = true;
    for (std::size_t i = 0; i < gathered_; ++i) {
      target(batch_[i], [&](auto visit) { visit_row(shared.rows, i, walks[i], received_, visit); });
      batch_[i].walk = walks[i];
      all_are_pure &= batch_[i].is_pure;
    }
    // A cell that was passed over may be where its item belongs.
    if (!all_are_pure) waiting_.insert(waiting_.end(), passed_over_.begin(), passed_over_.end());
  }

  // Keeps the cells of the item, and asks memory for them.
  template <class VisitCells>
  void target(Candidate& candidate, VisitCells visit_cells) {
    candidate.cells_at = targeted_;
    candidate.is_pure = false;
    visit_cells([&](CellIndex target) {
      prefetch_cell(cell(target), layout_.words);
      candidate.is_pure |= target == candidate.source;
      if (targeted_ == targets_.size()) [[unlikely]]
        targets_.resize(2 * targets_.size());
      targets_[targeted_++] = target;
    });
    candidate.cells_end = targeted_;
  }

  // If the cell has changed since it was read, an earlier removal took the same item.
  void remove(Candidate& candidate, const Shared& shared) {
    if (!candidate.is_pure || std::memcmp(cell(candidate.source), candidate.term.data(),
                                          layout_.words * sizeof(std::uint64_t)) != 0)
      return;
    if (++removals_ > received_) {
      malformed_ = true;
      return;
    }
    list(candidate, shared);
    if (shared.find_twin && count_of(candidate.term.data()) == 1) remove_twin(candidate, shared);
  }

  void list(Candidate& candidate, const Shared& shared) {
    const std::int64_t count = count_of(candidate.term.data());
    const auto added = found_.add(candidate.item.data(), candidate.hash, count);
    if (added.is_new) walks_.push_back(candidate.walk);
    add_to_totals(shared.left, candidate.hash, -count);
    for (std::size_t i = candidate.cells_at; i < candidate.cells_end; ++i) {
      subtract_from_cell<Arithmetic>(cell(targets_[i]), candidate.term.data(), layout_);
      consider(targets_[i]);
    }
  }

  void remove_twin(const Candidate& of, const Shared& shared) {
    Candidate& twin = twin_;
    if (!shared.find_twin(ByteView(of.item).first(layout_.key_width),
                          std::span(twin.item).first(layout_.key_width)))
      return;
    twin.hash = hash_of(twin.item.data(), shared);
    if (found_.contains(twin.item.data(), twin.hash)) return;
    write_item_term<Arithmetic>(twin.item.data(), twin.hash, -1, layout_, twin.term.data());
    twin.walk = ItemWalk<form>(twin.hash);
    target(twin, [&](auto visit) { twin.walk.visit_until(received_, visit); });
    list(twin, shared);
  }

  // Items that were found since the last cells came wait for those that come now.
  void schedule() {
    for (; scheduled_ < walks_.size(); ++scheduled_) wait(static_cast<std::uint32_t>(scheduled_));
  }

  void wait(std::uint32_t item) {
    const CellIndex next = walks_[item].cell();
    if (next != kNoCell) due_.wait(item, next);
  }

  // Takes what was found before out of cells that have just come.
  void remove_due(CellIndex from, const Shared& shared) {
    due_.reach(received_);
    std::array<std::uint64_t, kMaxCellWords> term;
    for (CellIndex c = from; c < received_; ++c) {
      due_.take(c, [&](std::uint32_t item) {
        const std::byte* const bytes = found_.item(item).data();
        write_item_term<Arithmetic>(bytes, hash_of(bytes, shared), found_.count(item), layout_, term.data());
        subtract_from_cell<Arithmetic>(cell(c), term.data(), layout_);
        walks_[item].advance();
        wait(item);
      });
    }
  }

  const Layout layout_;
  const bool duplicates_;
  CellIndex received_ = 0;
  std::vector<std::uint64_t> cells_;
  std::uint64_t removals_ = 0;
  bool malformed_ = false;

  FoundItems found_;
  std::vector<ItemWalk<form>> walks_;  // of the found items: where each goes on
  std::size_t scheduled_ = 0;
  DueItems due_;

  std::vector<CellIndex> waiting_;  // cells that may be pure; one may be among them more than once
  std::vector<CellIndex> waiting_for_division_;
  std::vector<bool> is_waiting_for_division_;
  std::array<Candidate, kBatch> batch_;
  std::size_t gathered_ = 0;
  std::vector<CellIndex> passed_over_;  // cells whose items were already gathered
  Candidate twin_;
  std::vector<CellIndex> targets_ = std::vector<CellIndex>(1024);  // cells of the batch's items
  std::size_t targeted_ = 0;
};

}  // namespace peel::detail
