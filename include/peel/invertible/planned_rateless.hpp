// How many cells of a rateless table list a difference, and in which form.
#pragma once

#include "peel/analysis/rateless.hpp"
#include "peel/core/types.hpp"

#include <cstdint>

namespace peel {

// About where analysis::suggested_form changes from regular to irregular.
inline constexpr ItemCount kFewestIrregular{300};

// The form that needs fewer cells for so many differing items.
RatelessForm planned_rateless_form(ItemCount items);

// So many cells, in that form, list that many differing items but for one time in a thousand.
std::uint64_t planned_rateless_cells(ItemCount items);

// How many differing items so many cells of a form list as surely: the other way round.
ItemCount planned_rateless_capacity(RatelessForm form, std::uint64_t cells);

}  // namespace peel
