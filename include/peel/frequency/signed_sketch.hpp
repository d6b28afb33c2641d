// SignedSketch: how often did this key come, less how often it went? [Charikar, Chen, Farach-Colton 2002] A
// grid of signed counters. In each row a key has one counter and one sign; a change of the key's count is
// added to the counter times the sign. The answer is the median over the rows of counter times sign.
//
//   Why signs: in rows without signs, as on the slides, the median would be off by what shares the counter,
//   always to the same side, about n / b. With signs, strangers cancel as often as they add up. So a row is
//   right on average, and off by about sqrt(F2 / b), with F2 the sum of the squares of all counts. A row that
//   met one of the few heaviest keys is further off, but the median does not care, unless half of the rows
//   did: docs/theory/count-min.md.
//
//   Bounds are the answer and analysis::signed_margin on both sides, by the second moment that the sketch
//   estimates itself. They do not hold with probability at most analysis::signed_failure.
//
// No counter can overflow: gross(), the sum of the sizes of all changes, is kept, and a change that would
// take it beyond 2^63 - 1 is refused.
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/core/uint128.hpp"
#include "peel/hashing/key_hasher.hpp"

#include <cstdint>
#include <span>

namespace peel {

namespace detail {
struct SignedKernels;
}

inline constexpr std::uint64_t kMostGross = (std::uint64_t{1} << 63) - 1;

// So much is added to the count of a key, or taken from it.
struct CountChange {
  std::int64_t value = 1;
};

struct SignedBounds {
  std::int64_t estimate = 0;
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  friend bool operator==(const SignedBounds&, const SignedBounds&) = default;
};

// The sum of the squares of all counts. Within its bounds but with probability
// analysis::majority_failure(rows, 1/4); where a grid is too narrow to tell, `upper` is the square of
// gross().
struct SecondMoment {
  Uint128 estimate = 0;
  Uint128 lower = 0;
  Uint128 upper = 0;
  friend bool operator==(const SecondMoment&, const SecondMoment&) = default;
};

// The sum over all keys of the key's count in one stream times that in the other. Within its bounds but with
// probability analysis::signed_product_failure.
struct SignedProduct {
  Int128 estimate = 0;
  Int128 lower = 0;
  Int128 upper = 0;
  friend bool operator==(const SignedProduct&, const SignedProduct&) = default;
};

// A sketch that was moved from may only be assigned to or destroyed.
class SignedSketch {
 public:
  // Fails with `invalid_argument` for a shape whose counters have not 64 bits, or whose rows are even in
  // number: they would have no median.
  [[nodiscard]] static Result<SignedSketch> make(const GridShape& shape, HashFamily family, Seed seed);
  // Adopts counters that came from elsewhere, in two's complement; `gross` is what they were given. Fails
  // also with `malformed` for another number of words than shape.words(), a gross total beyond kMostGross,
  // and rows that cannot come from it: the sizes of a row's counters sum to the gross total at most, and to
  // an odd number if it is odd.
  [[nodiscard]] static Result<SignedSketch> from_words(const GridShape& shape, const KeyHasher& hasher,
                                                       CopyCount gross, AlignedWords words);

  // All fail with `limit_exceeded` where gross() would exceed kMostGross; then nothing changes, also of a
  // batch.
  [[nodiscard]] Result<void> add(std::uint64_t key, CountChange change = {}) {
    return add(hasher_(key), change);
  }
  [[nodiscard]] Result<void> add(ByteView key, CountChange change = {}) { return add(hasher_(key), change); }
  [[nodiscard]] Result<void> add(const KeyHash& hash, CountChange change = {});
  // Each key of a batch once, or by changes[i] the i-th; spans of equal length. So with all batches.
  [[nodiscard]] Result<void> add(std::span<const std::uint64_t> keys);
  [[nodiscard]] Result<void> add(std::span<const std::uint64_t> keys, std::span<const CountChange> changes);
  [[nodiscard]] Result<void> add(std::span<const KeyHash> hashes);
  [[nodiscard]] Result<void> add(std::span<const KeyHash> hashes, std::span<const CountChange> changes);

  std::int64_t estimate(std::uint64_t key) const { return estimate(hasher_(key)); }
  std::int64_t estimate(ByteView key) const { return estimate(hasher_(key)); }
  std::int64_t estimate(const KeyHash& hash) const;
  void estimates(std::span<const std::uint64_t> keys, std::span<std::int64_t> answers) const;
  void estimates(std::span<const KeyHash> hashes, std::span<std::int64_t> answers) const;

  // With bounds. Every call reads all counters, once: ask for many keys at a time.
  SignedBounds bounds(std::uint64_t key) const { return bounds(hasher_(key)); }
  SignedBounds bounds(ByteView key) const { return bounds(hasher_(key)); }
  SignedBounds bounds(const KeyHash& hash) const;
  void bounds(std::span<const std::uint64_t> keys, std::span<SignedBounds> answers) const;
  void bounds(std::span<const KeyHash> hashes, std::span<SignedBounds> answers) const;

  SecondMoment second_moment() const;

  // Exactly the sketch that had been given the changes of both, those of the other with the opposite sign if
  // subtracted. Fail with `incompatible` unless shape and hashing agree, and with `limit_exceeded` where the
  // gross totals together exceed kMostGross; then nothing changes.
  [[nodiscard]] Result<void> merge(const SignedSketch& other);
  [[nodiscard]] Result<void> subtract(const SignedSketch& other);

  // Forgets all keys.
  void clear();

  // The sum of the sizes of all changes.
  CopyCount gross() const { return gross_; }

  // The counter in a row and column, both below their number.
  std::int64_t counter(RowCount row, ColumnCount column) const;

  const GridShape& shape() const { return shape_; }
  const KeyHasher& hasher() const { return hasher_; }
  std::span<const std::uint64_t> words() const { return words_.span(); }

  friend bool operator==(const SignedSketch& a, const SignedSketch& b);

 private:
  SignedSketch(const GridShape& shape, const KeyHasher& hasher, CopyCount gross, AlignedWords words);

  template <class Hashes>
  Result<void> add_all(Hashes hashes, const CountChange* changes);
  template <class Hashes>
  void estimate_all(Hashes hashes, std::span<std::int64_t> answers) const;
  template <class Hashes>
  void find_all(Hashes hashes, std::span<SignedBounds> answers) const;
  Result<void> join(const SignedSketch& other, std::uint64_t sign);
  Uint128 estimated_moment() const;

  GridShape shape_;
  KeyHasher hasher_;
  CopyCount gross_;
  const detail::SignedKernels* kernels_;  // the inner loops for its number of rows
  AlignedWords words_;
};

// Fails with `incompatible` unless shape and hashing agree.
[[nodiscard]] Result<SignedProduct> inner_product(const SignedSketch& a, const SignedSketch& b);

}  // namespace peel
