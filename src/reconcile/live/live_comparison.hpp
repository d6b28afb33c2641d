// LiveComparison: two sides whose rows can both be read. reconcile.hpp says how; a sketch that does not list
// is followed by one of planned size, or by the exact comparison.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/reconcile.hpp"
#include "peel/reconcile/row_items.hpp"
#include "peel/reconcile/row_reader.hpp"
#include "peel/reconcile/row_tally.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace peel::reconcile {

class LiveComparison {
 public:
  // Fails if a source lacks a column of the terms.
  static Result<LiveComparison> of(rows::RowSource& left, rows::RowSource& right, const Terms& terms,
                                   const Options& options, Watch& watch);

  // Hands on every change. The report does not count them.
  Result<Report> run(ChangeSink& sink);

 private:
  LiveComparison(RowReader left, RowReader right, const Terms& terms, const Options& options, Watch& watch);

  // Why the exact comparison has to follow; none if all changes were handed on.
  using Open = std::optional<Reason>;

  Result<void> compare(ChangeSink& sink);
  Result<Open> compare_by_summary(ChangeSink& sink);
  Result<bool> found_in_step(Summary& left, Summary& right, ChangeSink& sink);
  Result<Open> compare_planned(const StrataEstimate& estimate, ChangeSink& sink);
  Result<Open> fetch_rows(const Listing& listing, ChangeSink& sink);
  Result<void> compare_exactly(Reason reason, ChangeSink& sink);

  Result<void> fill_both(Summary& left, Summary& right, Watch::Stage stage);
  Result<void> rewind();
  SummaryPlan plan_for(const IbltShape& shape) const;
  void account_for(const Summary& summary);
  void account_for_pass();

  RowReader& reader(Side side) { return side == Side::left ? left_ : right_; }
  std::uint64_t bytes_read() const { return left_.source().bytes_read() + right_.source().bytes_read(); }
  std::unique_ptr<Watch::Shown> show(Watch::Stage stage);

  RowReader left_;
  RowReader right_;
  const Terms& terms_;
  Options options_;
  Watch& watch_;
  RowItems items_;
  CellArithmetic arithmetic_;
  Report report_;
};

}  // namespace peel::reconcile
