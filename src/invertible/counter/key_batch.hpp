// KeyBatch: a few keys of a counter on their way between bytes, elements of the field, and cells.
//
//   up to 7 bytes   the key is an element
//   8 bytes         a keyed bijection mixes the key; its low 60 bits are the element, which is hashed and
//                   placed, and the other four shift its cells within their sub-tables. Whoever finds the
//                   element in a cell sees by how much it was shifted.
//   more            7 bytes to an element
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/invertible/counter_shape.hpp"
#include "peel/invertible/iblt_shape.hpp"
#include "peel/invertible/item_hashing.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace peel::detail {

inline constexpr unsigned kMaxKeyWords = 10;

class KeyBatch {
 public:
  static constexpr std::size_t kCapacity = 128;

  KeyBatch(const CounterShape& shape, const ItemHashing& hashing);

  // Takes `count` packed keys, at most kCapacity, and finds their elements and cells.
  void take_keys(ByteView keys, std::size_t count);

  // The way back, for keys that cells seem to show: write elements, say in which cell each was seen, and then
  // find the keys. A key that cannot be in that cell is not `found`.
  void clear() { size_ = 0; }
  std::uint64_t* append(CellIndex seen_in) {
    seen_in_[size_] = seen_in;
    return &elements_[size_++ * words_];
  }
  void find_keys();
  // Whether these elements can be those of a key: what is worth a guess.
  bool may_be_key(const std::uint64_t* elements) const {
    bool may = elements[words_ - 1] <= last_element_;
    for (unsigned w = 0; w + 1 < words_; ++w) may &= elements[w] >> kLimbBits == 0;
    return may;
  }
  bool found(std::size_t i) const { return found_[i]; }

  std::size_t size() const { return size_; }
  unsigned cells_per_key() const { return cells_per_key_; }
  const CellIndex* cells(std::size_t i) const { return &cells_[i * cells_per_key_]; }
  const std::uint64_t* elements(std::size_t i) const { return &elements_[i * words_]; }
  // A hash of the key, independent of its cells.
  std::uint64_t check(std::size_t i) const { return checks_[i]; }
  ByteView key(std::size_t i) const { return ByteView(keys_).subspan(i * width_, width_); }

  // Asks memory for the cells of key i.
  void prefetch(std::size_t i, const std::uint64_t* table, unsigned cell_words) const;

 private:
  static constexpr unsigned kLimbBits = 56;

  void locate(ByteView placed_keys);
  void shift_cells(std::size_t i, std::uint64_t shift);
  bool find_shift(std::size_t i, std::uint64_t& shift) const;
  std::uint64_t first_sub_table(std::size_t i) const;
  bool is_in_own_cell(std::size_t i) const;

  const Placement& placement_;
  const ItemHashing& hashing_;
  const std::size_t width_;
  const unsigned words_;
  const unsigned cells_per_key_;
  const std::uint64_t secret_;        // of the bijection
  const std::uint64_t last_element_;  // the largest that the last word of a key may be

  std::size_t size_ = 0;
  std::array<CellIndex, kCapacity> seen_in_;
  std::array<std::uint64_t, kCapacity * kMaxKeyWords> elements_;
  std::array<CellIndex, kCapacity * kMaxHashes> cells_;
  std::array<std::uint64_t, kCapacity> checks_;
  std::array<bool, kCapacity> found_;
  std::array<std::byte, kCapacity * kMaxKeyWidth> keys_;
};

}  // namespace peel::detail
