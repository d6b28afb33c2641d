// The stream that sketches are measured with: draws by Zipf's law, each rank a key that says nothing of it.
#pragma once

#include "peel/analysis/zipf.hpp"
#include "peel/hashing/mix.hpp"

#include <cstdint>
#include <vector>

namespace peel::bench {

// Zipf 1.1 over 10^7 keys.
inline std::vector<std::uint64_t> zipf_stream(std::uint64_t draws) {
  const auto zipf = analysis::Zipf::from({.keys = ItemCount(10'000'000), .exponent = 1.1});
  std::vector<std::uint64_t> keys(draws);
  std::uint64_t state = draws;
  for (auto& key : keys) key = scramble(zipf->rank(scramble(state += kGolden)));
  return keys;
}

}  // namespace peel::bench
