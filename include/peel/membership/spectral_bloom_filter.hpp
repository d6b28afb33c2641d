// SpectralBloomFilter: how often did this key come? [Cohen, Matias 2003] Every cell is a counter of 8, 16 or
// 32 bits, and a key came at most as often as the smallest of its cells says. Where probes of a key meet in
// one cell, that cell counts it once; so the answer is exact unless every cell of the key is shared with
// other keys, which is as likely as a false positive of a Bloom filter of this shape and these other keys.
//
// Two ways of inserting:
//
//   minimum_selection raises all cells of the key. Keys can be erased, and filters merged.
//   minimal_increase raises only those that are smallest, and others not beyond what the key needs. It errs
//   less often and by less, but nobody can tell any more which key raised a cell: no erasure, no merging.
//
// A counter that has reached its largest number stays there for good. If all cells of a key have, the answer
// says so: the key may have come more often.
//
// Classic layout only: counters of 8 bits and more leave too few of them in a block.
#pragma once

#include "peel/analysis/bloom_estimates.hpp"
#include "peel/analysis/filter_shape.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/membership/erased.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace peel {

enum class SpectralInsertion : std::uint8_t { minimum_selection = 1, minimal_increase = 2 };

std::string_view name_of(SpectralInsertion insertion);

struct SpectralCount {
  std::uint64_t count = 0;  // the key came at most so often,
  bool saturated = false;   // unless this: then it may have come more often
  friend bool operator==(const SpectralCount&, const SpectralCount&) = default;
};

// A filter that was moved from may only be assigned to or destroyed.
class SpectralBloomFilter {
 public:
  // Fails with `invalid_argument` for a shape whose cells have not 8, 16 or 32 bits, and for an insertion
  // that is none of the two.
  [[nodiscard]] static Result<SpectralBloomFilter> make(const FilterShape& shape, SpectralInsertion insertion,
                                                        HashFamily family, Seed seed);
  // Adopts cells that came from elsewhere. Fails also with `malformed` for another number of words than
  // shape.words(), and for bits set behind the last cell.
  [[nodiscard]] static Result<SpectralBloomFilter> from_words(const FilterShape& shape,
                                                              SpectralInsertion insertion,
                                                              const KeyHasher& hasher, AlignedWords words);

  void insert(std::uint64_t key, CopyCount copies = CopyCount(1)) { insert(hasher_(key), copies); }
  void insert(ByteView key, CopyCount copies = CopyCount(1)) { insert(hasher_(key), copies); }
  void insert(const KeyHash& hash, CopyCount copies = CopyCount(1));
  // Each key of a batch once, or copies[i] times the i-th; spans of equal length. So with all batches.
  void insert(std::span<const std::uint64_t> keys);
  void insert(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies);
  void insert(std::span<const KeyHash> hashes);
  void insert(std::span<const KeyHash> hashes, std::span<const CopyCount> copies);

  SpectralCount multiplicity(std::uint64_t key) const { return multiplicity(hasher_(key)); }
  SpectralCount multiplicity(ByteView key) const { return multiplicity(hasher_(key)); }
  SpectralCount multiplicity(const KeyHash& hash) const;
  void multiplicities(std::span<const std::uint64_t> keys, std::span<SpectralCount> answers) const;
  void multiplicities(std::span<const KeyHash> hashes, std::span<SpectralCount> answers) const;

  // Inserts, and says how often the key came before.
  SpectralCount insert_and_tell(std::uint64_t key, CopyCount copies = CopyCount(1)) {
    return insert_and_tell(hasher_(key), copies);
  }
  SpectralCount insert_and_tell(ByteView key, CopyCount copies = CopyCount(1)) {
    return insert_and_tell(hasher_(key), copies);
  }
  SpectralCount insert_and_tell(const KeyHash& hash, CopyCount copies = CopyCount(1));
  void insert_and_tell(std::span<const std::uint64_t> keys, std::span<SpectralCount> before);
  void insert_and_tell(std::span<const KeyHash> hashes, std::span<SpectralCount> before);

  // Takes insertions back: all of them or, if the key did not come so often, none. Fails with `unsupported`
  // in a filter of minimal increase.
  [[nodiscard]] Result<Erased> erase(std::uint64_t key, CopyCount copies = CopyCount(1)) {
    return erase(hasher_(key), copies);
  }
  [[nodiscard]] Result<Erased> erase(ByteView key, CopyCount copies = CopyCount(1)) {
    return erase(hasher_(key), copies);
  }
  [[nodiscard]] Result<Erased> erase(const KeyHash& hash, CopyCount copies = CopyCount(1));
  [[nodiscard]] Result<void> erase(std::span<const std::uint64_t> keys, std::span<Erased> outcomes);
  [[nodiscard]] Result<void> erase(std::span<const KeyHash> hashes, std::span<Erased> outcomes);

  // Exactly the filter that had been given the keys of both. Fails with `unsupported` for filters of minimal
  // increase, with `incompatible` unless shape, insertion and hashing agree; then nothing changes.
  [[nodiscard]] Result<void> merge(const SpectralBloomFilter& other);

  // Forgets all keys.
  void clear();

  // The share of its cells that are not 0.
  double fill() const;
  // How many of its cells have reached their largest number.
  CellCount saturated() const;
  // The probability that a key that never came is said to have come, given the cells as they are.
  double current_rate() const;
  // How many distinct keys came, however often each.
  analysis::ItemEstimate estimated_items() const;
  bool empty() const;

  const FilterShape& shape() const { return shape_; }
  SpectralInsertion insertion() const { return insertion_; }
  const KeyHasher& hasher() const { return hasher_; }
  std::span<const std::uint64_t> words() const { return words_.span(); }

  friend bool operator==(const SpectralBloomFilter& a, const SpectralBloomFilter& b);

 private:
  SpectralBloomFilter(const FilterShape& shape, SpectralInsertion insertion, const KeyHasher& hasher,
                      AlignedWords words);
  Result<void> check_erasable() const;

  FilterShape shape_;
  SpectralInsertion insertion_;
  KeyHasher hasher_;
  AlignedWords words_;
};

}  // namespace peel
