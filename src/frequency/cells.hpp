// Counters of one width in the words of a grid, by number; and the column of a key in each row.
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/hashing/key_hash.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

namespace peel {

// The column of a key in a row. docs/formats/count-min.md
inline std::uint64_t column_of(const KeyHash& hash, unsigned row, std::uint64_t columns) {
  return reduce(hash.far_word(row), columns);
}

// Counters of an unsigned type side by side, the first in the lowest bits of a word: on a little-endian
// machine an array of that type.
template <class Cell>
inline Cell load_cell(const std::uint64_t* words, std::uint64_t i) {
  constexpr std::uint64_t kBits = std::numeric_limits<Cell>::digits;
  return static_cast<Cell>(words[i * kBits / 64] >> (i * kBits % 64));
}

template <class Cell>
inline void store_cell(std::uint64_t* words, std::uint64_t i, Cell value) {
  constexpr std::uint64_t kBits = std::numeric_limits<Cell>::digits;
  std::uint64_t& word = words[i * kBits / 64];
  const std::uint64_t shift = i * kBits % 64;
  word =
      (word & ~(std::uint64_t{std::numeric_limits<Cell>::max()} << shift)) | (std::uint64_t{value} << shift);
}

// The same two by one access of the counter's width, where the machine's order of bytes allows it. Copying
// bytes in and out of words is how the language permits that.
template <class Cell>
inline Cell read_cell(const std::uint64_t* words, std::uint64_t i) {
  if constexpr (std::endian::native != std::endian::little) return load_cell<Cell>(words, i);
  Cell value;
  std::memcpy(&value, reinterpret_cast<const unsigned char*>(words) + i * sizeof(Cell), sizeof(Cell));
  return value;
}

template <class Cell>
inline void write_cell(std::uint64_t* words, std::uint64_t i, Cell value) {
  if constexpr (std::endian::native != std::endian::little) return store_cell<Cell>(words, i, value);
  std::memcpy(reinterpret_cast<unsigned char*>(words) + i * sizeof(Cell), &value, sizeof(Cell));
}

// The sum, or the largest number that the counter holds.
template <class Cell>
inline Cell raised(Cell cell, std::uint64_t by) {
  constexpr Cell kLargest = std::numeric_limits<Cell>::max();
  return by > static_cast<std::uint64_t>(kLargest - cell) ? kLargest : static_cast<Cell>(cell + by);
}

// Calls visit with a counter's type, chosen by its width.
template <class Visit>
decltype(auto) with_cell_type(BitWidth bits, Visit visit) {
  switch (bits.value) {
    case 8:
      return visit(std::uint8_t{});
    case 16:
      return visit(std::uint16_t{});
    case 32:
      return visit(std::uint32_t{});
    default:
      return visit(std::uint64_t{});
  }
}

}  // namespace peel
