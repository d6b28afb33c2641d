// What sketches of all kinds share when they are combined.
#pragma once

#include "peel/invertible/sketch.hpp"

#include <cstdint>
#include <string>

namespace peel::detail {

enum class SketchSign : std::uint8_t { plus, minus };

struct SketchRows {
  std::int64_t first;
  std::int64_t second;
};

// As in "they have 2 and 3 columns"; empty if nothing differs.
std::string difference_of(const SketchDescription& a, const SketchDescription& b);

// Fails with `limit_exceeded` beyond kMaxSketchRows.
Result<std::int64_t> combined_rows(SketchRows rows, SketchSign sign);

}  // namespace peel::detail
