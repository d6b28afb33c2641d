// From what a table is needed for to its shape: the planner of analysis/, applied.
#pragma once

#include "peel/analysis/iblt_plan.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/invertible/iblt_shape.hpp"

namespace peel {

struct IbltNeeds {
  ItemCount items;  // keys to be listed: of a difference, those on either side
  Rate incomplete;  // how often listing may leave keys over
  ByteWidth key_width{8};
  ByteWidth value_width{0};
  CellArithmetic arithmetic = CellArithmetic::xor_sums;
};

// Which cells of this arithmetic may be pure, by their count.
analysis::PurityCounts purity_counts(CellArithmetic arithmetic);

// What analysis knows of a placement.
analysis::TableGeometry geometry_of(const Placement& placement);

// The shape of a plan, with checks of keys and values.
[[nodiscard]] Result<IbltShape> shape_of(const analysis::IbltPlan& plan, const IbltNeeds& needs);

// The shape that analysis::plan_iblt suggests. Fails with `invalid_argument` for no items or widths that no
// table has, with `limit_exceeded` if no table is large enough.
[[nodiscard]] Result<IbltShape> planned_shape(const IbltNeeds& needs);

}  // namespace peel
