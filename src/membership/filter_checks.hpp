// What every filter asks of words that came from elsewhere, and of another filter that it is to be joined
// with.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"

#include "hashing/hasher_difference.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace peel {

// Fails with `malformed` for another number of words than the shape's, and for bits behind the last cell.
inline Result<void> check_words(const FilterShape& shape, std::span<const std::uint64_t> words) {
  if (words.size() != shape.words()) {
    return failure(
        ErrorCode::malformed,
        std::to_string(words.size()) + " words: a filter of this shape has " + std::to_string(shape.words()));
  }
  const auto used = shape.cells().value * shape.cell_bits().value % kLaneBits;
  if (used != 0 && words.back() >> used != 0)
    return failure(ErrorCode::malformed, "a bit is set behind the last cell; accepted are zeros");
  return {};
}

template <class Filter>
Result<void> check_compatible(const Filter& a, const Filter& b) {
  if (a.shape() != b.shape())
    return failure(ErrorCode::incompatible, "the filters differ in layout, size or hashes");
  if (const std::string difference = detail::difference_of(a.hasher(), b.hasher()); !difference.empty())
    return failure(ErrorCode::incompatible, "the filters have " + difference);
  return {};
}

}  // namespace peel
