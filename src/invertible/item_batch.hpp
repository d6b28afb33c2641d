// ItemBatch: a few keys on their way to their cells. All are hashed and placed before the first cell is
// touched, so that memory can be asked for the cells of many keys at once.
#pragma once

#include "peel/invertible/iblt.hpp"
#include "peel/invertible/item_hashing.hpp"
#include "peel/invertible/lost_sub_tables.hpp"

#include "invertible/cell_layout.hpp"

#include <array>
#include <cstdint>

namespace peel::detail {

class ItemBatch {
 public:
  static constexpr std::size_t kCapacity = 32;

  // Finds the cells and checks of `count` keys, at most kCapacity. A cell in a lost sub-table is replaced by
  // the sink, the cell behind the last one, which takes what is written to it and is never read. So are the
  // cells that a light key of an irregular table does not have.
  void locate(const IbltShape& shape, const ItemHashing& hashing, const LostSubTables& lost, ByteView keys,
              std::size_t count);

  std::size_t size() const { return size_; }
  unsigned cells_per_key() const { return cells_per_key_; }
  const CellIndex* cells(std::size_t i) const { return &cells_[i * cells_per_key_]; }
  std::uint64_t key_check(std::size_t i) const { return key_checks_[i]; }
  std::span<const std::uint64_t> key_checks() const { return std::span(key_checks_).first(size_); }

  // Asks memory for the cells of key i.
  void prefetch(std::size_t i, const std::uint64_t* table, unsigned cell_words) const {
    for (unsigned j = 0; j < cells_per_key_; ++j) {
      prefetch_cell(table + std::size_t{cells(i)[j]} * cell_words, cell_words);
    }
  }
  void prefetch_all(const std::uint64_t* table, unsigned cell_words) const {
    for (std::size_t i = 0; i < size_; ++i) prefetch(i, table, cell_words);
  }

 private:
  std::size_t size_ = 0;
  unsigned cells_per_key_ = 0;
  std::array<CellIndex, kCapacity * kMaxHashes> cells_;
  std::array<std::uint64_t, kCapacity> key_checks_;
};

}  // namespace peel::detail
