// The shape of a saved summary as bytes, its table's shape first: docs/formats/table-summary.md, "Shape".
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/analysis/multilevel_shape.hpp"
#include "peel/analysis/single_filter_shape.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/tables/table_summary.hpp"

#include <variant>
#include <vector>

namespace peel::wire {

// Of an interpolation summary, of a single filter, and of multiple filters.
using SummaryParts = std::variant<BitWidth, SingleFilterShape, std::vector<FilterShape>>;

struct SummaryIdentity {
  SummaryKind kind;
  MultilevelShape table;
  SummaryParts parts;
};

void put_summary_shape(const SummaryIdentity& identity, ByteWriter& out);
// Fails with `malformed` unless put_summary_shape would write the same bytes.
Result<SummaryIdentity> decode_summary_shape(ByteView bytes);

}  // namespace peel::wire
