// SizedCompared: a sketch with a table of fixed size and strata, as a comparison sees it.
#pragma once

#include "reconcile/sketch/compared_sketch.hpp"

#include <utility>

namespace peel::reconcile {

class SizedCompared : public ComparedSketch {
 public:
  explicit SizedCompared(Sketch sketch) : sketch_(std::move(sketch)) {}

  const SketchDescription& description() const override { return sketch_.description; }
  KeyHasher hashing() const override { return KeyHasher(sketch_.strata.family(), sketch_.strata.seed()); }
  std::int64_t rows() const override { return sketch_.rows; }
  std::uint64_t gross_total() const override { return sketch_.table.gross_total(); }
  std::uint64_t cells() const override { return sketch_.table.shape().cells().value; }
  std::uint64_t bytes() const override { return sketch_.table.shape().table_bytes(); }
  Result<std::unique_ptr<ComparedSketch>> of_rows(Endpoint& side, const ItemPlan& plan,
                                                  Watch& watch) const override;
  Result<void> subtract(const ComparedSketch& other) override;
  Listing list(Report& report) override;

 private:
  Sketch sketch_;
};

}  // namespace peel::reconcile
