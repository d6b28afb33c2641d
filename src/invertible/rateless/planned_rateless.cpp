#include "peel/invertible/planned_rateless.hpp"

#include "peel/invertible/rateless_shape.hpp"

#include <algorithm>
#include <cmath>

namespace peel {

namespace {

// A few cells more than 999 differences in 1000 take, since the forecast was measured.
double generous_cells(RatelessForm form, ItemCount items) {
  return std::ceil(1.02 * analysis::rateless_forecast(form, items).p999) + 16;
}

}  // namespace

RatelessForm planned_rateless_form(ItemCount items) {
  return items < kFewestIrregular ? RatelessForm::regular : RatelessForm::irregular;
}

std::uint64_t planned_rateless_cells(ItemCount items) {
  return static_cast<std::uint64_t>(
      std::min(static_cast<double>(kMaxRatelessCells), generous_cells(planned_rateless_form(items), items)));
}

ItemCount planned_rateless_capacity(RatelessForm form, std::uint64_t cells) {
  std::uint64_t enough = 0, too_many = cells + 1;  // an item takes a cell at least
  while (enough + 1 < too_many) {
    const std::uint64_t middle = enough + (too_many - enough) / 2;
    (generous_cells(form, ItemCount(middle)) <= static_cast<double>(cells) ? enough : too_many) = middle;
  }
  return ItemCount(enough);
}

}  // namespace peel
