#include "peel/analysis/grid_shape.hpp"

#include <string>

namespace peel {

GridShape::GridShape(const GridSpec& spec)
    : columns_(spec.columns.value),
      rows_(static_cast<std::uint8_t>(spec.rows.value)),
      cell_bits_(static_cast<std::uint8_t>(spec.cell_bits.value)) {}

Result<GridShape> GridShape::from(const GridSpec& spec) {
  const std::uint64_t rows = spec.rows.value, columns = spec.columns.value, bits = spec.cell_bits.value;
  if (rows < 1 || rows > kMaxGridRows) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(rows) + " rows: accepted are 1 to " + std::to_string(kMaxGridRows));
  }
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
    return failure(ErrorCode::invalid_argument,
                   "counters of " + std::to_string(bits) + " bits: accepted are 8, 16, 32 and 64");
  }
  if (columns < 1) return failure(ErrorCode::invalid_argument, "0 columns: accepted are 1 or more");
  if (columns > kMaxGridBytes / (bits / 8) / rows) {
    return failure(ErrorCode::limit_exceeded, std::to_string(rows) + " rows of " + std::to_string(columns) +
                                                  " counters of " + std::to_string(bits) +
                                                  " bits: accepted are at most " +
                                                  std::to_string(kMaxGridBytes) + " bytes");
  }
  return GridShape(spec);
}

}  // namespace peel
