// SketchComparison: a sketch against a source, or against another sketch. The source fills a sketch of its
// own, like the other one; what is left of their difference lists, and a second pass over the source fetches
// its rows. What is only in a sketch is known by its key, or by a digest.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/item_changes.hpp"
#include "peel/reconcile/reconcile.hpp"
#include "peel/reconcile/row_items.hpp"

#include "reconcile/sketch/compared_sketch.hpp"

#include <deque>
#include <memory>
#include <string>

namespace peel::reconcile {

class SketchComparison {
 public:
  // At least one of them has a sketch. The seed is for looking up items, and nobody else knows it.
  SketchComparison(Endpoint& left, Endpoint& right, const Terms& terms, Seed seed, Watch& watch)
      : left_(left), right_(right), terms_(terms), seed_(seed), watch_(watch) {}

  // Hands on what can be said for certain. The report does not count it.
  Result<Report> run(ChangeSink& sink);

 private:
  class FetchedRows;

  Result<std::unique_ptr<ComparedSketch>> summarised(Endpoint& side, Side which, const ComparedSketch& like);
  Result<void> fetch(const ItemPlan& plan, const WantedItems& wanted, FetchedRows& rows);
  KnownRow known(ByteView item, bool has_rows, const WantedItems& wanted, const FetchedRows& rows);
  ItemPlan plan_like(const ComparedSketch& sketch, Side side) const;
  void account_for_pass(rows::RowSource& source);

  Endpoint& left_;
  Endpoint& right_;
  const Terms& terms_;
  Seed seed_;
  Watch& watch_;
  // What the change at hand points to: a deque does not move them.
  std::deque<Bytes> keys_;
  std::deque<std::string> digests_;
  Report report_;
};

}  // namespace peel::reconcile
