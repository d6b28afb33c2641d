// Rateless tables: how often an item is in a cell, and how many cells list a difference.
// docs/theory/rateless.md tells the story.
#pragma once

#include "peel/core/types.hpp"

#include <cstdint>
#include <string_view>

namespace peel {

// How often an item is in a cell, by the number of the cell.
enum class RatelessForm : std::uint8_t {
  regular = 1,    // cell i holds a share 2/(i+2) of all items: the surer one for up to some 300 differences
  irregular = 2,  // three classes of items with shares of their own, and 32 cells that rescue stuck items
};

std::string_view name_of(RatelessForm form);

namespace analysis {

// The probability that an item is in that cell of the stream.
double rateless_share(RatelessForm form, std::uint64_t cell);

// How many cells from cell 0 on list a difference of so many items. From measurements between 1 and 100,000
// items, on straight lines in the logarithm of the items; beyond them, as many for each item as there.
struct RatelessForecast {
  double mean;
  double deviation;
  double p99;   // enough for 99 differences in 100
  double p999;  // enough for 999 in 1000
};
RatelessForecast rateless_forecast(RatelessForm form, ItemCount items);

// The form that lists a difference of so many items from fewer cells, 999 times in 1000.
RatelessForm suggested_form(ItemCount items);

}  // namespace analysis

}  // namespace peel
