// ChangeCollector: keeps the changes of a diff as changes to be made to a table of a database, so that it
// becomes what the other side is. The table is the left side of the diff.
#pragma once

#include "peel/core/result.hpp"

#include "cli/diff/change_sink.hpp"
#include "cli/diff/shown_change.hpp"
#include "sources/sqlite/sqlite_source.hpp"
#include "sources/sqlite/table_change.hpp"

#include <string>
#include <utility>
#include <vector>

namespace peel::cli {

class ChangeCollector : public ChangeSink {
 public:
  // `columns` are those of the terms, as the table calls them. Fails with `unsupported` for what is no table.
  static Result<ChangeCollector> for_table(const sources::sqlite::TableInfo& table, const RowTerms& terms,
                                           std::vector<std::string> columns);

  Result<void> take(const reconcile::RowChange& change) override;

  sources::sqlite::TableChanges take_changes() { return std::move(changes_); }

 private:
  ChangeCollector(const RowTerms& terms, sources::sqlite::TableChanges changes)
      : terms_(terms), changes_(std::move(changes)) {}

  // The row as the table has it, and as the table gets it.
  Result<std::vector<sources::sqlite::OwnedCell>> row_there(const rows::CanonicalRow& row) const;
  Result<std::vector<sources::sqlite::OwnedCell>> row_wanted(const rows::CanonicalRow& row) const;

  const RowTerms& terms_;
  sources::sqlite::TableChanges changes_;
};

}  // namespace peel::cli
