// RotatingBloomFilter: was this key among the last N, or did it come within the last T ticks? A few Bloom
// filters of one shape, the generations: keys go into the newest, a query asks all. When the newest has had
// its share of the window, the oldest is cleared and becomes the newest.
//
//   A key that came within the window is always affirmed. One that came before rule().forgotten() insertions
//   or ticks is denied, but for false positives; in between, either may happen.
//
//   Insertions are counted here, repeated ones too. Ticks are told by the caller, in any unit: advance_to().
//   The library has no clock. Generations begin at multiples of rule().step(), so that filters on two
//   machines that agree about the time agree about generations, and merge.
//
// A query affirms a key that never came with probability 1 - (1 - p)^G if each of G generations does with
// p; analysis/rotation_plan.hpp plans for that.
#pragma once

#include "peel/analysis/bloom_estimates.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/membership/rotation_rule.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel {

// A filter that was moved from may only be assigned to or destroyed.
class RotatingBloomFilter {
 public:
  // Every generation has this shape. Fails with `invalid_argument` for a shape whose cells are not bits, with
  // `limit_exceeded` if all generations have more than kMaxFilterBytes together.
  [[nodiscard]] static Result<RotatingBloomFilter> make(const FilterShape& shape, const RotationRule& rule,
                                                        HashFamily family, Seed seed);
  // Adopts generations that came from elsewhere, in the order of generations(). Fails with `malformed` unless
  // there are as many as the rule says, all of one shape and hashing, and those not begun yet are empty.
  [[nodiscard]] static Result<RotatingBloomFilter> from_generations(const RotationRule& rule,
                                                                    std::uint64_t position,
                                                                    std::vector<BloomFilter> generations);

  void insert(std::uint64_t key) { insert(hasher()(key)); }
  void insert(ByteView key) { insert(hasher()(key)); }
  void insert(const KeyHash& hash);
  void insert(std::span<const std::uint64_t> keys);
  void insert(std::span<const KeyHash> hashes);

  // False: the key did not come within the window.
  bool contains(std::uint64_t key) const { return contains(hasher()(key)); }
  bool contains(ByteView key) const { return contains(hasher()(key)); }
  bool contains(const KeyHash& hash) const;
  // found[i] for the i-th key; spans of equal length. A batch rotates in its midst where it has to.
  void contains(std::span<const std::uint64_t> keys, std::span<bool> found) const;
  void contains(std::span<const KeyHash> hashes, std::span<bool> found) const;

  // Inserts, and says whether the key was affirmed before. It is as fresh as any other then.
  bool insert_and_tell(std::uint64_t key) { return insert_and_tell(hasher()(key)); }
  bool insert_and_tell(ByteView key) { return insert_and_tell(hasher()(key)); }
  bool insert_and_tell(const KeyHash& hash);
  void insert_and_tell(std::span<const std::uint64_t> keys, std::span<bool> found);
  void insert_and_tell(std::span<const KeyHash> hashes, std::span<bool> found);

  // Tells the time: what is inserted from now on came now. A time before the latest one changes nothing: time
  // stands still until the caller's clock is past it, so keys are remembered longer, never shorter. Fails
  // with `unsupported` if the window is one of insertions.
  [[nodiscard]] Result<void> advance_to(Tick now);

  // What either remembers, at the later of the two times. Fails with `incompatible` unless rule, shape and
  // hashing agree, with `unsupported` for windows of insertions, whose order is not known; then nothing
  // changes.
  [[nodiscard]] Result<void> merge(const RotatingBloomFilter& other);

  // The probability that a key that never came is affirmed, given the bits as they are.
  double current_rate() const;
  // How many distinct keys it remembers.
  analysis::ItemEstimate estimated_items() const;

  const RotationRule& rule() const { return rule_; }
  // Insertions so far, or the latest time.
  std::uint64_t position() const { return position_; }
  const FilterShape& shape() const { return generations_.front().shape(); }
  const KeyHasher& hasher() const { return generations_.front().hasher(); }
  // Generation number g, counted from 0 at the first insertion or tick 0, is at g % generations().size().
  std::span<const BloomFilter> generations() const { return generations_; }

  friend bool operator==(const RotatingBloomFilter& a, const RotatingBloomFilter& b);

 private:
  RotatingBloomFilter(const RotationRule& rule, std::uint64_t position, std::vector<BloomFilter> generations);

  std::uint64_t newest() const;
  BloomFilter& generation(std::uint64_t number) { return generations_[number % generations_.size()]; }
  void rotate_to(std::uint64_t number);
  std::size_t make_room();
  void count_insertions(std::size_t insertions);

  RotationRule rule_;
  std::uint64_t position_;
  std::vector<BloomFilter> generations_;
};

}  // namespace peel
