#include "peel/invertible/lost_sub_tables.hpp"

#include <string>

namespace peel {

Result<void> LostSubTables::add(SubTable sub_table, const Placement& placement) {
  const std::uint64_t count = placement.sub_tables().value;
  const std::uint64_t hashes = placement.hashes().value;
  if (sub_table.value >= count) {
    return failure(ErrorCode::invalid_argument, "sub-table " + std::to_string(sub_table.value) +
                                                    ": this table has sub-tables 0 to " +
                                                    std::to_string(count - 1));
  }
  if (contains(sub_table.value)) return {};

  if (placement.kind() == PlacementKind::irregular) {
    const std::uint64_t fewest = placement.fewest_hashes().value;
    if (indexes_.size() + 1 >= fewest) {
      return failure(ErrorCode::invalid_argument, "sub-table " + std::to_string(sub_table.value) +
                                                      " cannot be lost too: light keys of " +
                                                      std::to_string(fewest) + " cells could have none left");
    }
    insert(sub_table);
    return {};
  }
  // A run of k lost neighbours, the new one among them, would be a window with nothing left.
  std::uint64_t before = 0, after = 0;
  while (before < sub_table.value && contains(sub_table.value - before - 1)) ++before;
  while (contains(sub_table.value + after + 1)) ++after;
  if (before + 1 + after >= hashes) {
    return failure(ErrorCode::invalid_argument,
                   "sub-table " + std::to_string(sub_table.value) + " cannot be lost too: the keys of " +
                       std::to_string(hashes) + " neighbouring sub-tables would have no cell left");
  }
  insert(sub_table);
  return {};
}

void LostSubTables::insert(SubTable sub_table) {
  const auto index = static_cast<std::uint32_t>(sub_table.value);
  indexes_.insert(std::ranges::upper_bound(indexes_, index), index);
}

}  // namespace peel
