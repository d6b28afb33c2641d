// HeldChanges: the changes of a table of which a condition chooses rows, held until it is known which of them
// concern keys that are in scope on one side and out of scope on the other. Such a row was neither removed
// nor added: the other side has it, with values that the condition leaves out. It is left alone.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/report.hpp"
#include "peel/reconcile/row_reader.hpp"
#include "peel/reconcile/watch.hpp"

#include <cstdint>
#include <deque>
#include <string>

namespace peel::sources::sqlite {

class HeldChanges : public reconcile::ChangeSink {
 public:
  Result<void> take(const reconcile::Change& change) override;

  // Forgets changes of one kind, removed or added, whose keys are among those rows.
  Result<void> leave_alone(reconcile::Change::Kind kind, reconcile::RowReader& out_of_scope,
                           const reconcile::Watch& watch);
  bool has(reconcile::Change::Kind kind) const;

  // All others, in their order.
  Result<void> hand_on(reconcile::ChangeSink& sink) const;
  // The report of the comparison that found all of them, without those that were forgotten.
  reconcile::Report corrected(reconcile::Report report) const;
  // Rows whose changes were forgotten.
  std::uint64_t left_alone() const { return forgotten_.removed + forgotten_.added; }

 private:
  struct Row {
    std::string bytes;
    std::size_t key_size;
    std::string spelled;

    explicit Row(const rows::CanonicalRow& row);
    rows::CanonicalRow view() const { return {as_bytes(bytes), key_size, as_bytes(spelled)}; }
    std::string key() const { return bytes.substr(0, key_size); }
  };
  struct Held {
    reconcile::Change change;  // without the bytes of its rows
    Row left;
    Row right;
  };

  std::deque<Held> changes_;
  reconcile::Report forgotten_;  // its counts
};

}  // namespace peel::sources::sqlite
