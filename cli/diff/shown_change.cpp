#include "cli/diff/shown_change.hpp"

namespace peel::cli {

Result<ShownRow> shown(const rows::CanonicalRow& row, const RowTerms& terms) {
  if (!terms.is_table) {
    return ShownRow{{{rows::CellTag::text, as_text(row.bytes)}}, std::vector<rows::Cell>()};
  }
  const auto cells = rows::cells_of(row.spelled.empty() ? row.bytes : row.spelled);
  if (!cells) return failure(cells.error());
  const auto values = cells->begin() + static_cast<std::ptrdiff_t>(terms.columns.key_columns);
  return ShownRow{{cells->begin(), values}, std::vector<rows::Cell>(values, cells->end())};
}

const rows::Cell* cell_at(const ShownRow& row, std::size_t column) {
  if (column < row.key.size()) return &row.key[column];
  return row.values ? &(*row.values)[column - row.key.size()] : nullptr;
}

bool is_edited(const ShownChange& change, const RowTerms& terms, std::size_t column) {
  if (change.kind != ChangeKind::changed && change.kind != ChangeKind::moved) return false;
  const rows::Cell* const left = cell_at(change.left, column);
  const rows::Cell* const right = cell_at(change.right, column);
  if (left == nullptr || right == nullptr) return true;
  const bool is_key = column < terms.columns.key_columns;
  if (is_key || change.is_same.empty()) return *left != *right;
  return !change.is_same[column - terms.columns.key_columns];
}

std::vector<rows::Cell> cells_for_display(const ShownRow& row, const RowTerms& terms) {
  std::vector<rows::Cell> cells;
  for (const std::size_t at : terms.display) {
    cells.push_back(at < row.key.size() ? row.key[at] : (*row.values)[at - row.key.size()]);
  }
  return cells;
}

std::optional<std::int64_t> place_of(reconcile::RowOrder order, sources::RowPlace meaning) {
  switch (meaning) {
    case sources::RowPlace::line:
      return static_cast<std::int64_t>(order);
    case sources::RowPlace::rowid:
      return static_cast<std::int64_t>(order ^ std::uint64_t{1} << 63);
    case sources::RowPlace::row:
      return static_cast<std::int64_t>(order) + 1;
    case sources::RowPlace::none:
      break;
  }
  return std::nullopt;
}

namespace {

// What is shown is how a side spells a cell; what counts is how it was compared.
Result<std::vector<bool>> same_values(const reconcile::RowChange& change, const RowTerms& terms,
                                      const ShownChange& shown) {
  std::vector<bool> same;
  if (!terms.is_table) return same;
  const auto left = rows::cells_of(change.left.values());
  if (!left) return failure(left.error());
  const auto right = rows::cells_of(change.right.values());
  if (!right) return failure(right.error());
  for (std::size_t i = 0; i < left->size(); ++i) {
    const std::size_t column = terms.columns.key_columns + i;
    const bool has_tolerance = !terms.tolerances.empty() && terms.tolerances[column].has_value();
    const bool is_near =
        has_tolerance && terms.tolerances[column]->covers((*shown.left.values)[i], (*shown.right.values)[i]);
    same.push_back(is_near || (*left)[i] == (*right)[i]);
  }
  return same;
}

}  // namespace

Result<ShownChange> shown(const reconcile::RowChange& change, const RowTerms& terms) {
  ShownChange result{change.kind, {}, {}, change.count};
  result.place =
      place_of(change.order, change.kind == ChangeKind::added ? terms.right_place : terms.left_place);
  if (change.kind != ChangeKind::added) {
    auto row = shown(change.left, terms);
    if (!row) return failure(row.error());
    result.left = std::move(*row);
  }
  if (change.kind != ChangeKind::removed) {
    auto row = shown(change.right, terms);
    if (!row) return failure(row.error());
    result.right = std::move(*row);
  }
  if (change.kind == ChangeKind::changed) {
    auto same = same_values(change, terms, result);
    if (!same) return failure(same.error());
    result.is_same = std::move(*same);
  }
  return result;
}

std::string_view name_of(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::removed:
      return "removed";
    case ChangeKind::changed:
      return "changed";
    case ChangeKind::added:
      return "added";
    case ChangeKind::moved:
      return "moved";
  }
  return "unknown";
}

char sign_of(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::removed:
      return '-';
    case ChangeKind::changed:
      return '~';
    case ChangeKind::added:
      return '+';
    case ChangeKind::moved:
      return '>';
  }
  return '?';
}

}  // namespace peel::cli
