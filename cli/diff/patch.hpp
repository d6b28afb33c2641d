// Patch: the changes of tables of a database, kept until all are known, and then written as SQL or as a
// changeset.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/rows/row_source.hpp"

#include "cli/diff/diff_options.hpp"
#include "cli/output/output.hpp"
#include "sources/sqlite/catalog.hpp"
#include "sources/sqlite/change_collector.hpp"
#include "sources/sqlite/patch_plan.hpp"

#include <optional>
#include <vector>

namespace peel::cli {

class Patch {
 public:
  Patch(const DiffOptions& options, const DiffChoices& choices) : options_(options), choices_(choices) {}

  // The patch turns `left` into `right`. Fails with `unsupported` where no patch can be made of them.
  Result<void> begin_table(const rows::RowSource& left, const rows::RowSource& right, const Terms& terms);
  // The same for two tables of databases, the left one of which is this.
  Result<void> begin_table(sources::sqlite::TableInfo table, const Terms& terms);
  // The sink that takes the changes of the table. A table without rows of its own, met among all tables of a
  // database, keeps none.
  reconcile::ChangeSink& sink();
  void end_table();

  Result<void> write(Output& output);

 private:
  class Nothing : public reconcile::ChangeSink {
    Result<void> take(const reconcile::Change&) override { return {}; }
  };

  const DiffOptions& options_;
  const DiffChoices& choices_;
  std::optional<sources::sqlite::TableInfo> table_;
  std::optional<sources::sqlite::ChangeCollector> collector_;
  Nothing nothing_;
  std::vector<sources::sqlite::PatchedRows> patched_;
};

}  // namespace peel::cli
