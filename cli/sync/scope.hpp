// HeldChanges: the changes of a table of which --where chooses rows, held until it is known which of them
// concern keys that are in scope on one side and out of scope on the other. Such a row was neither removed
// nor added: the other side has it, with values that the condition leaves out. It is left alone.
#pragma once

#include "peel/core/result.hpp"

#include "cli/diff/change_sink.hpp"
#include "cli/diff/side.hpp"

#include <cstdint>
#include <deque>
#include <string>

namespace peel::cli {

class HeldChanges : public ChangeSink {
 public:
  Result<void> take(const reconcile::RowChange& change) override;

  // Forgets changes of one kind, removed or added, whose keys are among those rows.
  Result<void> leave_alone(reconcile::RowChange::Kind kind, DiffSide& out_of_scope);
  bool has(reconcile::RowChange::Kind kind) const;

  // All others, in their order.
  Result<void> hand_on(ChangeSink& sink) const;
  // Rows whose changes were forgotten.
  std::uint64_t left_alone() const { return left_alone_; }

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
    reconcile::RowChange change;  // without its rows
    Row left;
    Row right;
  };

  std::deque<Held> changes_;
  std::uint64_t left_alone_ = 0;
};

}  // namespace peel::cli
