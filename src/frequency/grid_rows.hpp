// Passes over whole rows of counters, at the speed of memory.
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/core/uint128.hpp"

#include "frequency/cells.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace peel::detail {

// Neighbouring counters, by their numbers.
struct CellRange {
  std::uint64_t first;
  std::uint64_t count;
};

inline CellRange cells_of_row(const GridShape& shape, std::uint64_t row) {
  return {row * shape.columns().value, shape.columns().value};
}

struct RowSummary {
  Uint128 sum = 0;
  std::uint64_t largest = 0;
};

// Sums of 2^16 counters of up to 32 bits fit into one word, so vectors can help; those of 64 bits do not.
template <class Cell>
RowSummary summary_of(const std::uint64_t* words, CellRange range) {
  using Sum = std::conditional_t<sizeof(Cell) < 8, std::uint64_t, Uint128>;
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 16;
  RowSummary summary;
  Cell largest = 0;
  for (std::uint64_t done = 0; done < range.count; done += kBlock) {
    const std::uint64_t end = range.first + std::min(range.count, done + kBlock);
    Sum sum = 0;
    for (std::uint64_t i = range.first + done; i < end; ++i) {
      const Cell cell = read_cell<Cell>(words, i);
      sum += cell;
      largest = std::max(largest, cell);
    }
    summary.sum += sum;
  }
  summary.largest = largest;
  return summary;
}

// The sum, or the largest number of 128 bits.
inline Uint128 saturating_sum(Uint128 a, Uint128 b) {
  return b > ~a ? ~Uint128{0} : a + b;
}

// The sum of products of counters in equal places.
template <class Cell>
Uint128 product_of(const std::uint64_t* a, const std::uint64_t* b, CellRange range) {
  Uint128 sum = 0;
  for (std::uint64_t i = range.first; i < range.first + range.count; ++i) {
    const std::uint64_t x = read_cell<Cell>(a, i), y = read_cell<Cell>(b, i);
    if constexpr (sizeof(Cell) < 8) {
      const std::uint64_t product = x * y;  // fits, since counters have at most 32 bits
      sum += product;                       // at most 2^40 of them
    } else {
      sum = saturating_sum(sum, static_cast<Uint128>(x) * y);
    }
  }
  return sum;
}

}  // namespace peel::detail
