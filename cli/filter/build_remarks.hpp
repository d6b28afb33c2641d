// What is said on standard error of a filter that was built, if something is odd about it.
#pragma once

#include "peel/core/types.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/sources/filter_keys.hpp"

#include <optional>

namespace peel::cli {

// What was asked for, to tell whether it was kept.
struct Asked {
  std::optional<ItemCount> items = {};
  std::optional<Rate> rate = {};  // nothing where the size was given
};

// Says that a filter errs too often: more often than was asked for, or for more than half of all keys where
// its size was given.
void say_if_too_full(const BloomFilter& filter, const Asked& asked = {});
// Says also how many rows have no key.
void say_what_is_odd(const sources::AddedKeys& added, const BloomFilter& filter, const Asked& asked);

}  // namespace peel::cli
