#include "invertible/item_batch.hpp"

#include "core/assert.hpp"

#include <algorithm>

namespace peel::detail {

void ItemBatch::locate(const IbltShape& shape, const ItemHashing& hashing, std::uint8_t lost, ByteView keys,
                       std::size_t count) {
  PEEL_ASSERT(count <= kCapacity);
  const auto hashes = static_cast<unsigned>(shape.hashes().value);
  size_ = count;
  cells_per_key_ = hashes;
  hashing.locate(shape.placement(), keys, shape.key_width().value, std::span(cells_).first(count * hashes),
                 std::span(key_checks_).first(count));
  if (lost == 0) return;

  std::size_t kept = 0;
  for (std::size_t i = 0; i < count * hashes; ++i) {
    const std::size_t sub_table = i % hashes;
    if ((lost >> sub_table & 1) == 0) cells_[kept++] = cells_[i];
  }
  cells_per_key_ = static_cast<unsigned>(kept / std::max<std::size_t>(count, 1));
}

}  // namespace peel::detail
