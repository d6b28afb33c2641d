#include "reconcile/sketch/rateless_compared.hpp"

#include "peel/analysis/rateless.hpp"
#include "peel/invertible/planned_rateless.hpp"
#include "peel/invertible/rateless_decoder.hpp"
#include "peel/reconcile/row_sketch.hpp"

#include <algorithm>
#include <cmath>

namespace peel::reconcile {

namespace {

// Each cell is asked whether it is pure when it comes and whenever a listed item leaves it. That errs with
// the probability that a check matches by chance.
double wrong_item(const RatelessCells& cells, std::uint64_t listed) {
  double cells_of_an_item = 0;
  for (std::uint64_t cell = 0; cell < cells.range().end; ++cell)
    cells_of_an_item += analysis::rateless_share(cells.shape().form(), cell);
  const double asked = static_cast<double>(cells.range().end * cells.shape().shards()) +
                       static_cast<double>(listed) * cells_of_an_item;
  return std::min(1.0, std::ldexp(asked, -static_cast<int>(cells.shape().check_bits().value)));
}

// What was listed, and about what is left. The counts of n cells tell a variance within a share sqrt(2 / n)
// of it.
StrataEstimate estimated(std::uint64_t listed, double left, std::uint64_t cells) {
  const double error = kStrataStandardErrors * std::sqrt(2 / static_cast<double>(cells));
  const auto items = [listed](double more) {
    return ItemCount(listed + static_cast<std::uint64_t>(std::ceil(std::clamp(more, 1.0, 1e18))));
  };
  return {.items = items(left),
          .least = items(left * (1 - error)),
          .most = items(left * (1 + error)),
          .basis = StrataEstimate::Basis::sampled,
          .level = SamplingLevel(0),
          .listed = ItemCount(listed)};
}

}  // namespace

Result<std::unique_ptr<ComparedSketch>> RatelessCompared::of_rows(Endpoint& side, const ItemPlan& plan,
                                                                  Watch& watch) const {
  auto made = empty_like(sketch_);
  if (!made) return failure(made.error());
  if (auto filled = side.fill(plan, made->cells, watch); !filled) return failure(filled.error());
  made->rows = made->cells.totals().net;
  return std::make_unique<RatelessCompared>(std::move(*made));
}

Result<void> RatelessCompared::subtract(const ComparedSketch& other) {
  if (const auto* const same_kind = dynamic_cast<const RatelessCompared*>(&other))
    return sketch_.subtract(same_kind->sketch_);
  return failure(
      ErrorCode::incompatible,
      "one is a rateless sketch and the other a sketch of fixed size; accepted are two of one kind");
}

Listing RatelessCompared::list(Report& report) {
  const RatelessCells& cells = sketch_.cells;
  RatelessDecoder decoder(cells.shape(), cells.hashing());
  static_cast<void>(decoder.take(cells));  // it takes cells of its own shape, from 0 on
  Listing listing = decoder.listing();
  if (listing.complete()) {
    report.other_error = std::ldexp(1.0, -128);  // the digests agree
    return listing;
  }
  const std::uint64_t listed = listing.inserted.size() + listing.deleted.size();
  report.other_error = wrong_item(cells, listed);
  const StrataEstimate estimate =
      estimated(listed, decoder.estimated_left(), cells.range().end * cells.shape().shards());
  report.estimate = estimate;
  if (estimate.most.value > kMostCapacity) {
    report.gap = Gap::beyond_estimate;
    return listing;
  }
  report.about = estimate.items.value;
  const std::uint64_t capacity =
      planned_rateless_capacity(cells.shape().form(), cells.range().end).value * cells.shape().shards();
  const bool is_unlucky = report.about <= capacity;
  report.gap = is_unlucky ? Gap::unlucky_table : Gap::beyond_capacity;
  report.capacity_needed = std::max(estimate.most.value, is_unlucky ? 2 * report.about : report.about);
  return listing;
}

}  // namespace peel::reconcile
