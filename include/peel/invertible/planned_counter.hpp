// From what a counter is needed for to its shape, and back: the planner of analysis/, applied.
#pragma once

#include "peel/analysis/counter_plan.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/invertible/counter_shape.hpp"

#include <cstdint>
#include <optional>

namespace peel {

struct CounterNeeds {
  ItemCount items;  // distinct keys to be listed
  Rate incomplete;  // how often listing may leave keys over
  ByteWidth key_width{8};
  std::optional<CounterVariant> variant = std::nullopt;  // none: the better of standard and moment
};

// The shape of a plan for keys of this width; cells that keep a key keep the first.
[[nodiscard]] Result<CounterShape> shape_of(const analysis::CounterPlan& plan, ByteWidth key_width);

// The shape that analysis::plan_counter suggests. Fails with `invalid_argument` for no items or a width that
// no counter has, with `limit_exceeded` if no counter is large enough.
[[nodiscard]] Result<CounterShape> planned_counter(const CounterNeeds& needs);

struct CounterBudget {
  std::uint64_t bytes;  // of all cells
  Rate incomplete;
  ByteWidth key_width{8};
  std::optional<CounterVariant> variant = std::nullopt;
};

// The most keys for which planned_counter yields a counter of at most so many bytes, or up to 1/500 fewer; 0
// if even one key takes more.
ItemCount counter_capacity(const CounterBudget& budget);

}  // namespace peel
