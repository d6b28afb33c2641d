#include "sources/tree/tree_reading.hpp"

#include <utility>

namespace peel::sources::tree {

Result<TreeReading> TreeReading::from(const FolderReading& reading) {
  auto excludes = ExcludeRules::from(reading.exclude);
  if (!excludes) return failure(excludes.error());
  return TreeReading{TreeTerms::of(reading), std::move(*excludes)};
}

}  // namespace peel::sources::tree
