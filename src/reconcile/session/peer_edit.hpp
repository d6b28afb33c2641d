// PeerEdit: changes that a peer shall make to a data set of its own.
#pragma once

#include "peel/reconcile/edit.hpp"
#include "peel/reconcile/kept_changes.hpp"
#include "peel/reconcile/session/connection.hpp"

#include <deque>
#include <memory>
#include <utility>

namespace peel::reconcile::session {

class PeerEdit : public Edit {
 public:
  PeerEdit(std::shared_ptr<Connection> connection, const EditRoom& room)
      : connection_(std::move(connection)), room_(room) {}

  // Changes are kept here until all have come: while they do, rows may be on their way.
  Result<ChangeSink*> begin(const Terms& terms, const rows::Schema& wanted) override;
  Result<EditNotes> plan(Watch& watch) override;
  Result<void> apply(Watch& watch) override;

 private:
  struct Table {
    EditTable begun;
    KeptChanges changes;
  };

  // How many changes it has.
  Result<std::uint64_t> send(const Table& table);

  std::shared_ptr<Connection> connection_;
  EditRoom room_;
  std::deque<Table> tables_;
};

}  // namespace peel::reconcile::session
