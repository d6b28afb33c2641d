// An endpoint that may be edited: what is to be done to it is written down.
#pragma once

#include "peel/reconcile/edit.hpp"
#include "peel/reconcile/endpoint.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace peel::test {

// What was said to an edit, in order: "begin TABLE", "removed 2 of ROW", ..., "plan", "apply".
struct EditLog {
  std::vector<std::string> said = {};
  reconcile::EditNotes notes = {};    // what a plan answers with
  std::optional<Error> trouble = {};  // what applying ends in
};

class FakeEdit : public reconcile::Edit, public reconcile::ChangeSink {
 public:
  explicit FakeEdit(EditLog& log) : log_(log) {}

  Result<ChangeSink*> begin(const reconcile::Terms& terms, const rows::Schema& wanted) override {
    log_.said.push_back("begin " + terms.table + " of " + std::to_string(wanted.columns.size()));
    return this;
  }
  Result<void> take(const reconcile::Change& change) override {
    std::string line = std::string(name_of(change.kind)) + " " + std::to_string(change.count) + ":";
    for (const reconcile::KnownRow* const row : {&change.left, &change.right}) {
      line += " ";
      if (row->is_whole())
        line += std::to_string(*row->order) + "/" + std::to_string(row->row.key_size) + "/";
      line += as_text(row->row.bytes);
    }
    log_.said.push_back(std::move(line));
    return {};
  }
  Result<reconcile::EditNotes> plan(reconcile::Watch&) override {
    log_.said.emplace_back("plan");
    return log_.notes;
  }
  Result<void> apply(reconcile::Watch&) override {
    log_.said.emplace_back("apply");
    return log_.trouble ? failure(*log_.trouble) : Result<void>();
  }

 private:
  EditLog& log_;
};

class EditedRows : public reconcile::RowsEndpoint {
 public:
  EditedRows(std::unique_ptr<rows::RowSource> source, EditLog& log)
      : RowsEndpoint(std::move(source)), log_(log) {}

  Result<std::unique_ptr<reconcile::Edit>> edit(const reconcile::EditRoom&) override {
    return std::make_unique<FakeEdit>(log_);
  }

 private:
  EditLog& log_;
};

}  // namespace peel::test
