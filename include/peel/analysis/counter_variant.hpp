// The kinds of invertible counters, and how many words each spends on a cell. Planner and structure both ask
// here.
#pragma once

#include "peel/core/types.hpp"

#include <cstdint>
#include <string_view>

namespace peel {

// What a cell of an invertible counter holds, and so how many keys listing can read out of one cell.
enum class CounterVariant : std::uint8_t {
  standard = 1,  // count, key sum, check sum: one key              [Ding, Rauen, section III]
  even_odd = 2,  // key sums of two classes: two keys of different class              [section IV]
  one_key = 3,   // and one key of those inserted: that key and one other              [section V]
  combined = 4,  // both                                                             [section VII]
  moment = 5,    // four power sums: any two keys, whatever their multiplicities             [ours]
};

inline constexpr CounterVariant kCounterVariants[] = {CounterVariant::standard, CounterVariant::even_odd,
                                                      CounterVariant::one_key, CounterVariant::combined,
                                                      CounterVariant::moment};

std::string_view name_of(CounterVariant variant);  // "standard", "even-odd", "one-key", "combined", "moment"

// Keys of up to 8 bytes are one element of the field, longer ones have one for each 7 bytes.
unsigned counter_key_words(ByteWidth key_width);
// Words of 8 bytes that a cell takes. Keys have 1 to 64 bytes.
unsigned counter_cell_words(CounterVariant variant, ByteWidth key_width);

// A key of exactly 8 bytes is more than an element of the field can hold. Four of its bits are not in the
// cell but choose among this many neighbouring cells, so a sub-table must have as many. [Goodrich,
// Mitzenmacher 2011, section 4: quotienting]
inline constexpr std::uint64_t kQuotientCells = 16;

}  // namespace peel
