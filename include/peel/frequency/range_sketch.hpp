// RangeSketch: how many keys came between these two, and which key is the median? [Cormode, Muthukrishnan
// 2005] Keys are integers of up to 64 bits. Level i counts them without their last i bits, so that a counter
// there stands for 2^i neighbouring keys, and every range is a sum of at most two counters of each level.
//
//   Levels of few prefixes have a counter for each and are exact. The others are Count-Min sketches, each
//   with a seed of its own, Seed::derive(level). So an upper bound is certain, and a lower one holds with
//   probability 1 - 2^-rows or better; it is the upper less analysis::range_margin. Where the exact levels
//   know better, their word counts.
//
// An update goes to every level. Keys of fewer bits need fewer levels: 32 are half the time and memory of 64.
#pragma once

#include "peel/analysis/range_shape.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/frequency/count_bounds.hpp"
#include "peel/frequency/count_min_sketch.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel {

// Both ends belong to it. Where the last is below the first, there is nothing between them.
struct KeyRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

struct Quantile {
  std::uint64_t key = 0;
  CountBounds rank = {};  // so many keys came that are at most this one
  friend bool operator==(const Quantile&, const Quantile&) = default;
};

// A sketch that was moved from may only be assigned to or destroyed.
class RangeSketch {
 public:
  RangeSketch(const RangeShape& shape, HashFamily family, Seed seed);

  struct Parts {
    RangeShape shape;
    HashFamily family;
    Seed seed;
    AlignedWords exact;                // as exact_counters()
    std::vector<AlignedWords> levels;  // the words of each level's grid, from level 0 on
  };
  // Adopts counters that came from elsewhere. Fails with `malformed` for another number of counters or levels
  // than the shape has, and for a level that cannot come from as many copies as the exact counters say.
  [[nodiscard]] static Result<RangeSketch> from_parts(Parts parts);

  // All fail with `invalid_argument` for a key of more bits than the shape's; then nothing changes, also of a
  // batch.
  [[nodiscard]] Result<void> add(std::uint64_t key, CopyCount copies = CopyCount(1));
  // Each key of a batch once, or copies[i] times the i-th; spans of equal length.
  [[nodiscard]] Result<void> add(std::span<const std::uint64_t> keys);
  [[nodiscard]] Result<void> add(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies);

  // How many copies had keys in the range.
  CountBounds range(KeyRange range) const;
  // How many copies had this key or a smaller one.
  CountBounds rank(std::uint64_t key) const { return range({.first = 0, .last = key}); }

  // The key of the rank-th smallest copy, from 1 to total(), or a smaller one if counters say too much: fewer
  // copies than `rank` are certainly smaller than the key returned, and at least `rank` less the margin of
  // one piece for each level are not larger. That, and the lower bound of its rank, is so but with
  // probability analysis::quantile_failure. Where a counter on the way was saturated, the rank says so, and
  // the key may be too large. Fails with `invalid_argument` for any other rank.
  [[nodiscard]] Result<Quantile> at_rank(CopyCount rank) const;
  // The same for a share of all copies: 0 is the smallest, 0.5 the median, 1 the largest. Fails with
  // `invalid_argument` for a share outside of 0 to 1, and if nothing came.
  [[nodiscard]] Result<Quantile> quantile(double share) const;

  // Exactly the sketch that had been given the keys of both. Fails with `incompatible` unless shape and
  // hashing agree; then nothing changes.
  [[nodiscard]] Result<void> merge(const RangeSketch& other);

  // Forgets all keys.
  void clear();

  // All copies that came; 2^64 - 1 if there were more. Then every answer says `saturated`.
  CopyCount total() const { return CopyCount(exact_.data()[1]); }
  // All memory that it takes.
  std::uint64_t bytes() const;

  // The levels that have a grid, from level 0 on.
  std::span<const CountMinSketch> levels() const { return levels_; }
  // One for each prefix of exact_bits(), the finest that is counted exactly.
  std::span<const std::uint64_t> exact_counters() const { return exact_.span().subspan(exact_.size() / 2); }

  const RangeShape& shape() const { return shape_; }
  HashFamily family() const { return family_; }
  Seed seed() const { return seed_; }

  friend bool operator==(const RangeSketch& a, const RangeSketch& b);

 private:
  Result<void> check(std::span<const std::uint64_t> keys) const;
  void add_block(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies);
  // The keys that begin with `prefix`, of which the last `level` bits are free.
  struct Piece {
    std::uint64_t level;
    std::uint64_t prefix;
  };
  template <class Take>
  static void for_pieces(Piece first, Piece last, Take take);
  std::uint64_t exact(Piece piece) const;
  CountBounds count(Piece piece) const;

  RangeShape shape_;
  HashFamily family_;
  Seed seed_;
  std::vector<CountMinSketch> levels_;  // from level 0 on
  AlignedWords exact_;                  // a tree: 1 for all, 2i and 2i + 1 for the halves of i
};

}  // namespace peel
