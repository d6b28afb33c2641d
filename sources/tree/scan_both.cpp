#include "sources/tree/scan_both.hpp"

#include <future>
#include <utility>

namespace peel::sources::tree {

Result<TwoScans> scan_both(const std::string& left, const std::string& right, const ExcludeRules& excludes,
                           reconcile::Watch& watch) {
  WalkWatch walk(watch);
  const auto shown = walk.show();
  auto other = std::async(std::launch::async, [&] { return TreeScan::of(right, excludes, &walk); });
  auto left_scan = TreeScan::of(left, excludes, &walk);
  auto right_scan = other.get();
  if (!left_scan) return failure(left_scan.error());
  if (!right_scan) return failure(right_scan.error());
  return TwoScans{std::move(*left_scan), std::move(*right_scan)};
}

}  // namespace peel::sources::tree
