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

// How hard listing tries cells in which it has to guess how often each of several keys is there: even-odd,
// one-key and combined cells. Others need no guessing.
struct ListingEffort {
  // Which kept keys are tried in a cell [Ding, Rauen, section V-B].
  enum class KeptKeys : std::uint8_t {
    own,         // the one that the cell keeps: conditions 1 to 3
    when_stuck,  // and once nothing else helps, all those that belong there, wherever they are kept:
                 // Algorithm 2
    always,      // these from the start: the lists L of the second optimisation
  };

  KeptKeys kept = KeptKeys::always;
  // How many kept keys may be in a cell together with one that is not known: 1 is the paper's algorithm, more
  // its extension, whose work grows by a factor of the count with each. At most kMostKeptTogether.
  unsigned kept_together = 1;
  // Ways of sharing out the count of a cell that are tried before it is left alone. Bounds the work of a
  // listing: so many steps for each cell and change. At most kMostSplits.
  std::uint64_t splits_per_cell = 4096;
};

inline constexpr unsigned kMostKeptTogether = 3;
inline constexpr std::uint64_t kMostSplits = std::uint64_t{1} << 20;

struct CounterListing {
  CountedKeys keys;
  std::uint64_t stuck_cells = 0;  // cells that are not empty in the end
  ListingOutcome outcome = ListingOutcome::complete;

  bool complete() const { return outcome == ListingOutcome::complete; }
};

}  // namespace peel
