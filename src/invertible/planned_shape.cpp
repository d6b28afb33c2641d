#include "peel/invertible/planned_shape.hpp"

#include <string>

namespace peel {

analysis::PurityCounts purity_counts(CellArithmetic arithmetic) {
  return arithmetic == CellArithmetic::prime_field ? analysis::PurityCounts::any_count
                                                   : analysis::PurityCounts::unit;
}

analysis::TableGeometry geometry_of(const Placement& placement) {
  return {placement.cells(), placement.hashes(), placement.sub_tables(), placement.weights().light};
}

Result<IbltShape> shape_of(const analysis::IbltPlan& plan, const IbltNeeds& needs) {
  const bool is_coupled = plan.table.sub_tables.value > plan.table.hashes.value;
  return IbltShape::from(
      {.cells = plan.table.cells,
       .hashes = plan.table.hashes,
       .segments = is_coupled ? plan.table.sub_tables : SegmentCount(0),
       .weights = plan.table.light.any() ? KeyWeights{plan.table.light, WeightSource::hash} : KeyWeights{},
       .key_width = needs.key_width,
       .value_width = needs.value_width,
       .arithmetic = needs.arithmetic,
       .checks = CellChecks::keys_and_values,
       .check_bits = plan.check_bits});
}

Result<IbltShape> planned_shape(const IbltNeeds& needs) {
  if (needs.items.value == 0) {
    return failure(ErrorCode::invalid_argument,
                   "a table for 0 items cannot be planned; at least 1 is accepted");
  }
  const auto plan =
      analysis::plan_iblt(needs.items, {needs.incomplete, analysis::suggested_wrong(needs.incomplete)},
                          purity_counts(needs.arithmetic));
  if (!plan) {
    return failure(ErrorCode::limit_exceeded, "no table of at most " + std::to_string(kMaxCells) +
                                                  " cells lists " + std::to_string(needs.items.value) +
                                                  " items so reliably");
  }
  return shape_of(*plan, needs);
}

}  // namespace peel
