// Whether two folders are apart. A folder that is in the other, or is the other, would be copied into itself.
#pragma once

#include "peel/core/result.hpp"

#include "sources/tree/exclude_rules.hpp"
#include "sources/tree/sync/tree_work.hpp"
#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_scan.hpp"

namespace peel::sources::tree {

// The root of a scan as it is now.
TreeEntry root_of(const TreeScan& scan);

// Fails with `invalid_argument` unless they are apart. What is excluded was not scanned, and may be inside.
Result<void> check_apart(const TreePair& trees);

// The same for a RIGHT that is still to be made. Fails with `io` if it cannot be made: nobody shall be told
// of a plan that cannot be carried out.
Result<void> check_apart_once_made(const TreePair& trees, const ExcludeRules& excludes);

}  // namespace peel::sources::tree
