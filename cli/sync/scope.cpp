#include "cli/sync/scope.hpp"

#include <algorithm>
#include <unordered_set>

namespace peel::cli {

using reconcile::RowChange;

HeldChanges::Row::Row(const rows::CanonicalRow& row)
    : bytes(as_text(row.bytes)), key_size(row.key_size), spelled(as_text(row.spelled)) {}

Result<void> HeldChanges::take(const RowChange& change) {
  changes_.push_back({change, Row(change.left), Row(change.right)});
  changes_.back().change.left = {};
  changes_.back().change.right = {};
  return {};
}

bool HeldChanges::has(RowChange::Kind kind) const {
  return std::ranges::any_of(changes_, [kind](const Held& held) { return held.change.kind == kind; });
}

Result<void> HeldChanges::leave_alone(RowChange::Kind kind, DiffSide& out_of_scope) {
  const auto key_of = [kind](const Held& held) {
    return kind == RowChange::Kind::removed ? held.left.key() : held.right.key();
  };
  std::unordered_set<std::string> in_question;
  for (const Held& held : changes_) {
    if (held.change.kind == kind) in_question.insert(key_of(held));
  }
  std::unordered_set<std::string> found;
  auto read = out_of_scope.read([&](const sources::RowBatch& batch) -> Result<void> {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      std::string key(as_text(out_of_scope.row(batch, i).key()));
      if (in_question.contains(key)) found.insert(std::move(key));
    }
    return {};
  });
  if (!read) return read;
  std::erase_if(changes_, [&](const Held& held) {
    const bool is_found = held.change.kind == kind && found.contains(key_of(held));
    if (is_found) left_alone_ += held.change.count;
    return is_found;
  });
  return {};
}

Result<void> HeldChanges::hand_on(ChangeSink& sink) const {
  for (const Held& held : changes_) {
    RowChange change = held.change;
    change.left = held.left.view();
    change.right = held.right.view();
    if (auto taken = sink.take(change); !taken) return taken;
  }
  return {};
}

}  // namespace peel::cli
