#include "peel/tables/multilevel_places.hpp"

#include <algorithm>

namespace peel {

OccupancyTable::OccupancyTable(const MultilevelShape& shape)
    : words_((shape.total_slots().value + 63) / 64) {}

std::optional<Place> OccupancyTable::first_free(const KeyHash& hash, const MultilevelShape& shape) const {
  for (std::uint64_t table = 0; table < shape.sub_tables(); ++table) {
    const std::uint64_t first = bucket_of(hash, shape, SubTable(table)) * shape.slots().value;
    for (std::uint64_t slot = first; slot < first + shape.slots().value; ++slot)
      if (!is_taken(slot)) return Place{Level::of(SubTable(table)), slot};
  }
  return std::nullopt;
}

void OccupancyTable::clear() {
  std::ranges::fill(words_.span(), 0);
}

}  // namespace peel
