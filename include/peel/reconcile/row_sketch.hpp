// Making the sketch of a source: its size, and its filling.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/rateless_sketch.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/reconcile/item_filler.hpp"
#include "peel/reconcile/row_items.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/rows/canonical_row.hpp"
#include "peel/rows/row_source.hpp"

#include <cstdint>

namespace peel::reconcile {

// The most differing items that a sketch may be made for.
inline constexpr std::uint64_t kMostCapacity = 1'000'000'000;

// An empty sketch from which as many differing items list but for one time in a thousand; a changed row is
// two items. Its strata estimate larger differences. Fails as RowItems::from and planned_shape do.
[[nodiscard]] Result<Sketch> planned_sketch(const SketchDescription& description, ItemCount capacity,
                                            const KeyHasher& hashing);

// The memory that its tables will take. Fails as planned_sketch does.
[[nodiscard]] Result<std::uint64_t> planned_sketch_bytes(const SketchDescription& description,
                                                         ItemCount capacity, const KeyHasher& hashing);

// An empty sketch that combines with the other one.
[[nodiscard]] Sketch empty_like(const Sketch& other);
[[nodiscard]] Result<RatelessSketch> empty_like(const RatelessSketch& other);

// An empty rateless sketch from which as many differing items list almost always.
[[nodiscard]] Result<RatelessSketch> planned_rateless_sketch(const SketchDescription& description,
                                                             ItemCount capacity, const KeyHasher& hashing);
// The memory that its cells will take. Fails like that.
[[nodiscard]] Result<std::uint64_t> planned_rateless_bytes(const SketchDescription& description,
                                                           ItemCount capacity, const KeyHasher& hashing);
// Leaves as many cells to a filled sketch as list all its rows as changed: two items each. All sketches that
// are cut like that have one form, and so compare.
[[nodiscard]] Result<void> cut_to_rows(RatelessSketch& sketch);
// What the items of such a sketch are. Fails as RowItems::from does, and with `malformed` for cells that
// planned_rateless_sketch does not make.
[[nodiscard]] Result<RowItems> items_of_sketch(const RatelessSketch& sketch);

// Adds all rows of a source, as the terms say that they are read. Fails as the source and the watch do, and
// with `incompatible` if the source lacks a column of the terms.
[[nodiscard]] Result<void> fill_sketch(Sketch& sketch, rows::RowSource& source, const Terms& terms,
                                       Watch& watch);

[[nodiscard]] Result<void> fill_sketch(RatelessSketch& sketch, rows::RowSource& source, const Terms& terms,
                                       Watch& watch);

// Adds rows to a sketch, in batches. All are in after finish().
class SketchFiller {
 public:
  // Fails as RowItems::from does, and with `malformed` for a table that planned_sketch does not make.
  static Result<SketchFiller> for_sketch(Sketch& sketch);

  const RowItems& items() const { return filler_.items(); }
  [[nodiscard]] Result<void> add(const rows::CanonicalRow& row);
  [[nodiscard]] Result<void> finish();

 private:
  SketchFiller(Sketch& sketch, const RowItems& items);

  Sketch* sketch_;
  ItemFiller filler_;
};

}  // namespace peel::reconcile
