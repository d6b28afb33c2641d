#include "cli/all_tables.hpp"
#include "cli/column_advice.hpp"
#include "cli/diff/diff_options.hpp"
#include "cli/output/printable.hpp"
#include "cli/sync/synced_target.hpp"
#include "sources/sqlite/database_target.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace {

using sources::sqlite::DatabaseTarget;

class SyncedDatabase : public SyncedTarget {
 public:
  explicit SyncedDatabase(DatabaseTarget target) : target_(std::move(target)) {}

  reconcile::Target& target() override { return target_; }

  Result<void> note(const reconcile::Report& planned) override {
    for (const std::string& note : target_.notes().sentences)
      std::fprintf(stderr, "note: %s\n", printable(note).c_str());
    for (const std::string& name : target_.followers()) {
      if (planned.same()) {
        return failure(ErrorCode::unsupported,
                       fmt::format("table {} differs and cannot be written: {}", name, kNoRowsOfItsOwn));
      }
      std::fprintf(stderr, "note: table %s differs and is not written: %s\n", printable(name).c_str(),
                   kNoRowsOfItsOwn);
    }
    return {};
  }

  void describe(SyncOutcome& outcome) const override {
    outcome.triggers = target_.notes().triggers;
    outcome.converting = target_.notes().converting;
    outcome.followers = target_.followers();
    outcome.left_alone = target_.left_alone();
  }

 private:
  DatabaseTarget target_;
};

}  // namespace

Result<std::unique_ptr<SyncedTarget>> open_synced_database(TargetOpening opening) {
  sources::TargetRequest& request = opening.request;
  if (auto fits = check_line_end(opening.style, {.is_table = true}); !fits) return failure(fits.error());
  SourceOptions source = opening.source;
  source.is_of_all_tables = request.from.is_whole_database() && request.target.is_whole_database();
  if (source.is_of_all_tables) {
    if (auto checked = check_options_for_all_tables(source); !checked) return failure(checked.error());
  }
  request.explain = [source](const auto& disagreement, const auto& left, const auto& right) {
    return with_advice(disagreement, left, right, source);
  };
  if (opening.mode == reconcile::SyncOptions::Mode::apply) DatabaseTarget::recover(request.target);
  auto target = DatabaseTarget::open(std::move(request));
  if (!target) return failure(target.error());
  for (DatabaseTarget::Table& table : target->tables()) {
    if (auto checked = check_text_options(source, table.from->party(), table.rows->party()); !checked)
      return failure(checked.error());
  }
  note_schema_differences(target->schema_differences());
  return std::make_unique<SyncedDatabase>(std::move(*target));
}

}  // namespace peel::cli
