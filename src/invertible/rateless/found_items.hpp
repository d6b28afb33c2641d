// FoundItems: what a decoder has listed, each item once with its signed multiplicity, found again by its
// bytes.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/invertible/listing.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace peel::detail {

class FoundItems {
 public:
  explicit FoundItems(std::size_t width) : width_(width), places_(kLeastPlaces, kFree) {}

  std::size_t size() const { return counts_.size(); }
  ByteView item(std::size_t i) const { return ByteView(items_).subspan(i * width_, width_); }
  std::int64_t count(std::size_t i) const { return counts_[i]; }

  bool contains(const std::byte* item, const KeyHash& hash) const {
    return places_[place_of(item, hash)] != kFree;
  }

  // Adds `count` to the multiplicity of an item; the number of the item, and whether it is new.
  struct Added {
    std::size_t number;
    bool is_new;
  };
  Added add(const std::byte* item, const KeyHash& hash, std::int64_t count) {
    if (2 * (counts_.size() + 1) > places_.size()) grow();
    std::uint32_t& place = places_[place_of(item, hash)];
    if (place != kFree) {
      counts_[place] += count;
      return {place, false};
    }
    place = static_cast<std::uint32_t>(counts_.size());
    items_.insert(items_.end(), item, item + width_);
    counts_.push_back(count);
    hashes_.push_back(hash.low);
    return {place, true};
  }

  // Those that are left over on either side. An item that was listed and taken back again is on none.
  void list(Entries& inserted, Entries& deleted) const {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == 0) continue;
      const std::array<std::uint64_t, 1> times = {
          static_cast<std::uint64_t>(counts_[i] < 0 ? -counts_[i] : counts_[i])};
      (counts_[i] > 0 ? inserted : deleted).append(item(i), {}, times);
    }
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  static constexpr std::size_t kLeastPlaces = 64;

  // Where the item is, or the free place where it would be.
  std::size_t place_of(const std::byte* item, const KeyHash& hash) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = hash.low & mask;
    while (places_[at] != kFree && (hashes_[places_[at]] != hash.low ||
                                    std::memcmp(&items_[places_[at] * width_], item, width_) != 0))
      at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<std::uint32_t> larger(2 * places_.size(), kFree);
    const std::size_t mask = larger.size() - 1;
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      std::size_t at = hashes_[i] & mask;
      while (larger[at] != kFree) at = (at + 1) & mask;
      larger[at] = static_cast<std::uint32_t>(i);
    }
    places_ = std::move(larger);
  }

  std::size_t width_;
  Bytes items_;
  std::vector<std::int64_t> counts_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> places_;  // numbers of items, by hash
};

}  // namespace peel::detail
