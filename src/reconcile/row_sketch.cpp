#include "peel/reconcile/row_sketch.hpp"

#include "peel/invertible/planned_rateless.hpp"
#include "peel/invertible/planned_shape.hpp"
#include "peel/reconcile/row_reader.hpp"

#include "reconcile/scan.hpp"

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
  const auto items = RowItems::from(description, hashing);
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

Result<RatelessSketch> empty_like(const RatelessSketch& other) {
  auto cells = RatelessCells::empty(other.cells.shape(), other.cells.hashing(), other.cells.range());
  if (!cells) return failure(cells.error());
  return RatelessSketch{other.description, 0, std::move(*cells)};
}

namespace {

Result<RatelessShape> planned_rateless_shape(const SketchDescription& description, ItemCount capacity,
                                             const KeyHasher& hashing) {
  if (auto valid = validate(description); !valid) return failure(valid.error());
  const auto items = RowItems::from(description, hashing);
  if (!items) return failure(items.error());
  return RatelessShape::from({.form = planned_rateless_form(capacity),
                              .item_width = ByteWidth(items->width()),
                              .arithmetic = CellArithmetic::prime_field});
}

}  // namespace

Result<RatelessSketch> planned_rateless_sketch(const SketchDescription& description, ItemCount capacity,
                                               const KeyHasher& hashing) {
  const auto shape = planned_rateless_shape(description, capacity, hashing);
  if (!shape) return failure(shape.error());
  auto cells = RatelessCells::empty(*shape, hashing, {0, planned_rateless_cells(capacity)});
  if (!cells) return failure(cells.error());
  return RatelessSketch{description, 0, std::move(*cells)};
}

Result<std::uint64_t> planned_rateless_bytes(const SketchDescription& description, ItemCount capacity,
                                             const KeyHasher& hashing) {
  const auto shape = planned_rateless_shape(description, capacity, hashing);
  if (!shape) return failure(shape.error());
  return planned_rateless_cells(capacity) * shape->cell_words() * 8;
}

Result<void> cut_to_rows(RatelessSketch& sketch) {
  constexpr std::uint64_t kLeastCapacity = kFewestIrregular.value;  // fewer are planned in the other form
  const auto rows = static_cast<std::uint64_t>(std::max<std::int64_t>(0, sketch.rows));
  const std::uint64_t cells = planned_rateless_cells(ItemCount(std::max(2 * rows, kLeastCapacity)));
  if (cells >= sketch.cells.range().end) return {};
  auto shorter = sketch.cells.part({0, cells});
  if (!shorter) return failure(shorter.error());
  sketch.cells = std::move(*shorter);
  return {};
}

Result<RowItems> items_of_sketch(const RatelessSketch& sketch) {
  const auto items = RowItems::from(sketch.description, sketch.cells.hashing());
  if (!items) return failure(items.error());
  const RatelessShape& shape = sketch.cells.shape();
  if (shape.key_width().value != items->width()) {
    return failure(ErrorCode::malformed, "the items of the sketch have " +
                                             std::to_string(shape.key_width().value) +
                                             " bytes, accepted are " + std::to_string(items->width()));
  }
  if (!shape.tolerates_duplicates())
    return failure(ErrorCode::malformed, "the sketch has xor cells; accepted are prime-field cells");
  return *items;
}

Result<void> fill_sketch(RatelessSketch& sketch, rows::RowSource& source, const Terms& terms, Watch& watch) {
  const auto items = items_of_sketch(sketch);
  if (!items) return failure(items.error());
  auto reader = RowReader::of(source, terms, Side::left);
  if (!reader) return failure(reader.error());
  const auto shown =
      watch.show({Watch::Stage::reading, [&source] { return source.bytes_read(); }, source.size()});
  if (auto filled = fill(*reader, *items, sketch.cells, watch); !filled) return filled;
  sketch.rows = sketch.cells.totals().net;
  return {};
}

Result<void> fill_sketch(Sketch& sketch, rows::RowSource& source, const Terms& terms, Watch& watch) {
  auto filler = SketchFiller::for_sketch(sketch);
  if (!filler) return failure(filler.error());
  auto reader = RowReader::of(source, terms, Side::left);
  if (!reader) return failure(reader.error());
  const auto shown =
      watch.show({Watch::Stage::reading, [&source] { return source.bytes_read(); }, source.size()});
  const auto add = [&](const rows::RowBatch& batch) -> Result<void> {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (auto added = filler->add(reader->row(batch, i)); !added) return added;
    }
    return {};
  };
  if (auto read = reader->read(add, watch); !read) return read;
  return filler->finish();
}

Result<SketchFiller> SketchFiller::for_sketch(Sketch& sketch) {
  const auto items =
      RowItems::from(sketch.description, KeyHasher(sketch.strata.family(), sketch.strata.seed()));
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

SketchFiller::SketchFiller(Sketch& sketch, const RowItems& items)
    : sketch_(&sketch), filler_(items, sketch.table, sketch.strata) {
  filler_.make_room(kBatch);
}

Result<void> SketchFiller::add(const rows::CanonicalRow& row) {
  filler_.add(row);
  return filler_.waiting() == kBatch ? finish() : Result<void>();
}

Result<void> SketchFiller::finish() {
  sketch_->rows += static_cast<std::int64_t>(filler_.waiting());
  return filler_.flush();
}

}  // namespace peel::reconcile
