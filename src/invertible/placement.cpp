#include "peel/invertible/placement.hpp"

#include <string>

namespace peel {

Result<Placement> Placement::partitioned(CellCount cells, HashCount hashes) {
  if (hashes.value < kMinHashes || hashes.value > kMaxHashes) {
    return failure(ErrorCode::invalid_argument, std::to_string(hashes.value) + " hashes: a key goes to " +
                                                    std::to_string(kMinHashes) + " to " +
                                                    std::to_string(kMaxHashes) + " cells");
  }
  if (cells.value == 0 || cells.value > kMaxCells) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(cells.value) + " cells: a table has 1 to " + std::to_string(kMaxCells));
  }
  const std::uint64_t sub_cells = (cells.value + hashes.value - 1) / hashes.value;
  if (sub_cells * hashes.value > kMaxCells) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(cells.value) + " cells, rounded up to a multiple of " +
                       std::to_string(hashes.value) + ", are more than " + std::to_string(kMaxCells));
  }
  return Placement(PlacementKind::partitioned, sub_cells, static_cast<unsigned>(hashes.value));
}

}  // namespace peel
