#include "cli/diff/compare_live.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace peel::cli {

namespace {

using reconcile::RowChange;

// Drops changes that a tolerance covers. Rounding has let most of them pass as equal before; two near numbers
// that were rounded apart come here.
class ToleranceFilter : public ChangeSink {
 public:
  ToleranceFilter(const RowTerms& terms, ChangeSink& sink) : terms_(terms), sink_(sink) {}

  Result<void> take(const RowChange& change) override {
    if (change.kind == RowChange::Kind::changed) {
      const auto covered = is_covered(change);
      if (!covered) return failure(covered.error());
      if (*covered) return {};
    }
    return sink_.take(change);
  }

 private:
  Result<bool> is_covered(const RowChange& change) const {
    const auto left = rows::cells_of(change.left.bytes);
    if (!left) return failure(left.error());
    const auto right = rows::cells_of(change.right.bytes);
    if (!right) return failure(right.error());
    const auto left_spelled = spelled_cells(change.left);
    if (!left_spelled) return failure(left_spelled.error());
    const auto right_spelled = spelled_cells(change.right);
    if (!right_spelled) return failure(right_spelled.error());
    for (std::size_t i = 0; i < left->size(); ++i) {
      if ((*left)[i] == (*right)[i]) continue;
      const std::optional<rows::Tolerance>& tolerance = terms_.tolerances[i];
      if (!tolerance || !tolerance->covers((*left_spelled)[i], (*right_spelled)[i])) return false;
    }
    return true;
  }

  const RowTerms& terms_;
  ChangeSink& sink_;
};

}  // namespace

Result<std::vector<rows::Cell>> spelled_cells(const rows::CanonicalRow& row) {
  return rows::cells_of(row.spelled.empty() ? row.bytes : row.spelled);
}

Result<DiffStats> compare_live(DiffSides sides, const RowTerms& terms, LiveDiffOptions options,
                               Progress& progress, ChangeSink& sink) {
  options.rows_are_unique = terms.key_is_unique;
  LiveDiff diff(sides, options, progress);
  ToleranceFilter filter(terms, sink);
  auto found = diff.run(terms.tolerances.empty() ? sink : filter);
  if (!found) return failure(found.error());
  return diff.stats();
}

}  // namespace peel::cli
