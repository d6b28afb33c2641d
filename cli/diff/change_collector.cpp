#include "cli/diff/change_collector.hpp"

#include "cli/diff/compare_live.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace {

using sources::sqlite::OwnedCell;
using sources::sqlite::TableChange;
using sources::sqlite::TableInfo;

}  // namespace

Result<ChangeCollector> ChangeCollector::for_table(const TableInfo& table, const RowTerms& terms,
                                                   std::vector<std::string> columns) {
  if (!table.is_writable()) {
    return failure(ErrorCode::unsupported,
                   fmt::format("{}, which cannot be changed row by row; accepted is a table",
                               table.kind == TableInfo::Kind::query  ? "these rows come from a query"
                               : table.kind == TableInfo::Kind::view ? table.name + " is a view"
                                                                     : table.name + " is a virtual table"));
  }
  sources::sqlite::TableChanges changes{
      .table = table.name, .columns = std::move(columns), .key = {}, .changes = {}};
  if (terms.has_key) {
    changes.key.assign(changes.columns.begin(),
                       changes.columns.begin() + static_cast<std::ptrdiff_t>(terms.columns.key_columns));
  }
  return ChangeCollector(terms, std::move(changes));
}

Result<std::vector<OwnedCell>> ChangeCollector::row_there(const rows::CanonicalRow& row) const {
  const auto cells = spelled_cells(row);
  if (!cells) return failure(cells.error());
  return std::vector<OwnedCell>(cells->begin(), cells->end());
}

// From a file of text, cells come as text, and take the types of the table's columns.
Result<std::vector<OwnedCell>> ChangeCollector::row_wanted(const rows::CanonicalRow& row) const {
  const auto cells = spelled_cells(row);
  if (!cells) return failure(cells.error());
  std::vector<OwnedCell> wanted;
  rows::CellRoom room;
  for (std::size_t i = 0; i < cells->size(); ++i) {
    rows::CellRule rule;
    if (terms_.typing == Typing::lent) rule = {rows::CellRule::Reading::lent, terms_.types[i]};
    wanted.emplace_back(rows::by_rule(rule, (*cells)[i], room));
  }
  return wanted;
}

Result<void> ChangeCollector::take(const reconcile::RowChange& change) {
  TableChange made{.kind = TableChange::Kind::update, .before = {}, .after = {}, .count = change.count};
  if (change.kind != ChangeKind::added) {
    auto before = row_there(change.left);
    if (!before) return failure(before.error());
    made.before = std::move(*before);
  }
  if (change.kind != ChangeKind::removed) {
    auto after = row_wanted(change.right);
    if (!after) return failure(after.error());
    made.after = std::move(*after);
  }
  if (change.kind == ChangeKind::removed) made.kind = TableChange::Kind::remove;
  if (change.kind == ChangeKind::added) made.kind = TableChange::Kind::insert;
  changes_.changes.push_back(std::move(made));
  return {};
}

}  // namespace peel::cli
