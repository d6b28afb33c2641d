#include "peel/invertible/placement.hpp"

#include <string>

namespace peel {

Result<Placement> Placement::make(CellCount cells, HashCount hashes, std::uint64_t sub_tables) {
  if (hashes.value < kMinHashes || hashes.value > kMaxHashes) {
    return failure(ErrorCode::invalid_argument, std::to_string(hashes.value) + " hashes: a key goes to " +
                                                    std::to_string(kMinHashes) + " to " +
                                                    std::to_string(kMaxHashes) + " cells");
  }
  if (cells.value == 0 || cells.value > kMaxCells) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(cells.value) + " cells: a table has 1 to " + std::to_string(kMaxCells));
  }
  const std::uint64_t sub_cells = (cells.value + sub_tables - 1) / sub_tables;
  if (sub_cells * sub_tables > kMaxCells) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(cells.value) + " cells, rounded up to a multiple of " +
                       std::to_string(sub_tables) + ", are more than " + std::to_string(kMaxCells));
  }
  return Placement(sub_cells, static_cast<unsigned>(sub_tables), static_cast<unsigned>(hashes.value));
}

Result<Placement> Placement::partitioned(CellCount cells, HashCount hashes) {
  return make(cells, hashes, hashes.value == 0 ? 1 : hashes.value);
}

Result<Placement> Placement::coupled(CellCount cells, HashCount hashes, SegmentCount segments) {
  if (segments.value <= hashes.value || segments.value > kMaxSegments) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(segments.value) + " segments: a coupled table of " +
                       std::to_string(hashes.value) + " hashes has " + std::to_string(hashes.value + 1) +
                       " to " + std::to_string(kMaxSegments));
  }
  return make(cells, hashes, segments.value);
}

Result<Placement> Placement::irregular(CellCount cells, HashCount hashes, const KeyWeights& weights) {
  const std::uint64_t light = weights.light.hashes.value;
  if (light < kMinHashes || light >= hashes.value) {
    return failure(ErrorCode::invalid_argument,
                   "light keys of " + std::to_string(light) + " cells where heavy ones have " +
                       std::to_string(hashes.value) + ": light keys have at least " +
                       std::to_string(kMinHashes) + " and fewer than the heavy ones");
  }
  if (weights.light.share == 0) {
    return failure(ErrorCode::invalid_argument,
                   "a share of 0 of 65536 light keys: an irregular table has 1 to 65535");
  }
  if (weights.source != WeightSource::hash && weights.source != WeightSource::last_byte) {
    return failure(ErrorCode::invalid_argument,
                   "weight source " + std::to_string(static_cast<unsigned>(weights.source)) +
                       ": the weight of a key is told by 1 (its hash) or 2 (its last byte)");
  }
  auto placement = make(cells, hashes, hashes.value);
  if (placement) placement->weights_ = weights;
  return placement;
}

std::string_view name_of(WeightSource source) {
  switch (source) {
    case WeightSource::none:
      return "none";
    case WeightSource::hash:
      return "hash";
    case WeightSource::last_byte:
      return "last_byte";
  }
  return "unknown";
}

std::string_view name_of(PlacementKind placement) {
  switch (placement) {
    case PlacementKind::partitioned:
      return "partitioned";
    case PlacementKind::coupled:
      return "coupled";
    case PlacementKind::irregular:
      return "irregular";
  }
  return "unknown";
}

}  // namespace peel
