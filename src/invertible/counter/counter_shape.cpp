#include "peel/invertible/counter_shape.hpp"

#include "peel/invertible/iblt_shape.hpp"

#include <algorithm>
#include <string>

namespace peel {

namespace {

// An enumerator may have been cast from a number that came from elsewhere.
Result<void> check_choices(const CounterSpec& spec) {
  if (std::ranges::find(kCounterVariants, spec.variant) == std::end(kCounterVariants)) {
    return failure(ErrorCode::invalid_argument,
                   "counter variant " + std::to_string(static_cast<unsigned>(spec.variant)) +
                       ": accepted are 1 to " + std::to_string(std::size(kCounterVariants)));
  }
  const auto kept = static_cast<unsigned>(spec.kept);
  if (kept < 1 || kept > 3) {
    return failure(ErrorCode::invalid_argument,
                   "kept key " + std::to_string(kept) + ": accepted are 1 (first), 2 (last) and 3 (random)");
  }
  const bool keeps = spec.variant == CounterVariant::one_key || spec.variant == CounterVariant::combined;
  if (!keeps && spec.kept != KeptKey::first) {
    return failure(ErrorCode::invalid_argument,
                   "which key to keep is a question for one-key and combined "
                   "cells only: leave `kept` at KeptKey::first");
  }
  return {};
}

}  // namespace

Result<CounterShape> CounterShape::from(const CounterSpec& spec) {
  if (auto ok = check_choices(spec); !ok) return failure(ok.error());
  if (spec.key_width.value < 1 || spec.key_width.value > kMaxKeyWidth) {
    return failure(ErrorCode::invalid_argument, "keys of " + std::to_string(spec.key_width.value) +
                                                    " bytes: accepted are 1 to " +
                                                    std::to_string(kMaxKeyWidth));
  }
  const auto placement = spec.segments.value == 0
                             ? Placement::partitioned(spec.cells, spec.hashes)
                             : Placement::coupled(spec.cells, spec.hashes, spec.segments);
  if (!placement) return failure(placement.error());
  if (spec.key_width.value == 8 && placement->sub_table_cells().value < kQuotientCells) {
    return failure(ErrorCode::invalid_argument,
                   "sub-tables of " + std::to_string(placement->sub_table_cells().value) +
                       " cells: keys of 8 bytes need at least " + std::to_string(kQuotientCells));
  }
  CounterShape shape(*placement);
  shape.key_width_ = static_cast<std::uint8_t>(spec.key_width.value);
  shape.cell_words_ = static_cast<std::uint8_t>(counter_cell_words(spec.variant, spec.key_width));
  shape.variant_ = spec.variant;
  shape.kept_ = spec.kept;
  // At most 2^32 cells of 256 bytes: the product cannot overflow.
  if (shape.table_bytes() > kMaxCounterBytes) {
    return failure(ErrorCode::limit_exceeded, "a counter of " + std::to_string(shape.table_bytes()) +
                                                  " bytes: accepted are at most " +
                                                  std::to_string(kMaxCounterBytes));
  }
  return shape;
}

std::string_view name_of(KeptKey kept) {
  switch (kept) {
    case KeptKey::first:
      return "first";
    case KeptKey::last:
      return "last";
    case KeptKey::random:
      return "random";
  }
  return "unknown";
}

}  // namespace peel
