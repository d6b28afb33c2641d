#include "peel/reconcile/reconcile.hpp"

#include "peel/reconcile/change_counter.hpp"

#include "reconcile/far/far_comparison.hpp"
#include "reconcile/live/live_comparison.hpp"
#include "reconcile/sketch/sketch_comparison.hpp"

#include <optional>

namespace peel::reconcile {

namespace {

// Drops changes that a tolerance covers. Rounding has let most of them pass as equal before; two near numbers
// that were rounded apart come here.
class ToleranceFilter : public ChangeSink {
 public:
  ToleranceFilter(const Terms& terms, ChangeSink& sink) : terms_(terms), sink_(sink) {}

  Result<void> take(const Change& change) override {
    if (change.kind == Change::Kind::changed) {
      const auto covered = is_covered(change);
      if (!covered) return failure(covered.error());
      if (*covered) return {};
    }
    return sink_.take(change);
  }

 private:
  Result<bool> is_covered(const Change& change) const {
    const auto left = rows::cells_of(change.left.row.bytes);
    if (!left) return failure(left.error());
    const auto right = rows::cells_of(change.right.row.bytes);
    if (!right) return failure(right.error());
    const auto left_spelled = rows::spelled_cells(change.left.row);
    if (!left_spelled) return failure(left_spelled.error());
    const auto right_spelled = rows::spelled_cells(change.right.row);
    if (!right_spelled) return failure(right_spelled.error());
    for (std::size_t i = 0; i < left->size(); ++i) {
      if ((*left)[i] == (*right)[i]) continue;
      const std::optional<rows::Tolerance>& tolerance = terms_.tolerances[i];
      if (!tolerance || !tolerance->covers((*left_spelled)[i], (*right_spelled)[i])) return false;
    }
    return true;
  }

  const Terms& terms_;
  ChangeSink& sink_;
};

Result<Report> compare(Endpoint& left, Endpoint& right, const Terms& terms, const Options& options,
                       ChangeSink& sink, Watch& watch) {
  if (left.rows() != nullptr && right.rows() != nullptr) {
    auto comparison = LiveComparison::of(*left.rows(), *right.rows(), terms, options, watch);
    if (!comparison) return failure(comparison.error());
    return comparison->run(sink);
  }
  if (left.sketched() == nullptr && right.sketched() == nullptr)
    return FarComparison(left, right, terms, options, watch).run(sink);
  if (!terms.tolerances.empty()) {
    return failure(ErrorCode::unsupported,
                   "a sketch has values as they are, which no tolerance covers; compare "
                   "the sources themselves");
  }
  return SketchComparison(left, right, terms, options.seed, watch).run(sink);
}

}  // namespace

Result<Report> reconcile(Endpoint& left, Endpoint& right, const Terms& terms, const Options& options,
                         ChangeSink& sink, Watch& watch) {
  ChangeCounter counter(sink);
  ToleranceFilter filter(terms, counter);
  ChangeSink& first = terms.tolerances.empty() ? static_cast<ChangeSink&>(counter) : filter;
  auto report = compare(left, right, terms, options, first, watch);
  if (!report) return report;
  return counter.counted(*report);
}

}  // namespace peel::reconcile
