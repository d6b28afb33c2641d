// What is said on standard error of a filter that was built, if something is odd about it.
#pragma once

#include "cli/filter/filter_fill.hpp"

#include <optional>

namespace peel::cli {

// What was asked for, to tell whether it was kept.
struct Asked {
  std::optional<ItemCount> items = {};
  std::optional<Rate> rate = {};  // nothing where the size was given
};

// Of a filter of a given size, if it affirms more than half of all keys.
void say_if_too_full(const BloomFilter& filter, const Asked& asked = {});
// Rows without a key, and a filter that is too full for what was asked for.
void say_what_is_odd(const Filled& filled, const BloomFilter& filter, const Asked& asked);

}  // namespace peel::cli
