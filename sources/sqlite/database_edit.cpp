#include "sources/sqlite/database_edit.hpp"

#include "sources/sqlite/apply.hpp"
#include "sources/sqlite/names.hpp"

#include <algorithm>

namespace peel::sources::sqlite {

Result<reconcile::ChangeSink*> DatabaseEdit::begin(const reconcile::Terms& terms,
                                                   const rows::Schema& wanted) {
  if (wanted.has_paths) {
    return failure(ErrorCode::unsupported,
                   "JSON Lines are not synced into a database; accepted are lines, CSV, TSV and databases");
  }
  const auto is_named = [&terms](const TableInfo& table) {
    return lowered(table.name) == lowered(terms.table);
  };
  const auto info =
      terms.table.empty() && tables_.size() == 1 ? tables_.begin() : std::ranges::find_if(tables_, is_named);
  if (info == tables_.end())
    return refused("table " + terms.table + " is none of " + path_ + " that may be changed");
  auto collector = ChangeCollector::for_table(*info, terms);
  if (!collector) return failure(collector.error());
  return &begun_.emplace_back(Begun{&*info, std::move(*collector)}).changes;
}

Result<reconcile::EditNotes> DatabaseEdit::plan(reconcile::Watch&) {
  reconcile::EditNotes notes;
  std::vector<PatchedRows> patched;
  for (Begun& table : begun_) {
    auto changes = table.changes.take_changes();
    if (changes.changes.empty()) continue;
    notes.triggers.insert(notes.triggers.end(), table.info->triggers.begin(), table.info->triggers.end());
    patched.push_back({*table.info, std::move(changes)});
  }
  begun_.clear();
  auto plan = plan_patch(std::move(patched), RowCheck::old_values);
  if (!plan) return failure(plan.error());
  plan_ = std::move(*plan);
  notes.sentences = plan_.notes();
  notes.converting = plan_.converting();
  return notes;
}

Result<void> DatabaseEdit::apply(reconcile::Watch& watch) {
  if (auto going = watch.may_go_on(path_); !going) return going;
  auto database = Database::open(path_, Database::Access::write);
  if (!database) return failure(database.error());
  const auto applied = sqlite::apply(*database, plan_);
  if (!applied) return failure(applied.error());
  if (applied->outcome == Applied::Outcome::applied) return {};
  return failure(ErrorCode::io, path_ + " was changed since it was compared (" + applied->stale_row +
                                    "); nothing was written, run the sync again");
}

}  // namespace peel::sources::sqlite
