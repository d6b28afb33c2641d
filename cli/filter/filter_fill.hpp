// Reading keys: to count them, and to put them into a filter.
#pragma once

#include "peel/membership/bloom_filter.hpp"

#include "cli/filter/row_keys.hpp"
#include "cli/progress.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace peel::cli {

struct KeySource {
  std::unique_ptr<sources::RowSource> rows;
  RowKeys keys;
};

// How many distinct keys there are, exactly or rather too many than too few: beyond the estimate by three
// standard errors. The sources are at their first rows before and after.
Result<ItemCount> count_keys(std::vector<KeySource>& sources, const KeyHasher& hasher,
                             const Progress& progress);

struct Filled {
  std::uint64_t rows = 0;
  std::uint64_t keyless = 0;  // rows without a key
};
Result<Filled> fill(BloomFilter& filter, std::vector<KeySource>& sources, const Progress& progress);

}  // namespace peel::cli
