// The inner loops of signed sketches, one set for each of the common numbers of rows.
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/frequency/signed_sketch.hpp"
#include "peel/hashing/key_hash.hpp"

#include "frequency/grid_groups.hpp"

#include <cstdint>

namespace peel::detail {

// As CountMinKernels. Counters are words in two's complement, and sums wrap like those of words.
struct SignedKernels {
  void (*add)(std::uint64_t* words, const GridShape& shape, const KeyHash& hash, CountChange change);
  std::int64_t (*estimate)(const std::uint64_t* words, const GridShape& shape, const KeyHash& hash);
  void (*add_group)(std::uint64_t* words, const GridShape& shape, const KeyGroup& now, const KeyGroup& next,
                    const CountChange* changes);
  void (*estimate_group)(const std::uint64_t* words, const GridShape& shape, const KeyGroup& now,
                         const KeyGroup& next, std::int64_t* answers);
};

const SignedKernels& signed_kernels(const GridShape& shape);

// 0 or all ones: the sign of a key in a row, for two's complement. The column takes the leading bits.
inline std::uint64_t sign_mask(std::uint64_t word) {
  return 0 - (word & 1);
}

// The number, or its negative if the mask is all ones.
inline std::uint64_t with_sign(std::uint64_t number, std::uint64_t mask) {
  return (number ^ mask) - mask;
}

}  // namespace peel::detail
