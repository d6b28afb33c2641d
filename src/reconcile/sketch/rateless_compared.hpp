// RatelessCompared: a rateless sketch, as a comparison sees it.
#pragma once

#include "reconcile/sketch/compared_sketch.hpp"

#include <utility>

namespace peel::reconcile {

class RatelessCompared : public ComparedSketch {
 public:
  explicit RatelessCompared(RatelessSketch sketch) : sketch_(std::move(sketch)) {}

  const SketchDescription& description() const override { return sketch_.description; }
  KeyHasher hashing() const override { return sketch_.cells.hashing(); }
  std::int64_t rows() const override { return sketch_.rows; }
  std::uint64_t gross_total() const override { return sketch_.cells.totals().gross; }
  std::uint64_t cells() const override { return sketch_.cells.range().end * sketch_.cells.shape().shards(); }
  std::uint64_t bytes() const override { return 8 * sketch_.cells.words().size(); }
  Result<std::unique_ptr<ComparedSketch>> of_rows(Endpoint& side, const ItemPlan& plan,
                                                  Watch& watch) const override;
  Result<void> subtract(const ComparedSketch& other) override;
  Listing list(Report& report) override;

 private:
  RatelessSketch sketch_;
};

}  // namespace peel::reconcile
