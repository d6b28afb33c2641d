#include "peel/reconcile/row_sketch.hpp"

#include "peel/invertible/planned_shape.hpp"

#include <algorithm>
#include <bit>

namespace peel::reconcile {

namespace {

constexpr std::size_t kBatch = 512;
constexpr std::uint64_t kLastLevel = 33;  // 2^34 items and more
constexpr std::uint64_t kLevelCells = 24;

// Differences that the table lists need no estimate: levels begin where a dozen items are left of them.
StrataSpec strata_for(ItemCount capacity) {
  const std::uint64_t first = std::min<std::uint64_t>(std::bit_width(capacity.value / 16), kLastLevel);
  return {SamplingLevel(first), LevelCount(kLastLevel - first + 1), CellCount(kLevelCells)};
}

struct PlannedShapes {
  IbltShape table;
  StrataShape strata;
};

Result<PlannedShapes> planned_shapes(const SketchDescription& description, ItemCount capacity,
                                     const KeyHasher& hashing) {
  if (auto valid = validate(description); !valid) return failure(valid.error());
  const auto items = SketchItems::from(description, hashing);
  if (!items) return failure(items.error());
  const auto shape = planned_shape({.items = capacity,
                                    .incomplete = *Rate::from(1e-3),
                                    .key_width = ByteWidth(items->width()),
                                    .arithmetic = CellArithmetic::prime_field});
  if (!shape) return failure(shape.error());
  const auto strata = StrataShape::from(strata_for(capacity));
  if (!strata) return failure(strata.error());
  return PlannedShapes{*shape, *strata};
}

}  // namespace

Result<Sketch> planned_sketch(const SketchDescription& description, ItemCount capacity,
                              const KeyHasher& hashing) {
  const auto shapes = planned_shapes(description, capacity, hashing);
  if (!shapes) return failure(shapes.error());
  return Sketch{description, 0, Iblt(shapes->table, hashing.family(), hashing.seed()),
                StrataEstimator(shapes->strata, hashing.family(), hashing.seed())};
}

Result<std::uint64_t> planned_sketch_bytes(const SketchDescription& description, ItemCount capacity,
                                           const KeyHasher& hashing) {
  const auto shapes = planned_shapes(description, capacity, hashing);
  if (!shapes) return failure(shapes.error());
  return shapes->table.table_bytes() +
         shapes->strata.levels().value * shapes->strata.level_shape().table_bytes();
}

Sketch empty_like(const Sketch& other) {
  return {other.description, 0, Iblt(other.table.shape(), other.table.hashing()),
          StrataEstimator(other.strata.shape(), other.strata.family(), other.strata.seed())};
}

Result<SketchFiller> SketchFiller::for_sketch(Sketch& sketch) {
  const auto items =
      SketchItems::from(sketch.description, KeyHasher(sketch.strata.family(), sketch.strata.seed()));
  if (!items) return failure(items.error());
  const IbltShape& shape = sketch.table.shape();
  if (shape.key_width().value != items->width()) {
    return failure(ErrorCode::malformed, "the keys of the sketch's table have " +
                                             std::to_string(shape.key_width().value) +
                                             " bytes, accepted are " + std::to_string(items->width()));
  }
  if (shape.arithmetic() != CellArithmetic::prime_field || shape.value_width().value != 0 ||
      shape.checks() == CellChecks::none || !sketch.table.lost_sub_tables().empty()) {
    return failure(
        ErrorCode::malformed,
        "the sketch's table is of another kind; accepted are prime-field cells with checks, without "
        "values and with nothing lost");
  }
  return SketchFiller(sketch, *items);
}

Result<void> SketchFiller::add(const rows::CanonicalRow& row) {
  const std::size_t at = waiting_.size();
  waiting_.resize(at + items_.width());
  items_.write(row, &waiting_[at]);
  digests_.push_back(items_.stratum_item(ByteView(waiting_).subspan(at)));
  return digests_.size() == kBatch ? finish() : Result<void>();
}

Result<void> SketchFiller::finish() {
  if (auto inserted = sketch_->table.insert(PackedPairs{waiting_}); !inserted) return inserted;
  if (auto inserted = sketch_->strata.insert(digests_); !inserted) return inserted;
  sketch_->rows += static_cast<std::int64_t>(digests_.size());
  waiting_.clear();
  digests_.clear();
  return {};
}

}  // namespace peel::reconcile
