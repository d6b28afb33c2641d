#include "cli/diff/patch.hpp"

#include "sources/sqlite/changeset.hpp"
#include "sources/sqlite/patch_text.hpp"
#include "sources/sqlite/sqlite_source.hpp"

#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace sqlite = sources::sqlite;

Result<void> Patch::begin_table(const rows::RowSource& left, const rows::RowSource& right,
                                const Terms& terms) {
  const auto* const source = dynamic_cast<const sqlite::SqliteSource*>(&left);
  if (source == nullptr) {
    return failure(
        ErrorCode::unsupported,
        fmt::format("a patch turns LEFT into RIGHT, and {} is no table of a database; accepted is one "
                    "such as sqlite:FILE?table=NAME",
                    left.name()));
  }
  if (right.schema().has_paths) {
    return failure(ErrorCode::unsupported,
                   fmt::format("{} is JSON Lines, of which no patch for a database is made; leave out "
                               "--format, or give a table",
                               right.name()));
  }
  return begin_table(source->table(), terms);
}

Result<void> Patch::begin_table(sqlite::TableInfo table, const Terms& terms) {
  table_ = std::move(table);
  if (!terms.table.empty() && !table_->is_writable()) return {};
  auto made = sqlite::ChangeCollector::for_table(*table_, terms);
  if (!made) return failure(made.error());
  collector_.emplace(std::move(*made));
  return {};
}

reconcile::ChangeSink& Patch::sink() {
  return collector_ ? static_cast<reconcile::ChangeSink&>(*collector_) : nothing_;
}

void Patch::end_table() {
  if (collector_) patched_.push_back({std::move(*table_), collector_->take_changes()});
  collector_.reset();
  table_.reset();
}

Result<void> Patch::write(Output& output) {
  if (choices_.format == DiffFormat::changeset) {
    auto written = sqlite::write_changeset(std::move(patched_), [&output](ByteView bytes) -> Result<void> {
      output.write(as_text(bytes));
      return {};
    });
    if (written || !written.error().sentence().ends_with("a patch in SQL can change it")) return written;
    return failure(written.error().code(), written.error().sentence() + ": --format sql writes one");
  }
  const auto plan = sqlite::plan_patch(std::move(patched_), sqlite::RowCheck::key_only);
  if (!plan) return failure(plan.error());
  return sqlite::write_patch(*plan, {options_.left, options_.right},
                             [&output](std::string_view text) -> Result<void> {
                               output.write(text);
                               return {};
                             });
}

}  // namespace peel::cli
