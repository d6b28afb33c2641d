#include "peel/invertible/listing.hpp"

#include "core/assert.hpp"

namespace peel {

void Entries::append(ByteView packed_keys, ByteView packed_values,
                     std::span<const std::uint64_t> multiplicities) {
  PEEL_ASSERT(packed_keys.size() == multiplicities.size() * key_width_);
  PEEL_ASSERT(packed_values.size() == multiplicities.size() * value_width_);
  keys_.insert(keys_.end(), packed_keys.begin(), packed_keys.end());
  values_.insert(values_.end(), packed_values.begin(), packed_values.end());
  multiplicities_.insert(multiplicities_.end(), multiplicities.begin(), multiplicities.end());
}

void Entries::append(const Entries& more) {
  append(more.keys_, more.values_, more.multiplicities_);
}

std::string_view name_of(ListingOutcome outcome) {
  switch (outcome) {
    case ListingOutcome::complete:
      return "complete";
    case ListingOutcome::incomplete:
      return "incomplete";
    case ListingOutcome::malformed:
      return "malformed";
  }
  return "unknown";
}

}  // namespace peel
