// Streams for experiments: keys that come as often as Zipf's law has it.
#pragma once

#include "peel/analysis/zipf.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/seed.hpp"

#include <cstdint>
#include <vector>

namespace peel::lab {

struct ZipfStream {
  std::vector<std::uint64_t> keys;    // ranks of the law, in the order in which they came
  std::vector<std::uint64_t> counts;  // [rank]: how often it came; [0] is 0
};

ZipfStream zipf_stream(const analysis::Zipf& law, CopyCount draws, Seed seed);

}  // namespace peel::lab
