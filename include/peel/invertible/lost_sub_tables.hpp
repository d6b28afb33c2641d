// Which sub-tables of a table are missing. Almost always none.
#pragma once

#include "peel/invertible/placement.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace peel {

class LostSubTables {
 public:
  // Fails with `invalid_argument` for a sub-table that does not exist, or if some key could be left without a
  // cell: every window of k neighbours keeps at least one; of an irregular table fewer are lost than a light
  // key has cells. What is lost already may be lost again.
  Result<void> add(SubTable sub_table, const Placement& placement);

  bool empty() const { return indexes_.empty(); }
  const std::vector<std::uint32_t>& indexes() const { return indexes_; }  // ascending
  bool contains(std::uint64_t index) const { return std::ranges::binary_search(indexes_, index); }

  friend bool operator==(const LostSubTables&, const LostSubTables&) = default;

 private:
  void insert(SubTable sub_table);

  std::vector<std::uint32_t> indexes_;
};

}  // namespace peel
