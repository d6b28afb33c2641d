// What every sketch asks of words that came from elsewhere, and of another sketch that it is to be joined
// with.
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"

#include "hashing/hasher_difference.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace peel {

// Fails with `malformed` for another number of words than the shape's, and for bits behind the last counter.
inline Result<void> check_grid_words(const GridShape& shape, std::span<const std::uint64_t> words) {
  if (words.size() != shape.words()) {
    return failure(ErrorCode::malformed, std::to_string(words.size()) + " words: a grid of this shape has " +
                                             std::to_string(shape.words()));
  }
  const std::uint64_t used = shape.cells().value * shape.cell_bits().value % 64;
  if (used != 0 && words.back() >> used != 0)
    return failure(ErrorCode::malformed, "a bit is set behind the last counter; accepted are zeros");
  return {};
}

template <class Sketch>
Result<void> check_same_grid(const Sketch& a, const Sketch& b) {
  if (a.shape() != b.shape())
    return failure(ErrorCode::incompatible, "the sketches differ in rows, columns or width of counters");
  if (const std::string difference = detail::difference_of(a.hasher(), b.hasher()); !difference.empty())
    return failure(ErrorCode::incompatible, "the sketches have " + difference);
  return {};
}

}  // namespace peel
