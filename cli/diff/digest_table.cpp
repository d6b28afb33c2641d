#include "cli/diff/digest_table.hpp"

#include <bit>

namespace peel::cli {

DigestTable::DigestTable(const Listing& listing, const RowItems& items)
    : slots_(std::bit_ceil(4 * (listing.inserted.size() + listing.deleted.size()) + 4)),
      mask_(slots_.size() - 1) {
  add(listing.inserted, items, 1);
  add(listing.deleted, items, ~std::uint64_t{0});
}

void DigestTable::add(const Entries& entries, const RowItems& items, std::uint64_t sign) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::uint64_t digest = items.digest_in(entries.key(i));
    const std::uint64_t multiplicity = sign * entries.multiplicity(i);
    // A false key may be listed on both sides; its multiplicities add up.
    if (const auto known = find(digest)) {
      multiplicities_[*known] += multiplicity;
      continue;
    }
    digests_.push_back(digest);
    multiplicities_.push_back(multiplicity);
    std::size_t slot = digest & mask_;
    while (slots_[slot] != 0) slot = (slot + 1) & mask_;
    slots_[slot] = static_cast<std::uint32_t>(digests_.size());
  }
}

bool DigestTable::accounts_for(const Found& found) const {
  for (std::size_t i = 0; i < digests_.size(); ++i) {
    if (found.left[i] - found.right[i] != multiplicities_[i]) return false;
  }
  return true;
}

}  // namespace peel::cli
