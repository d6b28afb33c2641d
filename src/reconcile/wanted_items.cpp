#include "peel/reconcile/wanted_items.hpp"

#include <bit>

namespace peel::reconcile {

WantedItems::WantedItems(const Listing& listing, const RowItems& items, Seed seed)
    : listing_(listing),
      items_(items),
      slots_(std::bit_ceil(4 * (listing.inserted.size() + listing.deleted.size()) + 4)),
      mask_(slots_.size() - 1),
      shift_(64 - static_cast<unsigned>(std::bit_width(mask_))),
      secret_(seed.word(0)),
      factor_(seed.word(1) | 1) {
  add(listing.inserted, 1);
  add(listing.deleted, ~std::uint64_t{0});
}

void WantedItems::add(const Entries& entries, std::uint64_t sign) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const ByteView item = entries.key(i);
    const std::uint64_t multiplicity = sign * entries.multiplicity(i);
    // A false item may be listed on both sides; its multiplicities add up.
    const std::uint64_t hash = items_.stratum_item(item);
    if (const auto known = find(item, hash)) {
      wanted_[*known].multiplicity += multiplicity;
      continue;
    }
    wanted_.push_back({item, hash, multiplicity});
    std::size_t slot = first_slot(hash);
    while (slots_[slot] != 0) slot = (slot + 1) & mask_;
    slots_[slot] = static_cast<std::uint32_t>(wanted_.size());
  }
}

bool WantedItems::accounts_for(const std::vector<std::uint64_t>& left,
                               const std::vector<std::uint64_t>& right) const {
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    if (left[i] - right[i] != wanted_[i].multiplicity) return false;
  }
  return true;
}

}  // namespace peel::reconcile
