// What listing an invertible counter yields.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/types.hpp"
#include "peel/invertible/listing.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel {

// Keys of one width with their multiplicities, in flat storage. Each key is there once and no multiplicity is
// 0; a negative one was deleted more often than inserted.
class CountedKeys {
 public:
  explicit CountedKeys(ByteWidth key_width) : key_width_(key_width.value) {}

  std::size_t size() const { return counts_.size(); }
  bool empty() const { return counts_.empty(); }
  ByteView key(std::size_t i) const { return ByteView(keys_).subspan(i * key_width_, key_width_); }
  std::int64_t count(std::size_t i) const { return counts_[i]; }
  // The key as a little-endian integer; of a longer key, its first 8 bytes.
  std::uint64_t key_integer(std::size_t i) const {
    return load_le(key(i).data(), key_width_ < 8 ? key_width_ : 8);
  }
  // As InvertibleCounter::add takes them.
  ByteView packed_keys() const { return keys_; }
  std::span<const std::int64_t> counts() const { return counts_; }

  // Appends as many keys as there are counts.
  void append(ByteView packed_keys, std::span<const std::int64_t> counts);

 private:
  std::size_t key_width_;
  Bytes keys_;
  std::vector<std::int64_t> counts_;
};

// How hard listing tries cells in which it has to guess how often each of two keys is there. Listing is
// linear in the number of cells, times this.
struct ListingEffort {
  std::uint64_t splits_per_cell = 4096;  // cells with larger counts are left alone
  // Of cells that keep a key: in how many kept keys at once one more key may hide. 1 is the paper's
  // algorithm, more its extension, whose work grows by a factor of the count with each.
  unsigned kept_keys = 1;
};

struct CounterListing {
  CountedKeys keys;
  std::uint64_t stuck_cells = 0;  // cells that are not empty in the end
  ListingOutcome outcome = ListingOutcome::complete;

  bool complete() const { return outcome == ListingOutcome::complete; }
};

}  // namespace peel
