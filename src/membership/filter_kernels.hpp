// The inner loops of Bloom filters, one set for each layout and, where blocks are worked on by vectors, for
// each kind of vectors. All sets agree with probes.hpp bit by bit.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/membership/bloom_filter.hpp"

#include "hashing/key_groups.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace peel::detail {

// Work on the keys of `now`, which is located, and at the same pace locate those of `next` and ask memory for
// their cells. Either may be empty. The place of a key is the first word of its block; in a classic filter it
// has k places, its cells.
//
// A classic filter has no `contains` here: contains_classic looks at a whole batch.
struct GroupKernels {
  void (*insert)(std::uint64_t* words, const FilterShape& shape, const KeyGroup& now, const KeyGroup& next);
  void (*contains)(const std::uint64_t* words, const FilterShape& shape, const KeyGroup& now,
                   const KeyGroup& next, bool* found);
  void (*insert_and_tell)(std::uint64_t* words, const FilterShape& shape, const KeyGroup& now,
                          const KeyGroup& next, bool* found);
};

// The fastest set for the shape on this CPU.
const FilterKernels& kernels_for(const FilterShape& shape);

// Of a classic filter. Most keys that it denies need only their first cells.
void contains_classic(const std::uint64_t* words, const FilterShape& shape, std::span<const KeyHash> hashes,
                      std::span<bool> found);

const FilterKernels& classic_kernels();
const FilterKernels& block_kernels(const FilterShape& shape);

enum class Probe : std::uint8_t { insert, contains, insert_and_tell };

constexpr Access access_of(Probe probe) {
  return probe == Probe::contains ? Access::read : Access::write;
}

}  // namespace peel::detail
