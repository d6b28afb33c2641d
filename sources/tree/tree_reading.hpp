// How trees are read and compared: what counts of their entries, and what is left out of them.
#pragma once

#include "peel/core/result.hpp"
#include "peel/sources/folder_reading.hpp"

#include "sources/tree/exclude_rules.hpp"
#include "sources/tree/tree_terms.hpp"

namespace peel::sources::tree {

struct TreeReading {
  TreeTerms terms = {};
  ExcludeRules excludes = {};

  // Fails as ExcludeRules::from does.
  static Result<TreeReading> from(const FolderReading& reading);
};

}  // namespace peel::sources::tree
