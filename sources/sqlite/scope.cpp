#include "sources/sqlite/scope.hpp"

#include <algorithm>
#include <unordered_set>

namespace peel::sources::sqlite {

using reconcile::Change;

HeldChanges::Row::Row(const rows::CanonicalRow& row)
    : bytes(as_text(row.bytes)), key_size(row.key_size), spelled(as_text(row.spelled)) {}

Result<void> HeldChanges::take(const Change& change) {
  changes_.push_back({change, Row(change.left.row), Row(change.right.row)});
  changes_.back().change.left.row = {};
  changes_.back().change.right.row = {};
  return {};
}

bool HeldChanges::has(Change::Kind kind) const {
  return std::ranges::any_of(changes_, [kind](const Held& held) { return held.change.kind == kind; });
}

Result<void> HeldChanges::leave_alone(Change::Kind kind, reconcile::RowReader& out_of_scope,
                                      const reconcile::Watch& watch) {
  const auto key_of = [kind](const Held& held) {
    return kind == Change::Kind::removed ? held.left.key() : held.right.key();
  };
  std::unordered_set<std::string> in_question;
  for (const Held& held : changes_) {
    if (held.change.kind == kind) in_question.insert(key_of(held));
  }
  std::unordered_set<std::string> found;
  const auto look_for_keys = [&](const rows::RowBatch& batch) -> Result<void> {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      std::string key(as_text(out_of_scope.row(batch, i).key()));
      if (in_question.contains(key)) found.insert(std::move(key));
    }
    return {};
  };
  if (auto read = out_of_scope.read(look_for_keys, watch); !read) return read;
  std::erase_if(changes_, [&](const Held& held) {
    if (held.change.kind != kind || !found.contains(key_of(held))) return false;
    (kind == Change::Kind::removed ? forgotten_.removed : forgotten_.added) += held.change.count;
    ++forgotten_.changes;
    return true;
  });
  return {};
}

Result<void> HeldChanges::hand_on(reconcile::ChangeSink& sink) const {
  for (const Held& held : changes_) {
    Change change = held.change;
    change.left.row = held.left.view();
    change.right.row = held.right.view();
    if (auto taken = sink.take(change); !taken) return taken;
  }
  return {};
}

reconcile::Report HeldChanges::corrected(reconcile::Report report) const {
  report.changes -= forgotten_.changes;
  report.removed -= forgotten_.removed;
  report.added -= forgotten_.added;
  return report;
}

}  // namespace peel::sources::sqlite
