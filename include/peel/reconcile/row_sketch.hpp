// Making the sketch of a source: its size, and its filling.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/reconcile/sketch_items.hpp"
#include "peel/rows/canonical_row.hpp"

#include <cstdint>
#include <vector>

namespace peel::reconcile {

// An empty sketch from which as many differing items list but for one time in a thousand; a changed row is
// two items. Its strata estimate larger differences. Fails as SketchItems::from and planned_shape do.
[[nodiscard]] Result<Sketch> planned_sketch(const SketchDescription& description, ItemCount capacity,
                                            const KeyHasher& hashing);

// The memory that its tables will take. Fails as planned_sketch does.
[[nodiscard]] Result<std::uint64_t> planned_sketch_bytes(const SketchDescription& description,
                                                         ItemCount capacity, const KeyHasher& hashing);

// An empty sketch that combines with the other one.
[[nodiscard]] Sketch empty_like(const Sketch& other);

// Adds rows to a sketch, in batches. All are in after finish().
class SketchFiller {
 public:
  // Fails as SketchItems::from does, and with `malformed` for a table that planned_sketch does not make.
  static Result<SketchFiller> for_sketch(Sketch& sketch);

  const SketchItems& items() const { return items_; }
  [[nodiscard]] Result<void> add(const rows::CanonicalRow& row);
  [[nodiscard]] Result<void> finish();

 private:
  SketchFiller(Sketch& sketch, const SketchItems& items) : sketch_(&sketch), items_(items) {}

  Sketch* sketch_;
  SketchItems items_;
  Bytes waiting_;
  std::vector<std::uint64_t> digests_;
};

}  // namespace peel::reconcile
