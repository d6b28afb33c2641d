// What listing an invertible table yields: entries, and an honest account of how complete they are.
#pragma once

#include "peel/core/bytes.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace peel {

// Key-value pairs of fixed widths with their multiplicities, in flat storage.
class Entries {
 public:
  Entries(std::size_t key_width, std::size_t value_width)
      : key_width_(key_width), value_width_(value_width) {}

  std::size_t size() const { return multiplicities_.size(); }
  bool empty() const { return multiplicities_.empty(); }
  ByteView key(std::size_t i) const { return ByteView(keys_).subspan(i * key_width_, key_width_); }
  ByteView value(std::size_t i) const { return ByteView(values_).subspan(i * value_width_, value_width_); }
  std::uint64_t multiplicity(std::size_t i) const { return multiplicities_[i]; }
  // The key as a little-endian integer; of a longer key, its first 8 bytes.
  std::uint64_t key_integer(std::size_t i) const {
    return load_le(key(i).data(), key_width_ < 8 ? key_width_ : 8);
  }

  // All keys, one behind the other, as the batched calls of a table take them; values likewise.
  ByteView packed_keys() const { return keys_; }
  ByteView packed_values() const { return values_; }

  // Appends as many entries as there are multiplicities; keys and values one behind the other.
  void append(ByteView packed_keys, ByteView packed_values, std::span<const std::uint64_t> multiplicities);
  void append(const Entries& more);

 private:
  std::size_t key_width_;
  std::size_t value_width_;
  Bytes keys_;
  Bytes values_;
  std::vector<std::uint64_t> multiplicities_;
};

enum class ListingOutcome : std::uint8_t {
  complete,    // every cell was emptied: the entries are all there is
  incomplete,  // some cells hold several keys, or a key with several values; what is listed stands
  malformed,   // more removals than cells: no sequence of insertions and deletions makes such a table
};

std::string_view name_of(ListingOutcome outcome);

struct Listing {
  Entries inserted;
  Entries deleted;  // deleted without having been inserted; for a difference, what only the other side has
  std::uint64_t poisoned_cells = 0;  // cells that are not empty in the end
  ListingOutcome outcome = ListingOutcome::complete;

  bool complete() const { return outcome == ListingOutcome::complete; }
};

}  // namespace peel
