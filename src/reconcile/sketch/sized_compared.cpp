#include "reconcile/sketch/sized_compared.hpp"

#include "peel/analysis/listing_failure.hpp"
#include "peel/analysis/wrong_listing.hpp"
#include "peel/invertible/planned_shape.hpp"
#include "peel/reconcile/row_sketch.hpp"

#include <algorithm>

namespace peel::reconcile {

namespace {

// A table of so many cells lists a difference almost always if it fails less often than that.
constexpr double kUnlucky = 0.1;

}  // namespace

Result<std::unique_ptr<ComparedSketch>> SizedCompared::of_rows(Endpoint& side, const ItemPlan& plan,
                                                               Watch& watch) const {
  auto summary = side.summarise({plan, sketch_.table.shape(), sketch_.strata.shape()}, watch);
  if (!summary) return failure(summary.error());
  return std::make_unique<SizedCompared>(Sketch{sketch_.description, static_cast<std::int64_t>(summary->rows),
                                                std::move(summary->table), std::move(summary->strata)});
}

Result<void> SizedCompared::subtract(const ComparedSketch& other) {
  if (const auto* const same_kind = dynamic_cast<const SizedCompared*>(&other))
    return sketch_.subtract(same_kind->sketch_);
  return failure(
      ErrorCode::incompatible,
      "one is a sketch of fixed size and the other a rateless sketch; accepted are two of one kind");
}

Listing SizedCompared::list(Report& report) {
  const StrataEstimate estimate = sketch_.strata.estimate();
  Listing listing = sketch_.table.consume();
  const Iblt& table = sketch_.table;
  const std::uint64_t listed = listing.inserted.size() + listing.deleted.size();
  report.other_error = analysis::wrong_listing(ItemCount(listed), geometry_of(table.shape().placement()),
                                               table.shape().check_bits(), analysis::PurityCounts::any_count);
  if (listing.complete()) return listing;
  report.estimate = estimate;
  if (estimate.basis == StrataEstimate::Basis::none || estimate.most.value > kMostCapacity) {
    report.gap = Gap::beyond_estimate;
    return listing;
  }
  report.about = std::max(estimate.items.value, listed + 1);
  // A table of so many cells may list this much almost always: then it was bad luck.
  const bool is_unlucky =
      analysis::listing_failure(ItemCount(report.about), geometry_of(table.shape().placement())).probability <
      kUnlucky;
  report.gap = is_unlucky ? Gap::unlucky_table : Gap::beyond_capacity;
  report.capacity_needed = std::max(estimate.most.value, is_unlucky ? 2 * report.about : report.about);
  return listing;
}

}  // namespace peel::reconcile
