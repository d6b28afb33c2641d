// RowTarget: rows of a file here, or of a file or table on another machine, that shall equal a source.
//
//   plan    compares, and keeps the changes as an edit, in temporary files beyond the memory allowed
//   apply   makes the edit, all or nothing; the rows must be what was compared
//   prove   opens both again and compares them with a fresh seed
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/edit.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/spill.hpp"
#include "peel/reconcile/target.hpp"
#include "peel/sources/open_target.hpp"

#include <memory>
#include <optional>
#include <string>

namespace peel::sources {

class RowTarget : public reconcile::Target {
 public:
  // Fails as open_target does.
  static Result<RowTarget> open(TargetRequest request);

  // The target is the left side.
  const reconcile::Terms& terms() const { return terms_; }
  reconcile::Endpoint& from() { return *from_; }
  reconcile::Endpoint& rows() { return *rows_; }

  std::string name() const override { return request_.target.name(); }
  Result<reconcile::Report> plan(reconcile::TableSink& shown, reconcile::Watch& watch) override;
  Result<void> apply(reconcile::Watch& watch) override;
  Result<reconcile::Report> prove(reconcile::Watch& watch) override;

  // Of the plan: what somebody should know of it, and why a peer would not carry it out, if it would not.
  const reconcile::EditNotes& notes() const { return notes_; }
  const std::optional<Error>& refusal() const { return refusal_; }

 private:
  RowTarget(TargetRequest request, reconcile::Terms terms, std::unique_ptr<reconcile::Endpoint> from,
            std::unique_ptr<reconcile::Endpoint> rows);

  Result<reconcile::Report> compare(reconcile::ChangeSink& sink, reconcile::Watch& watch);
  Result<void> open_again(reconcile::Side side, const reconcile::Watch& watch);

  TargetRequest request_;
  reconcile::Terms terms_;
  std::unique_ptr<reconcile::Endpoint> from_;
  std::unique_ptr<reconcile::Endpoint> rows_;
  std::unique_ptr<reconcile::Spill> spill_;  // the edit refers to it
  std::unique_ptr<reconcile::Edit> edit_;
  reconcile::EditNotes notes_;
  std::optional<Error> refusal_;
};

}  // namespace peel::sources
