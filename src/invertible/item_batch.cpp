#include "invertible/item_batch.hpp"

#include "core/assert.hpp"

#include <algorithm>

namespace peel::detail {

void ItemBatch::locate(const IbltShape& shape, const ItemHashing& hashing, const LostSubTables& lost,
                       ByteView keys, std::size_t count) {
  PEEL_ASSERT(count <= kCapacity);
  const auto hashes = static_cast<unsigned>(shape.hashes().value);
  size_ = count;
  cells_per_key_ = hashes;
  hashing.locate(shape.placement(), keys, shape.key_width().value, std::span(cells_).first(count * hashes),
                 std::span(key_checks_).first(count));
  if (lost.empty()) return;
  const std::uint64_t sub_cells = shape.placement().sub_table_cells().value;
  for (CellIndex& cell : std::span(cells_).first(count * hashes)) {
    if (lost.contains(cell / sub_cells)) cell = sink_of(shape);  // where the sink is, nothing is lost
  }
}

}  // namespace peel::detail
