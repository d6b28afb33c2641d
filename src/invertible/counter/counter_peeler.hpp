// CounterPeeler: lists a counter. Reads the keys of cells that show theirs, takes these out of their other
// cells, and goes on with the cells that changed.
//
// Cells wait in one queue for each level of guessing, and the lowest level that has any goes first, so that
// nothing is concluded in an uncertain way while there is a surer one [Ding, Rauen, section V-B]. A cell that
// does not show its keys at one level waits for the next; a cell that changes starts anew.
//
// It defends itself against counters that nobody filled honestly. In an honest one every step empties a cell
// for good, so more steps than cells prove it malformed: it stops and says so.
#pragma once

#include "peel/invertible/invertible_counter.hpp"

#include "invertible/counter/cell_reader.hpp"
#include "invertible/counter/repeated_keys.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

namespace peel::detail {

template <class Cells>
class CounterPeeler {
 public:
  // `table` is emptied as far as it can be listed.
  CounterPeeler(Cells& cells, const InvertibleCounter& owner, std::vector<std::uint64_t>& table)
      : cells_(cells),
        table_(table.data()),
        size_(owner.shape().cells().value),
        gross_total_(owner.gross_total()),
        reader_(cells, owner.shape(), owner.hashing()),
        level_(size_, kNowhere),
        listed_(owner.shape().key_width()) {}

  CounterListing run() {
    for (std::uint64_t c = size_; c-- > 0;) wait(static_cast<CellIndex>(c), 0);
    while (!malformed_ && step()) {
    }
    CounterListing listing{std::move(listed_).without_repeats()};
    for (std::uint64_t c = 0; c < size_; ++c) listing.stuck_cells += holds_something(c) ? 1U : 0U;
    listing.outcome = malformed_                 ? ListingOutcome::malformed
                      : listing.stuck_cells == 0 ? ListingOutcome::complete
                                                 : ListingOutcome::incomplete;
    return listing;
  }

 private:
  static constexpr std::uint8_t kNowhere = 0xFF;

  unsigned words_of_cell() const { return cells_.words(); }
  std::uint64_t* cell(std::uint64_t index) { return table_ + index * words_of_cell(); }
  bool holds_something(std::uint64_t index) { return !is_empty(cell(index), cells_.sum_words()); }

  void wait(CellIndex index, unsigned level) {
    if (level_[index] == level) return;
    level_[index] = static_cast<std::uint8_t>(level);
    waiting_[level].push_back(index);
  }

  // Reads a batch of cells at the lowest level that has any. False if there is none.
  bool step() {
    unsigned level = 0;
    while (level < Cells::kLevels && waiting_[level].empty()) ++level;
    if (level == Cells::kLevels) return false;
    gather(level);
    reader_.read(level, gross_total_);
    const GuessBatch& batch = reader_.batch;
    for (std::size_t i = 0; i < batch.size; ++i) {
      const auto& keys = reader_.certain_keys(i);
      for (std::size_t f = keys.first; f < keys.last; ++f) batch.keys.prefetch(f, table_, words_of_cell());
    }
    for (std::size_t i = 0; i < batch.size && !malformed_; ++i) {
      const CellIndex source = batch.sources[i];
      // What has changed since it was copied waits again, at the first level.
      if (level_[source] != kNowhere) continue;
      if (!reader_.certain_keys(i).none()) {
        remove_keys_of(i);
      } else if (level + 1 < Cells::kLevels) {
        wait(source, level + 1);
      }
    }
    return true;
  }

  void gather(unsigned level) {
    std::array<CellIndex, GuessBatch::kCells> next;
    std::size_t count = 0;
    while (count < next.size() && !waiting_[level].empty()) {
      const CellIndex index = waiting_[level].back();
      waiting_[level].pop_back();
      if (level_[index] != level) continue;  // it has moved to another queue
      level_[index] = kNowhere;
      next[count++] = index;
      __builtin_prefetch(cell(index));
    }
    reader_.batch.clear();
    for (std::size_t i = 0; i < count; ++i) {
      reader_.batch.take(next[i], cell(next[i]), words_of_cell());
      if (is_empty(reader_.batch.copy(reader_.batch.size - 1), cells_.sum_words())) --reader_.batch.size;
    }
  }

  void remove_keys_of(std::size_t i) {
    if (++steps_ > size_) {
      malformed_ = true;
      return;
    }
    const GuessBatch& batch = reader_.batch;
    const auto& keys = reader_.certain_keys(i);
    for (std::size_t f = keys.first; f < keys.last; ++f) {
      listed_.append(batch.keys.key(f), batch.keys.check(f), batch.counts[f]);
      const CellIndex* targets = batch.keys.cells(f);
      for (unsigned j = 0; j < batch.keys.cells_per_key(); ++j) {
        subtract_term(cell(targets[j]), reader_.term(f), cells_.sum_words());
        if constexpr (requires { cells_.forget(nullptr, nullptr, CellIndex{}); }) {
          cells_.forget(cell(targets[j]), batch.keys.elements(f), targets[j]);
        }
        wait(targets[j], 0);
      }
    }
  }

  Cells& cells_;
  std::uint64_t* const table_;
  const std::uint64_t size_;
  const std::uint64_t gross_total_;
  CellReader<Cells> reader_;

  std::array<std::vector<CellIndex>, Cells::kLevels> waiting_;  // the latest goes first
  std::vector<std::uint8_t> level_;                             // in which queue a cell waits
  RepeatedKeys listed_;
  std::uint64_t steps_ = 0;
  bool malformed_ = false;
};

}  // namespace peel::detail
