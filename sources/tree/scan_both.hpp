// Two trees walked at the same time: they may be on two disks.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/watch.hpp"

#include "sources/tree/exclude_rules.hpp"
#include "sources/tree/tree_scan.hpp"

#include <string>

namespace peel::sources::tree {

struct TwoScans {
  TreeScan left;
  TreeScan right;
};

// Fails as TreeScan::of does, with the error of the left one if both fail.
Result<TwoScans> scan_both(const std::string& left, const std::string& right, const ExcludeRules& excludes,
                           reconcile::Watch& watch);

}  // namespace peel::sources::tree
