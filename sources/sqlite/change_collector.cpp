#include "sources/sqlite/change_collector.hpp"

#include "peel/rows/cell_rule.hpp"

namespace peel::sources::sqlite {

Result<ChangeCollector> ChangeCollector::for_table(const TableInfo& table, const reconcile::Terms& terms) {
  if (!table.is_writable()) {
    const std::string what = table.kind == TableInfo::Kind::query  ? "these rows come from a query"
                             : table.kind == TableInfo::Kind::view ? table.name + " is a view"
                                                                   : table.name + " is a virtual table";
    return failure(ErrorCode::unsupported,
                   what + ", which cannot be changed row by row; accepted is a table");
  }
  TableChanges changes{
      .table = table.name, .columns = terms.names_of(reconcile::Side::left), .key = {}, .changes = {}};
  if (terms.has_key) {
    changes.key.assign(changes.columns.begin(),
                       changes.columns.begin() + static_cast<std::ptrdiff_t>(terms.columns.key_columns));
  }
  return ChangeCollector(terms, std::move(changes));
}

Result<std::vector<OwnedCell>> ChangeCollector::row_there(const rows::CanonicalRow& row) const {
  const auto cells = rows::spelled_cells(row);
  if (!cells) return failure(cells.error());
  return std::vector<OwnedCell>(cells->begin(), cells->end());
}

// From a file of text, cells come as text, and take the types of the table's columns.
Result<std::vector<OwnedCell>> ChangeCollector::row_wanted(const rows::CanonicalRow& row) const {
  const auto cells = rows::spelled_cells(row);
  if (!cells) return failure(cells.error());
  std::vector<OwnedCell> wanted;
  rows::CellRoom room;
  for (std::size_t i = 0; i < cells->size(); ++i) {
    rows::CellRule rule;
    if (terms_.typing == reconcile::Typing::lent) rule = {rows::CellRule::Reading::lent, terms_.types[i]};
    wanted.emplace_back(rows::by_rule(rule, (*cells)[i], room));
  }
  return wanted;
}

Result<void> ChangeCollector::take(const reconcile::Change& change) {
  using Kind = reconcile::Change::Kind;
  TableChange made{.kind = TableChange::Kind::update, .before = {}, .after = {}, .count = change.count};
  if (change.kind != Kind::added) {
    auto before = row_there(change.left.row);
    if (!before) return failure(before.error());
    made.before = std::move(*before);
  }
  if (change.kind != Kind::removed) {
    auto after = row_wanted(change.right.row);
    if (!after) return failure(after.error());
    made.after = std::move(*after);
  }
  if (change.kind == Kind::removed) made.kind = TableChange::Kind::remove;
  if (change.kind == Kind::added) made.kind = TableChange::Kind::insert;
  changes_.changes.push_back(std::move(made));
  return {};
}

}  // namespace peel::sources::sqlite
