// RecordedTables: what a target shows of its plan, as text: "- a,1", "+ b,2", "~ a,1 -> a,2". Lines are one
// cell.
#pragma once

#include "peel/reconcile/target.hpp"

#include <string>
#include <vector>

namespace peel::test {

class RecordedTables : public reconcile::TableSink, private reconcile::ChangeSink {
 public:
  Result<reconcile::ChangeSink*> begin(const reconcile::Terms& terms) override {
    is_table_ = terms.is_table;
    tables.push_back(terms.table);
    return static_cast<reconcile::ChangeSink*>(this);
  }
  Result<void> end(const reconcile::Terms&, const reconcile::Report& report) override {
    reports.push_back(report);
    return {};
  }

  std::vector<std::string> tables;  // their names
  std::vector<std::string> changes;
  std::vector<reconcile::Report> reports;

 private:
  Result<void> take(const reconcile::Change& change) override {
    using Kind = reconcile::Change::Kind;
    const std::string times = change.count > 1 ? " x" + std::to_string(change.count) : "";
    if (change.kind == Kind::removed) changes.push_back("- " + text(change.left) + times);
    if (change.kind == Kind::added) changes.push_back("+ " + text(change.right) + times);
    if (change.kind == Kind::changed)
      changes.push_back("~ " + text(change.left) + " -> " + text(change.right));
    return {};
  }

  std::string text(const reconcile::KnownRow& known) const {
    if (!is_table_) return std::string(as_text(known.row.bytes));
    std::string cells;
    for (const rows::Cell& cell : *rows::spelled_cells(known.row))
      cells += (cells.empty() ? "" : ",") + std::string(rows::text_of(cell));
    return cells;
  }

  bool is_table_ = false;
};

}  // namespace peel::test
