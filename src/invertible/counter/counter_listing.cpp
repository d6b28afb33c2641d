#include "peel/invertible/counter_listing.hpp"

#include "core/assert.hpp"

namespace peel {

void CountedKeys::append(ByteView packed_keys, std::span<const std::int64_t> counts) {
  PEEL_ASSERT(packed_keys.size() == counts.size() * key_width_);
  keys_.insert(keys_.end(), packed_keys.begin(), packed_keys.end());
  counts_.insert(counts_.end(), counts.begin(), counts.end());
}

}  // namespace peel
