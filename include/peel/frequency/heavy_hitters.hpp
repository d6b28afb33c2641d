// HeavyHitters: which keys came often, and how often, with room for a fixed number of keys. Misra-Gries
// counters that are lowered rarely and many at once [Misra, Gries 1982; Anderson et al. 2017]:
//
//   A key that has a counter raises it. Any other gets a new counter, as long as there is room. Where there
//   is none, one amount is taken off all counters, and those that it uses up make room.
//
// error() is the sum of those amounts. A key came at least as often as its counter says, and at most so often
// plus error(); a key without a counter came at most error() times. Both are certain, and stay so through
// merging. analysis/heavy_hitters.hpp says how large the error can be: it is often far smaller.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/frequency/count_bounds.hpp"
#include "peel/frequency/counter_table.hpp"
#include "peel/hashing/seed.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel {

inline constexpr std::uint64_t kMaxHeavyCapacity = std::uint64_t{1} << 28;

struct HeavyItem {
  std::uint64_t key = 0;
  CountBounds count = {};
  friend bool operator==(const HeavyItem&, const HeavyItem&) = default;
};

// Copies of one key, for summaries that come from elsewhere.
struct KeyCounter {
  std::uint64_t key = 0;
  std::uint64_t count = 0;
  friend bool operator==(const KeyCounter&, const KeyCounter&) = default;
};

// Of `of` copies that came before now, `keep` count from now on.
struct Decay {
  std::uint64_t keep = 1;
  std::uint64_t of = 2;
};

class HeavyHitters {
 public:
  // Room for so many keys. The seed only says where they lie in memory, so that nobody can choose keys that
  // lie in each other's way; summaries of different seeds merge. Fails with `invalid_argument` for no room,
  // with `limit_exceeded` beyond kMaxHeavyCapacity.
  [[nodiscard]] static Result<HeavyHitters> make(ItemCount capacity, Seed seed);

  struct Parts {
    ItemCount capacity;
    Seed seed;
    CopyCount total;
    CopyCount error;
    std::vector<KeyCounter> counters;  // in any order
  };
  // Adopts what came from elsewhere. Fails also with `malformed` for more counters than there is room for, a
  // key that comes twice, a counter of 0, and for counters and error that are together more than the total,
  // since no stream leads to such.
  [[nodiscard]] static Result<HeavyHitters> from_parts(const Parts& parts);

  void add(std::uint64_t key, CopyCount copies = CopyCount(1));
  // Each key of a batch once, or copies[i] times the i-th; spans of equal length.
  void add(std::span<const std::uint64_t> keys);
  void add(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies);

  CountBounds bounds(std::uint64_t key) const;

  // The claim of the slides, without their exceptions: as long as error() is less than total() / k, every key
  // that came total() / k times or more is among these. For k up to analysis::heavy_kept of the capacity,
  // three quarters of it, it always is; beyond, some may be missing. None came less often than total() / k by
  // more than error(). Most frequent first, then by key. So are the next two.
  std::vector<HeavyItem> heavy(ItemCount k) const;
  // All that may have come so often or more.
  std::vector<HeavyItem> above(CopyCount threshold) const;
  // The n with the largest counters, or all.
  std::vector<HeavyItem> top(ItemCount n) const;

  // As if the keys of the other had come here too: bounds stay certain, and the error is at most the sum of
  // both and what makes room. So a key that is heavy only in both together is found. Fails with
  // `incompatible` for another capacity.
  [[nodiscard]] Result<void> merge(const HeavyHitters& other);

  // Makes the past count less, for a window that moves: a key that came f times has now come f * keep / of
  // times, and the bounds hold for that number, whole or not. The total is rounded up. The error shrinks with
  // the counts, but for the rounding: by less than 2 each time, and never to more than 2 / (1 - keep / of)
  // by decay alone. Fails with `invalid_argument` unless keep <= of and of > 0.
  [[nodiscard]] Result<void> decay(Decay decay);

  void clear();

  // All counters, by key.
  std::vector<KeyCounter> counters() const;

  ItemCount capacity() const { return capacity_; }
  Seed seed() const { return seed_; }
  ItemCount size() const { return ItemCount(table_.size()); }
  // All copies that came; 2^64 - 1 if there were more.
  CopyCount total() const { return total_; }
  // What no bound is off by more than.
  CopyCount error() const { return error_; }
  // All memory that it takes.
  std::uint64_t bytes() const;

 private:
  HeavyHitters(ItemCount capacity, Seed seed)
      : capacity_(capacity), seed_(seed), table_(capacity, seed, detail::Attached::nothing) {}

  void raise(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies);
  CountBounds bounds_of(std::uint64_t count) const;

  ItemCount capacity_;
  Seed seed_;
  CopyCount total_;
  CopyCount error_;
  detail::CounterTable table_;
};

}  // namespace peel
