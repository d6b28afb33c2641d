// What single filters ask of words that came from elsewhere.
#pragma once

#include "peel/analysis/single_filter_shape.hpp"
#include "peel/core/result.hpp"

#include <cstdint>
#include <span>

namespace peel {

// Fails with `malformed` for another number of words than the shape's, for a cell beyond the number of
// sub-tables, and for bits that belong to no cell.
Result<void> check_cells(const SingleFilterShape& shape, std::span<const std::uint64_t> words);

}  // namespace peel
