// ChangeCollector: keeps the changes of a comparison as changes to be made to a table of a database, so that
// the table becomes what the other side is. The table is the left side.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/terms.hpp"

#include "sources/sqlite/catalog.hpp"
#include "sources/sqlite/table_change.hpp"

#include <utility>
#include <vector>

namespace peel::sources::sqlite {

class ChangeCollector : public reconcile::ChangeSink {
 public:
  // The terms must outlive the collector. Fails with `unsupported` for what is no table.
  static Result<ChangeCollector> for_table(const TableInfo& table, const reconcile::Terms& terms);

  Result<void> take(const reconcile::Change& change) override;

  TableChanges take_changes() { return std::move(changes_); }

 private:
  ChangeCollector(const reconcile::Terms& terms, TableChanges changes)
      : terms_(terms), changes_(std::move(changes)) {}

  // The row as the table has it, and as the table gets it.
  Result<std::vector<OwnedCell>> row_there(const rows::CanonicalRow& row) const;
  Result<std::vector<OwnedCell>> row_wanted(const rows::CanonicalRow& row) const;

  const reconcile::Terms& terms_;
  TableChanges changes_;
};

}  // namespace peel::sources::sqlite
