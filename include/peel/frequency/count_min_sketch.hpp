// CountMinSketch: how often did this key come? [Cormode, Muthukrishnan 2005] A grid of counters; each row has
// one for the key, which others share. So each is at least the key's count, and the smallest is the answer.
//
//   The upper bound is certain. The lower one is the upper less analysis::count_min_margin, and holds for a
//   key with probability 1 - 2^-rows or better. Where total() has reached 2^64 - 1, nobody knows how much
//   more came, and the lower bound is 0.
//
// Two rules of updating:
//
//   plain raises the counter in every row. Sketches merge by adding, and give inner products.
//   conservative raises only those that must be raised for the answer to be right [Estan, Varghese 2002]. It
//   errs less, but the sketch then depends on the order of the keys: two of them do not merge by adding.
//
// A counter that has reached its largest number stays there. Where all counters of a key have, the answer
// says so: the key may have come more often.
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/core/uint128.hpp"
#include "peel/frequency/count_bounds.hpp"
#include "peel/hashing/key_hasher.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace peel {

namespace detail {
struct CountMinKernels;
}

enum class CountMinRule : std::uint8_t { plain = 1, conservative = 2 };

std::string_view name_of(CountMinRule rule);

// The counter of a key in each row, for hash functions of the caller's own.
struct Columns {
  std::span<const std::uint64_t> of_row;  // one for each row, each below the number of columns
};

struct InnerProduct {
  Uint128 lower = 0;       // with probability 1 - 2^-rows or better,
  Uint128 upper = 0;       // certainly at most this,
  bool saturated = false;  // unless this
  friend bool operator==(const InnerProduct&, const InnerProduct&) = default;
};

// A sketch that was moved from may only be assigned to or destroyed.
class CountMinSketch {
 public:
  // Fails with `invalid_argument` for a rule that is none of the two.
  [[nodiscard]] static Result<CountMinSketch> make(const GridShape& shape, CountMinRule rule,
                                                   HashFamily family, Seed seed);
  // Adopts counters that came from elsewhere; `total` is what they were given. Fails also with `malformed`
  // for another number of words than shape.words(), for bits behind the last counter, and for rows that
  // cannot come from such a total. Full means: at its largest number. A total of 2^64 - 1 stands for any from
  // there on.
  //
  //   plain: every copy went into one counter of each row. So a row without full counters sums to the total;
  //   one with full counters may have lost copies, and sums to the total at most.
  //   conservative: every copy raised a row by 1 at most, and some row by 1, unless it met full counters in
  //   all rows. So a row sums to the total at most, and all rows together to the total at least, unless each
  //   has a full counter. And a counter is only ever raised to what a key has at least in all rows: so the
  //   largest counters of all rows are equal.
  [[nodiscard]] static Result<CountMinSketch> from_words(const GridShape& shape, CountMinRule rule,
                                                         const KeyHasher& hasher, CopyCount total,
                                                         AlignedWords words);

  // Any number of copies may come at once: counters and total stick at their largest number.
  void add(std::uint64_t key, CopyCount copies = CopyCount(1)) { add(hasher_(key), copies); }
  void add(ByteView key, CopyCount copies = CopyCount(1)) { add(hasher_(key), copies); }
  void add(const KeyHash& hash, CopyCount copies = CopyCount(1));
  void add(Columns columns, CopyCount copies = CopyCount(1));
  // Each key of a batch once, or copies[i] times the i-th; spans of equal length. So with all batches.
  void add(std::span<const std::uint64_t> keys);
  void add(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies);
  void add(std::span<const KeyHash> hashes);
  void add(std::span<const KeyHash> hashes, std::span<const CopyCount> copies);

  CountBounds bounds(std::uint64_t key) const { return bounds(hasher_(key)); }
  CountBounds bounds(ByteView key) const { return bounds(hasher_(key)); }
  CountBounds bounds(const KeyHash& hash) const;
  CountBounds bounds(Columns columns) const;
  void bounds(std::span<const std::uint64_t> keys, std::span<CountBounds> answers) const;
  void bounds(std::span<const KeyHash> hashes, std::span<CountBounds> answers) const;

  // Exactly the sketch that had been given the keys of both. Fails with `unsupported` for the conservative
  // rule, with `incompatible` unless shape and hashing agree; then nothing changes.
  [[nodiscard]] Result<void> merge(const CountMinSketch& other);

  // Forgets all keys.
  void clear();

  // All copies that came; 2^64 - 1 if there were more.
  CopyCount total() const { return total_; }
  // How many counters have reached their largest number.
  CellCount saturated() const;

  // The counter in a row and column, both below their number.
  std::uint64_t counter(RowCount row, ColumnCount column) const;

  const GridShape& shape() const { return shape_; }
  CountMinRule rule() const { return rule_; }
  const KeyHasher& hasher() const { return hasher_; }
  std::span<const std::uint64_t> words() const { return words_.span(); }

  friend bool operator==(const CountMinSketch& a, const CountMinSketch& b);

 private:
  CountMinSketch(const GridShape& shape, CountMinRule rule, const KeyHasher& hasher, CopyCount total,
                 AlignedWords words);

  template <class Hashes>
  void add_all(Hashes hashes, const CopyCount* copies);
  template <class Hashes>
  void find_all(Hashes hashes, std::span<CountBounds> answers) const;

  GridShape shape_;
  CountMinRule rule_;
  KeyHasher hasher_;
  CopyCount total_;
  const detail::CountMinKernels* kernels_;  // the inner loops for its shape and rule
  AlignedWords words_;
};

// The sum over all keys of the key's count in the one stream times that in the other. Rows in which a counter
// of either sketch is full are left out, and no longer count for the probability; if that is all of them, the
// answer says `saturated`, and so it does where a total has reached 2^64 - 1. Fails with `unsupported` for
// the conservative rule, with `incompatible` unless shape and hashing agree.
[[nodiscard]] Result<InnerProduct> inner_product(const CountMinSketch& a, const CountMinSketch& b);

}  // namespace peel
