#include "sources/tree/tree_sketch.hpp"

#include "peel/rows/column_type.hpp"

#include <utility>

namespace peel::sources::tree {

bool is_tree(const SketchDescription& description) {
  return !description.types.empty() &&
         description.types.front() == static_cast<std::uint8_t>(rows::ColumnType::place);
}

std::size_t name_bytes(std::uint8_t key_bytes) {
  return key_bytes - kFolderNumberBytes;
}

Result<TreeReading> tree_reading_of(const SketchDescription& description) {
  return tree_columns(description.columns);
}

Result<std::unique_ptr<TreeSource>> open_tree_like(const SketchDescription& description,
                                                   const std::string& path, reconcile::Watch& watch) {
  auto reading = tree_reading_of(description);
  if (!reading) return failure(reading.error());
  return TreeSource::open(
      {path, reading->terms, std::move(reading->excludes), name_bytes(description.key_bytes)}, watch);
}

}  // namespace peel::sources::tree
