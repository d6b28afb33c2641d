// Where things stand in a cell, as plain numbers for inner loops, and the moves that all operations share.
// A cell is a row of 64-bit words: [0] the count, then key sums, value sums, key check, value check.
#pragma once

#include "peel/invertible/iblt_shape.hpp"

#include "invertible/cell_arithmetic.hpp"

#include <cstdint>

namespace peel::detail {

// Of any shape that says what is in a cell: an IbltShape, or a RatelessShape.
struct CellLayout {
  template <class Shape>
  explicit CellLayout(const Shape& shape)
      : words(shape.cell_words()),
        value_at(shape.value_offset()),
        check_at(shape.check_offset()),
        checks(shape.check_words()),
        key_width(shape.key_width().value),
        value_width(shape.value_width().value),
        limb_bytes(shape.limb_bytes()),
        check_mask(shape.check_mask()) {}

  unsigned words;
  unsigned value_at;
  unsigned check_at;
  unsigned checks;  // 0, 1 (key) or 2 (key and value)
  std::size_t key_width;
  std::size_t value_width;
  std::size_t limb_bytes;
  std::uint64_t check_mask;  // check words never have bits beyond it
};

// The fast path: keys that fill one word, with a check and no values. All numbers are known when compiling,
// so that loops over words unroll and copies become moves (benchmarks/README.md says what that is worth).
template <std::size_t BytesInAWord>
struct OneWordKeyLayout {
  template <class Shape>
  explicit OneWordKeyLayout(const Shape& shape) : check_mask(shape.check_mask()) {}

  template <class Shape>
  static bool fits(const Shape& shape) {
    return shape.key_width().value == key_width && shape.value_width().value == 0 &&
           shape.checks() == CellChecks::keys && shape.limb_bytes() == limb_bytes;
  }

  static constexpr unsigned words = 3;
  static constexpr unsigned value_at = 2;
  static constexpr unsigned check_at = 2;
  static constexpr unsigned checks = 1;
  static constexpr std::size_t key_width = BytesInAWord;
  static constexpr std::size_t value_width = 0;
  static constexpr std::size_t limb_bytes = BytesInAWord;
  std::uint64_t check_mask;
};
using IntegerKeyLayout = OneWordKeyLayout<8>;
using FieldKeyLayout = OneWordKeyLayout<7>;  // one element of the prime field

// The number of the cell behind the last one, where updates of lost cells go.
inline CellIndex sink_of(const IbltShape& shape) {
  return static_cast<CellIndex>(shape.cells().value);
}

inline std::int64_t count_of(const std::uint64_t* cell) {
  return static_cast<std::int64_t>(cell[0]);
}

// How often the pair of a pure cell is in it; right for every count, the most negative included. Without a
// branch: GCC 12.2 at -O3 (-ftree-partial-pre) takes the wrong one of `count < 0 ? ~bits + 1 : bits` where
// StrataEstimator::add asks for the magnitude of 1.
inline std::uint64_t magnitude(std::int64_t count) {
  const auto bits = static_cast<std::uint64_t>(count);
  const std::uint64_t negative = std::uint64_t{0} - (bits >> 63);  // all ones, or 0
  return (bits ^ negative) - negative;
}

inline bool is_empty(const std::uint64_t* cell, unsigned words) {
  std::uint64_t any = 0;
  for (unsigned w = 0; w < words; ++w) any |= cell[w];
  return any == 0;
}

// Adds `term`, a row laid out like a cell, to a cell.
template <class Arithmetic, class Layout>
void add_to_cell(std::uint64_t* cell, const std::uint64_t* term, const Layout& layout) {
  const unsigned sums_end = Arithmetic::kChecksLikeSums ? layout.words : layout.check_at;
  cell[0] += term[0];
  for (unsigned w = 1; w < sums_end; ++w) cell[w] = Arithmetic::add(cell[w], term[w]);
  for (unsigned w = sums_end; w < layout.words; ++w) {
    cell[w] = Arithmetic::add_check(cell[w], term[w]) & layout.check_mask;
  }
}

template <class Arithmetic, class Layout>
void subtract_from_cell(std::uint64_t* cell, const std::uint64_t* term, const Layout& layout) {
  const unsigned sums_end = Arithmetic::kChecksLikeSums ? layout.words : layout.check_at;
  cell[0] -= term[0];
  for (unsigned w = 1; w < sums_end; ++w) cell[w] = Arithmetic::subtract(cell[w], term[w]);
  for (unsigned w = sums_end; w < layout.words; ++w) {
    cell[w] = Arithmetic::subtract_check(cell[w], term[w]) & layout.check_mask;
  }
}

// Asks memory for a cell that will be needed soon. GCC 12 takes a function that does nothing else for one
// without effect, and leaves out calls of it; the empty statement, which costs nothing, keeps them.
inline void prefetch_cell(const std::uint64_t* cell, unsigned words) {
  constexpr unsigned kWordsPerLine = 8;
  __asm__ volatile("");
  for (unsigned w = 0; w + 1 < words; w += kWordsPerLine) __builtin_prefetch(cell + w, 1);
  __builtin_prefetch(cell + words - 1, 1);
}

// Calls use.template operator()<Arithmetic, Layout>() with the policies that fit a shape.
template <class Shape, class Use>
auto with_policies(const Shape& shape, Use use) {
  switch (shape.arithmetic()) {
    case CellArithmetic::xor_sums:
      return IntegerKeyLayout::fits(shape) ? use.template operator()<XorSums, IntegerKeyLayout>()
                                           : use.template operator()<XorSums, CellLayout>();
    case CellArithmetic::wrapping_sums:
      return use.template operator()<WrappingSums, CellLayout>();
    case CellArithmetic::prime_field:
      break;
  }
  return FieldKeyLayout::fits(shape) ? use.template operator()<PrimeField, FieldKeyLayout>()
                                     : use.template operator()<PrimeField, CellLayout>();
}

}  // namespace peel::detail
