// Reading keys: to count them, and to put them into a filter.
#pragma once

#include "peel/membership/bloom_filter.hpp"

#include "cli/filter/key_source.hpp"
#include "cli/progress.hpp"

#include <cstdint>
#include <vector>

namespace peel::cli {

// How many distinct keys there are, exactly or rather too many than too few: beyond the estimate by three
// standard errors. A pass over all sources.
Result<ItemCount> count_keys(std::vector<KeySource>& sources, const KeyHasher& hasher,
                             const Progress& progress);

struct Filled {
  std::uint64_t rows = 0;
  std::uint64_t keyless = 0;  // rows without a key
};
Result<Filled> fill(BloomFilter& filter, std::vector<KeySource>& sources, const Progress& progress);

}  // namespace peel::cli
