// The way of a batch through a CounterTable, compiled for each kind of vectors.
#pragma once

#include "peel/frequency/counter_table.hpp"
#include "peel/frequency/heavy_hitters.hpp"
#include "peel/hashing/integer_mix.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace peel::detail {

// What the kernels see of a table. They change the words, and the size.
struct CounterView {
  std::uint64_t* keys;
  std::uint64_t* counts;
  std::uint64_t buckets;
  std::array<std::uint64_t, 2> mask;
  std::uint64_t limit;
  std::uint64_t size;

  // A word among the keys that nobody reads, behind the slot of the key that has no bucket.
  std::uint64_t scrap() const { return CounterTable::kSlots * (buckets + 1) - 1; }
};

// The first bucket of a masked key: one of the two bijections of mix_integer, to its leading bits.
inline std::uint64_t bucket_of(std::uint64_t masked, std::uint64_t second_mask, std::uint64_t buckets) {
  std::uint64_t a = (masked ^ (masked >> 32)) * mix_multiplier(0);
  a ^= second_mask;
  a = (a ^ (a >> 29)) * mix_multiplier(1);
  return reduce(a, buckets);
}

// Copies of a masked key for its slot. Returns 1 if the key is new there, otherwise 0: in a way that
// compilers make no branch of, since nobody can guess which.
inline std::uint64_t raise_slot(const CounterView& table, std::uint64_t slot, const KeyCounter& masked) {
  const std::uint64_t before = table.counts[slot], after = before + masked.count;
  table.counts[slot] = after | (0 - std::uint64_t{after < before});  // it stays at its largest number
  std::uint64_t is_new = before == 0 ? 1 : 0;
  asm volatile("" : "+r"(is_new));
  // A key that was there is written elsewhere, not again: the next look at its bucket would wait for it.
  table.keys[table.scrap() ^ ((slot ^ table.scrap()) & (0 - is_new))] = masked.key;
  return is_new;
}

struct HomeBucket {
  std::uint64_t bucket;
  std::uint64_t of;  // so many
};
// The slot that holds a masked key, or the one where it would enter.
std::uint64_t slot_for(const std::uint64_t* keys, std::uint64_t masked, HomeBucket home);

// A batch, as CounterTable::raise says; never with both copies and entries.
std::uint64_t raise_counters(CounterView& table, std::span<const std::uint64_t> keys,
                             std::span<const CopyCount> copies, CounterTable::Entry* entries);

}  // namespace peel::detail
