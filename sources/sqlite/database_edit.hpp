// DatabaseEdit: changes to be made to tables of a database, in one transaction. Each is made only if its row
// is still as it was compared.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/edit.hpp"
#include "peel/reconcile/endpoint.hpp"

#include "sources/sqlite/change_collector.hpp"
#include "sources/sqlite/patch_plan.hpp"

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace peel::sources::sqlite {

class DatabaseEdit : public reconcile::Edit {
 public:
  // The tables that may be changed. Where there is one, terms need not name it.
  DatabaseEdit(std::string path, std::vector<TableInfo> tables)
      : path_(std::move(path)), tables_(std::move(tables)) {}

  Result<reconcile::ChangeSink*> begin(const reconcile::Terms& terms, const rows::Schema& wanted) override;
  // Fails as plan_patch does, too.
  Result<reconcile::EditNotes> plan(reconcile::Watch& watch) override;
  // Nobody may read the database in this process meanwhile: that may keep it from being written.
  Result<void> apply(reconcile::Watch& watch) override;

 private:
  struct Begun {
    const TableInfo* info;
    ChangeCollector changes;
  };

  std::string path_;
  std::vector<TableInfo> tables_;
  std::deque<Begun> begun_;
  PatchPlan plan_;
};

// The rows of a table that may be written.
class TableEndpoint : public reconcile::RowsEndpoint {
 public:
  TableEndpoint(std::unique_ptr<rows::RowSource> source, std::string path, TableInfo info)
      : RowsEndpoint(std::move(source)), path_(std::move(path)), info_(std::move(info)) {}

  Result<std::unique_ptr<reconcile::Edit>> edit(const reconcile::EditRoom&) override {
    return std::make_unique<DatabaseEdit>(path_, std::vector<TableInfo>{info_});
  }

 private:
  std::string path_;
  TableInfo info_;
};

}  // namespace peel::sources::sqlite
