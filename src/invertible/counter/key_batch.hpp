// KeyBatch: a few keys of a counter on their way between bytes, elements of the field, and cells.
//
//   up to 7 bytes   the key is an element; for moment cells, which have no check sum, a keyed bijection mixes
//                   it first (short_keys.hpp)
//   8 bytes         a keyed bijection mixes the key; its low 60 bits are the element, which is hashed and
//                   placed, and the other four shift its cells within their sub-tables. Whoever finds the
//                   element in a cell sees by how much it was shifted.
//   more            7 bytes to an element
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/invertible/counter_shape.hpp"
#include "peel/invertible/iblt_shape.hpp"
#include "peel/invertible/item_hashing.hpp"

#include "invertible/cell_layout.hpp"
#include "invertible/counter/short_keys.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace peel::detail {

inline constexpr unsigned kMaxKeyWords = 10;

class KeyBatch {
 public:
  static constexpr std::size_t kCapacity = 128;

  KeyBatch(const CounterShape& shape, const ItemHashing& hashing);

  // The way in: takes `count` packed keys, at most kCapacity, and finds their elements and cells.
  void take_keys(ByteView keys, std::size_t count);

  // The way back, for keys that cells seem to show, in this order: append elements that may be those of a
  // key, with the cell in which they were seen; hash all of them; find the key and its cells, if it belongs
  // into that cell.
  void clear() { size_ = 0; }
  bool may_be_key(const std::uint64_t* elements) const {
    if (is_mixed_) return elements[0] <= kElementMask && unmixed_key(elements[0], secret_) <= last_word_;
    bool may = elements[words_ - 1] <= last_word_;
    for (unsigned w = 0; w + 1 < words_; ++w) may &= elements[w] >> kLimbBits == 0;
    return may;
  }
  // Without a branch: whether elements may be a key is often a coin toss.
  void append_if_key(const std::uint64_t* elements, CellIndex seen_in) {
    seen_in_[size_] = seen_in;
    for (unsigned w = 0; w < words_; ++w) elements_[size_ * words_ + w] = elements[w];
    size_ += may_be_key(elements) ? 1U : 0U;
  }
  void hash_keys();
  bool find_key(std::size_t i);

  std::size_t size() const { return size_; }
  const std::uint64_t* elements(std::size_t i) const { return &elements_[i * words_]; }
  // A hash of the elements, independent of their cells. Of keys that were taken or hashed.
  std::uint64_t check(std::size_t i) const {
    return injected_ == nullptr ? hashes_[i].word(kCheckWord) : injected_->check(placed(i));
  }
  // Of keys that were taken or found.
  unsigned cells_per_key() const { return cells_per_key_; }
  const CellIndex* cells(std::size_t i) const { return &cells_[i * cells_per_key_]; }
  // Of keys that were found.
  ByteView key(std::size_t i) const {
    return width_ == kQuotientWidth ? ByteView(found_keys_).subspan(i * width_, width_) : placed(i);
  }

  // Asks memory for the cells of key i.
  void prefetch(std::size_t i, const std::uint64_t* table, unsigned cell_words) const {
    for (unsigned j = 0; j < cells_per_key_; ++j) {
      prefetch_cell(table + std::size_t{cells(i)[j]} * cell_words, cell_words);
    }
  }

 private:
  static constexpr unsigned kLimbBits = 56;
  static constexpr std::size_t kQuotientWidth = 8;  // keys whose cells know a part of them

  // What is hashed and placed: the key, or its element where cells know the rest.
  ByteView placed(std::size_t i) const { return ByteView(placed_).subspan(i * width_, width_); }
  void hash_placed();
  void place(std::size_t i, std::uint64_t shift);
  bool find_shift(std::size_t i, std::uint64_t& shift) const;
  void shift_cells(std::size_t i, std::uint64_t shift);

  const Placement& placement_;
  const KeyHasher* const hasher_;       // or
  const InjectedHash* const injected_;  // the caller's functions
  const std::size_t width_;
  const unsigned words_;
  const unsigned cells_per_key_;
  const bool is_mixed_;            // the element is the key after a bijection of short keys
  const std::uint64_t secret_;     // of the bijection
  const std::uint64_t last_word_;  // the largest that the last word of a key may be

  std::size_t size_ = 0;
  std::array<CellIndex, kCapacity + 1> seen_in_;  // one more: for what is not appended in the end
  std::array<std::uint64_t, (kCapacity + 1) * kMaxKeyWords> elements_;
  std::array<std::byte, kCapacity * kMaxKeyWidth> placed_;
  std::array<KeyHash, kCapacity> hashes_;
  std::array<CellIndex, kCapacity * kMaxHashes> cells_;
  std::array<std::byte, kCapacity * kQuotientWidth> found_keys_;
};

}  // namespace peel::detail
