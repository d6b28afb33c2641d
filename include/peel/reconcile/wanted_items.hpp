// WantedItems: the items that a difference listed, while the rows behind them are looked for.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/invertible/listing.hpp"
#include "peel/reconcile/row_items.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace peel::reconcile {

class WantedItems {
 public:
  // From a listing of left minus right, which must outlive this, as the items must. Whoever chose the rows
  // does not know the seed: the seed of the items may stand in a file, and rows can be chosen whose items are
  // looked for at one place.
  WantedItems(const Listing& listing, const RowItems& items, Seed seed);

  const RowItems& items() const { return items_; }
  const Listing& listing() const { return listing_; }
  // Distinct ones, of both sides.
  std::size_t size() const { return wanted_.size(); }
  ByteView item(std::size_t index) const { return wanted_[index].item; }

  // The index of an item that is wanted. Almost none is: the first look decides. `hash` is the stratum_item
  // of the item.
  std::optional<std::size_t> find(ByteView item, std::uint64_t hash) const {
    for (std::size_t slot = first_slot(hash);; slot = (slot + 1) & mask_) {
      if (slots_[slot] == 0) return std::nullopt;
      const Wanted& wanted = wanted_[slots_[slot] - 1];
      if (wanted.hash == hash && as_text(wanted.item) == as_text(item)) return slots_[slot] - 1;
    }
  }

  std::optional<std::size_t> find(ByteView item) const { return find(item, items_.stratum_item(item)); }

  // Whether the rows that were found account for the listing: for each item, the left side has as many rows
  // more than the right side as were listed. `left` and `right` count rows by the index of their item.
  bool accounts_for(const std::vector<std::uint64_t>& left, const std::vector<std::uint64_t>& right) const;

 private:
  struct Wanted {
    ByteView item;
    std::uint64_t hash;
    std::uint64_t multiplicity;  // left minus right, modulo 2^64
  };
  void add(const Entries& entries, std::uint64_t sign);
  // The high bits of a product with a secret odd number: two hashes rarely share them, whoever chose the
  // hashes.
  std::size_t first_slot(std::uint64_t hash) const { return (hash ^ secret_) * factor_ >> shift_; }

  const Listing& listing_;
  const RowItems& items_;
  std::vector<Wanted> wanted_;
  std::vector<std::uint32_t> slots_;  // index + 1, or 0; a quarter full at most
  std::size_t mask_;
  unsigned shift_;
  std::uint64_t secret_;
  std::uint64_t factor_;
};

}  // namespace peel::reconcile
