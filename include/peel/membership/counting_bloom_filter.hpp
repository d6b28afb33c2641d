// CountingBloomFilter: a Bloom filter from which keys can be erased [Fan et al. 2000]. Every cell is a
// counter of four bits: insertion raises the cells of the key by one, erasure lowers them, and a key is
// affirmed if none of its cells is 0. Where probes of a key meet in one cell, that cell counts it once.
//
// It never denies a key that was inserted more often than it was erased, as long as only inserted keys are
// erased:
//
//   - A counter that has reached 15 stays there for good, since nobody knows how far beyond it went. It may
//     affirm more keys than it should, but never denies one. saturated() says how many there are;
//     analysis/counter_saturation.hpp how many to expect.
//   - A key with a cell at 0 is not in the filter: erasing it is refused, and nothing changes. A key that is
//     not in it and yet is affirmed cannot be told from one that is; erasing it would make the filter
//     deny others. That happens at current_rate() to those who erase keys they did not insert.
//
// All layouts (analysis/filter_shape.hpp); a key of a blocked filter costs one cache line, also to erase it.
#pragma once

#include "peel/analysis/bloom_estimates.hpp"
#include "peel/analysis/filter_shape.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/membership/erased.hpp"

#include <cstdint>
#include <span>

namespace peel {

inline constexpr std::uint64_t kCountingCellBits = 4;

// A filter that was moved from may only be assigned to or destroyed.
class CountingBloomFilter {
 public:
  // Fails with `invalid_argument` for a shape whose cells have not four bits.
  [[nodiscard]] static Result<CountingBloomFilter> make(const FilterShape& shape, HashFamily family,
                                                        Seed seed);
  // Adopts cells that came from elsewhere. Fails also with `malformed` for another number of words than
  // shape.words(), and for bits set behind the last cell.
  [[nodiscard]] static Result<CountingBloomFilter> from_words(const FilterShape& shape,
                                                              const KeyHasher& hasher, AlignedWords words);

  void insert(std::uint64_t key) { insert(hasher_(key)); }
  void insert(ByteView key) { insert(hasher_(key)); }
  void insert(const KeyHash& hash);
  void insert(std::span<const std::uint64_t> keys);
  void insert(std::span<const KeyHash> hashes);

  // Takes one insertion back: refused exactly if contains() denies the key.
  Erased erase(std::uint64_t key) { return erase(hasher_(key)); }
  Erased erase(ByteView key) { return erase(hasher_(key)); }
  Erased erase(const KeyHash& hash);
  // outcomes[i] for the i-th key, one after the other; spans of equal length. So with all batches.
  void erase(std::span<const std::uint64_t> keys, std::span<Erased> outcomes);
  void erase(std::span<const KeyHash> hashes, std::span<Erased> outcomes);

  // False: the key is not in the filter.
  bool contains(std::uint64_t key) const { return contains(hasher_(key)); }
  bool contains(ByteView key) const { return contains(hasher_(key)); }
  bool contains(const KeyHash& hash) const;
  void contains(std::span<const std::uint64_t> keys, std::span<bool> found) const;
  void contains(std::span<const KeyHash> hashes, std::span<bool> found) const;

  // Inserts, and says whether the key was affirmed before.
  bool insert_and_tell(std::uint64_t key) { return insert_and_tell(hasher_(key)); }
  bool insert_and_tell(ByteView key) { return insert_and_tell(hasher_(key)); }
  bool insert_and_tell(const KeyHash& hash);
  void insert_and_tell(std::span<const std::uint64_t> keys, std::span<bool> found);
  void insert_and_tell(std::span<const KeyHash> hashes, std::span<bool> found);

  // Exactly the filter that had been given the keys of both. Fails with `incompatible` unless shape and
  // hashing agree; then nothing changes.
  [[nodiscard]] Result<void> merge(const CountingBloomFilter& other);
  // Erases all that the other was given. Fails with `incompatible` also if one of its counters is larger than
  // the one here, since then it was given something that this was not; nothing changes then.
  [[nodiscard]] Result<void> subtract(const CountingBloomFilter& other);

  // Forgets all keys.
  void clear();

  // The share of its cells that are not 0.
  double fill() const;
  // How many of its cells have reached 15.
  CellCount saturated() const;
  // The probability that a key that is not in the filter is affirmed, given the cells as they are.
  double current_rate() const;
  // How many distinct keys are in it, however often each. Saturated cells that outlived their keys add to it.
  analysis::ItemEstimate estimated_items() const;
  bool empty() const;

  // The BloomFilter with as many cells that answers every question as this one does now, in a quarter of the
  // room. Fails with `unsupported` for a blocked filter: the cells of its keys follow from the counters in a
  // lane, of which a lane of bits has four times as many.
  [[nodiscard]] Result<BloomFilter> as_bloom_filter() const;

  const FilterShape& shape() const { return shape_; }
  const KeyHasher& hasher() const { return hasher_; }
  std::span<const std::uint64_t> words() const { return words_.span(); }

  friend bool operator==(const CountingBloomFilter& a, const CountingBloomFilter& b);

 private:
  CountingBloomFilter(const FilterShape& shape, const KeyHasher& hasher, AlignedWords words);

  FilterShape shape_;
  KeyHasher hasher_;
  AlignedWords words_;
};

}  // namespace peel
