// BloomFilter: a set in a few bits per key, which answers "certainly not" or "probably" [Bloom 1970]. It
// never denies a key that it was given. How often it affirms one that it was not follows from its shape and
// the number of keys (analysis/bloom_rate.hpp), and the filter can say how often it does right now.
//
// One class for all layouts: classic, register blocks, line blocks (analysis/filter_shape.hpp). The bits are
// the same on every machine, whichever vector instructions it has.
//
//   Keys are integers, byte strings, or hashes made by hasher(). Many at once are several times faster, since
//   the waits for memory overlap.
#pragma once

#include "peel/analysis/bloom_estimates.hpp"
#include "peel/analysis/filter_shape.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace peel {

namespace detail {

struct GroupKernels;

// The inner loops of a filter, chosen for its shape and this CPU when it is made. Words and shape are the
// filter's; all arguments fit registers.
struct FilterKernels {
  void (*insert)(std::uint64_t* words, KeyHash hash, FilterShape shape);
  bool (*contains)(const std::uint64_t* words, KeyHash hash, FilterShape shape);
  bool (*insert_and_tell)(std::uint64_t* words, KeyHash hash, FilterShape shape);
  const GroupKernels* groups;
};

}  // namespace detail

// How keys are written that a filter was given. To ask with others is to be told that they are not there.
enum class FilterKeys : std::uint8_t {
  unknown = 0,    // nobody said
  text = 1,       // as they stood where they were found
  addresses = 2,  // IP addresses as text, each in one spelling
};

// "text", "addresses", "unknown".
std::string_view name_of(FilterKeys keys);

// A filter that was moved from may only be assigned to or destroyed.
class BloomFilter {
 public:
  // Fails with `invalid_argument` for a shape whose cells are not bits.
  [[nodiscard]] static Result<BloomFilter> make(const FilterShape& shape, HashFamily family, Seed seed);
  // Adopts bits that came from elsewhere. Fails also with `malformed` for another number of words than
  // shape.words(), and for bits set behind the last cell.
  [[nodiscard]] static Result<BloomFilter> from_words(const FilterShape& shape, const KeyHasher& hasher,
                                                      AlignedWords words);

  void insert(std::uint64_t key) { insert(hasher_(key)); }
  void insert(ByteView key) { insert(hasher_(key)); }
  void insert(const KeyHash& hash) { kernels_.insert(words_.data(), hash, shape_); }
  void insert(std::span<const std::uint64_t> keys);
  void insert(std::span<const KeyHash> hashes);

  // False: the key was never inserted.
  bool contains(std::uint64_t key) const { return contains(hasher_(key)); }
  bool contains(ByteView key) const { return contains(hasher_(key)); }
  bool contains(const KeyHash& hash) const { return kernels_.contains(words_.data(), hash, shape_); }
  // found[i] for the i-th key; spans of equal length.
  void contains(std::span<const std::uint64_t> keys, std::span<bool> found) const;
  void contains(std::span<const KeyHash> hashes, std::span<bool> found) const;

  // Inserts, and says whether the key was affirmed before. In a batch, a key that comes twice is affirmed the
  // second time.
  bool insert_and_tell(std::uint64_t key) { return insert_and_tell(hasher_(key)); }
  bool insert_and_tell(ByteView key) { return insert_and_tell(hasher_(key)); }
  bool insert_and_tell(const KeyHash& hash) { return kernels_.insert_and_tell(words_.data(), hash, shape_); }
  void insert_and_tell(std::span<const std::uint64_t> keys, std::span<bool> found);
  void insert_and_tell(std::span<const KeyHash> hashes, std::span<bool> found);

  // The union: exactly the filter that had been given the keys of both. Fails with `incompatible` unless
  // shape and hashing agree, and for keys that are known to differ; then nothing changes. So does intersect.
  // Keys are unknown afterwards if those of either were.
  [[nodiscard]] Result<void> merge(const BloomFilter& other);
  // Affirms every key that both were given, and others more often than a filter of only these would: what
  // either affirms wrongly with the other's help stays. See current_rate().
  [[nodiscard]] Result<void> intersect(const BloomFilter& other);

  // Forgets all keys.
  void clear();

  // The share of its bits that are set.
  double fill() const;
  // The probability that a key that was never inserted is affirmed, given the bits as they are: exact for a
  // hash function without flaws.
  double current_rate() const;
  // How many distinct keys were inserted.
  analysis::ItemEstimate estimated_items() const;
  bool empty() const;

  // For whoever asks later: the filter itself takes any keys.
  void describe_keys(FilterKeys keys) { keys_ = keys; }
  FilterKeys keys() const { return keys_; }

  const FilterShape& shape() const { return shape_; }
  const KeyHasher& hasher() const { return hasher_; }
  std::span<const std::uint64_t> words() const { return words_.span(); }

  friend bool operator==(const BloomFilter& a, const BloomFilter& b);

 private:
  BloomFilter(const FilterShape& shape, const KeyHasher& hasher, AlignedWords words);
  Result<void> check_joinable(const BloomFilter& other) const;

  FilterShape shape_;
  KeyHasher hasher_;
  detail::FilterKernels kernels_;
  AlignedWords words_;
  FilterKeys keys_ = FilterKeys::unknown;
};

// Of the sets that the two were given. Both fail with `incompatible` unless shape and hashing agree.
[[nodiscard]] Result<analysis::ItemEstimate> estimated_union(const BloomFilter& a, const BloomFilter& b);
[[nodiscard]] Result<analysis::ItemEstimate> estimated_intersection(const BloomFilter& a,
                                                                    const BloomFilter& b);

}  // namespace peel
