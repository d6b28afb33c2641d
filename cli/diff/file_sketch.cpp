#include "cli/diff/file_sketch.hpp"

#include "peel/invertible/planned_shape.hpp"

namespace peel::cli {

namespace {

// Levels below this one would be listed only where the table lists too.
StrataShape strata_shape() {
  return *StrataShape::from(
      {.first_level = SamplingLevel(8), .levels = LevelCount(30), .level_cells = CellCount(400)});
}

}  // namespace

Result<IbltShape> first_table_shape(const RowItems& items) {
  return IbltShape::from({.cells = CellCount(std::uint64_t{64} * 768),
                          .hashes = HashCount(4),
                          .segments = SegmentCount(64),
                          .key_width = ByteWidth(items.width()),
                          .arithmetic = items.kind().arithmetic});
}

Result<IbltShape> planned_table_shape(const RowItems& items, ItemCount differences) {
  return planned_shape({.items = differences,
                        .incomplete = *Rate::from(1e-3),
                        .key_width = ByteWidth(items.width()),
                        .arithmetic = items.kind().arithmetic});
}

FileSketch::FileSketch(const IbltShape& shape, Seed seed)
    : table_(shape, HashFamily::fast, seed), strata_(strata_shape(), HashFamily::fast, seed) {}

Result<void> FileSketch::insert(ByteView items, std::span<const std::uint64_t> digests) {
  if (auto inserted = table_.insert(PackedPairs{items}); !inserted) return inserted;
  return strata_.insert(digests);
}

std::uint64_t FileSketch::bytes() const {
  return table_.shape().table_bytes() +
         strata_.shape().levels().value * strata_.shape().level_shape().table_bytes();
}

Result<void> FileSketch::subtract(const FileSketch& other) {
  if (auto subtracted = table_.subtract(other.table_); !subtracted) return subtracted;
  return strata_.subtract(other.strata_);
}

}  // namespace peel::cli
