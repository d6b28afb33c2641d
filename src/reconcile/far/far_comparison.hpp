// FarComparison: two sides of which at least one is somewhere else, so that bytes between them cost more than
// reading. Both read their rows at the same time; then their cells are subtracted block by block until the
// difference is listed, and the rows behind it are fetched in one batch. If the difference proves a large
// share of the rows, all rows of both sides are compared instead.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/listing.hpp"
#include "peel/reconcile/reconcile.hpp"
#include "peel/reconcile/row_items.hpp"

#include <memory>
#include <optional>

namespace peel::reconcile {

class FarComparison {
 public:
  FarComparison(Endpoint& left, Endpoint& right, const Terms& terms, const Options& options, Watch& watch);

  // Hands on every change. The report does not count them.
  Result<Report> run(ChangeSink& sink);

 private:
  // Why all rows have to be compared; none if all changes were handed on.
  using Open = std::optional<Reason>;

  Result<Open> compare_by_cells(ChangeSink& sink);
  // None where all rows have to be compared instead; `report_` says why.
  Result<std::optional<Listing>> list(CellStream& left, CellStream& right);
  Result<Open> fetch_rows(const Listing& listing, ChangeSink& sink);
  Result<void> compare_exactly(Reason reason, ChangeSink& sink);

  // Where rows wait, or `none` where nothing was given for it.
  Spill& spill(Spill& none) const;
  // Whether all rows that are far away are few.
  bool is_small() const;
  ItemPlan plan_for(Side side) const;
  void account_for_pass();
  std::unique_ptr<Watch::Shown> show(Watch::Stage stage);

  Endpoint& left_;
  Endpoint& right_;
  const Terms& terms_;
  Options options_;
  Watch& watch_;
  RowItems items_;
  Report report_;
};

}  // namespace peel::reconcile
