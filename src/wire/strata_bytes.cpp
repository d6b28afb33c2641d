#include "strata_bytes.hpp"

#include "compact_cells.hpp"
#include "wire/malformed.hpp"

#include <string>
#include <utility>
#include <vector>

namespace peel::wire {

namespace {

Result<Iblt> read_level(const StrataShape& shape, const KeyHasher& hasher, ByteReader& in) {
  const auto gross_total = in.varint("the gross total");
  if (!gross_total) return failure(gross_total.error());
  const auto length = in.varint("the length");
  if (!length) return failure(length.error());
  const auto bytes = in.bytes(*length, "the cells");
  if (!bytes) return failure(bytes.error());
  auto cells = cells_of_compact(fields_of(shape.level_shape()), *bytes);
  if (!cells) return failure(cells.error());
  return Iblt::from_cells(shape.level_shape(), ItemHashing(hasher.family(), hasher.seed()), *gross_total, {},
                          std::move(*cells));
}

}  // namespace

void put_strata_shape(const StrataShape& shape, ByteWriter& out) {
  out.integer(shape.first_level().value, 1);
  out.integer(shape.levels().value, 1);
  out.integer(0, 2);
  out.integer(shape.level_shape().cells().value, 4);
}

Result<StrataShape> decode_strata_shape(ByteView bytes) {
  if (load_le(bytes.data() + 2, 2) != 0) {
    return malformed("the reserved bytes 2 and 3 of the shape of strata are in use; accepted is 0");
  }
  const std::uint64_t cells = load_le(bytes.data() + 4, 4);
  const auto shape = StrataShape::from({.first_level = SamplingLevel(load_le(bytes.data(), 1)),
                                        .levels = LevelCount(load_le(bytes.data() + 1, 1)),
                                        .level_cells = CellCount(cells)});
  if (!shape) return malformed("no strata have this shape: " + shape.error().sentence());
  if (shape->level_shape().cells().value != cells) {
    return malformed(std::to_string(cells) + " cells for a sampling level are not a multiple of " +
                     std::to_string(shape->level_shape().hashes().value) + " sub-tables");
  }
  return *shape;
}

void put_strata(const StrataEstimator& strata, ByteWriter& out) {
  for (const Iblt& level : strata.levels()) {
    const CellFields fields = fields_of(level.shape());
    const Bytes cells = compact_cells(fields, level.cells(), plan_compact(fields, level.cells()));
    out.varint(level.gross_total());
    out.varint(cells.size());
    out.bytes(cells);
  }
}

Result<StrataEstimator> read_strata(const StrataShape& shape, const KeyHasher& hasher, ByteReader& in) {
  std::vector<Iblt> levels;
  for (std::uint64_t i = 0; i < shape.levels().value; ++i) {
    auto level = read_level(shape, hasher, in);
    if (!level) {
      return malformed("sampling level " + std::to_string(shape.first_level().value + i) + ": " +
                       level.error().sentence());
    }
    levels.push_back(std::move(*level));
  }
  return StrataEstimator::from_levels(shape, hasher.family(), hasher.seed(), std::move(levels));
}

}  // namespace peel::wire
