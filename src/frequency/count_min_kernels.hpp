// The inner loops of Count-Min: one set for each width of counters, each rule and each of the common numbers
// of rows. A sketch picks its set when it is made.
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/core/types.hpp"
#include "peel/frequency/count_bounds.hpp"
#include "peel/frequency/count_min_sketch.hpp"
#include "peel/hashing/key_hash.hpp"

#include "frequency/grid_groups.hpp"

#include <cstdint>

namespace peel::detail {

// What is taken off an upper bound to get the lower one.
struct Margin {
  std::uint64_t value;
};

struct CountMinKernels {
  void (*add)(std::uint64_t* words, const GridShape& shape, const KeyHash& hash, CopyCount copies);
  CountBounds (*bounds)(const std::uint64_t* words, const GridShape& shape, const KeyHash& hash,
                        Margin margin);

  // The same for a key whose counters are given, one for each row.
  void (*add_at)(std::uint64_t* words, const GridShape& shape, const std::uint64_t* places, CopyCount copies);
  CountBounds (*bounds_at)(const std::uint64_t* words, const GridShape& shape, const std::uint64_t* places,
                           Margin margin);

  // The same for the keys of `now`, which are located; those of `next` are. Without copies, each came once.
  void (*add_group)(std::uint64_t* words, const GridShape& shape, const KeyGroup& now, const KeyGroup& next,
                    const CopyCount* copies);
  void (*bounds_group)(const std::uint64_t* words, const GridShape& shape, const KeyGroup& now,
                       const KeyGroup& next, Margin margin, CountBounds* answers);
};

const CountMinKernels& count_min_kernels(const GridShape& shape, CountMinRule rule);

}  // namespace peel::detail
