#include "cli/present/shown_change.hpp"

#include "cli/output/printable.hpp"
#include "sources/json/json_changes.hpp"

#include <algorithm>
#include <utility>

namespace peel::cli {

const rows::Cell* cell_at(const ShownRow& row, std::size_t column) {
  if (column < row.key.size()) return &row.key[column];
  return row.values ? &(*row.values)[column - row.key.size()] : nullptr;
}

bool is_edited(const ShownChange& change, const Terms& terms, std::size_t column) {
  if (change.kind != ChangeKind::changed && change.kind != ChangeKind::moved) return false;
  const rows::Cell* const left = cell_at(change.left, column);
  const rows::Cell* const right = cell_at(change.right, column);
  if (left == nullptr || right == nullptr) return true;
  const bool is_key = column < terms.columns.key_columns;
  if (is_key || change.is_same.empty()) return *left != *right;
  return !change.is_same[column - terms.columns.key_columns];
}

std::vector<rows::Cell> cells_for_display(const ShownRow& row, const Terms& terms) {
  std::vector<rows::Cell> cells;
  for (const std::size_t at : terms.display) {
    cells.push_back(at < row.key.size() ? row.key[at] : (*row.values)[at - row.key.size()]);
  }
  return cells;
}

namespace {

using reconcile::KnownRow;
using reconcile::Side;

// What a row's number in a batch says of its place.
std::optional<std::int64_t> place_of(reconcile::RowOrder order, rows::RowPlace meaning) {
  switch (meaning) {
    case rows::RowPlace::line:
      return static_cast<std::int64_t>(order);
    case rows::RowPlace::rowid:
      return static_cast<std::int64_t>(order ^ std::uint64_t{1} << 63);
    case rows::RowPlace::row:
      return static_cast<std::int64_t>(order) + 1;
    case rows::RowPlace::none:
      break;
  }
  return std::nullopt;
}

// Where the row that the change is about stands; where only the other side has rows, where it stands there.
std::optional<std::int64_t> place_of(const reconcile::Change& change, const Terms& terms) {
  const Side about = change.kind == ChangeKind::added ? Side::right : Side::left;
  const Side other = about == Side::left ? Side::right : Side::left;
  const KnownRow& there = about == Side::left ? change.right : change.left;
  if (change.row().order) return place_of(*change.row().order, terms.place_of(about));
  return there.order ? place_of(*there.order, terms.place_of(other)) : std::nullopt;
}

Result<ShownRow> shown(const KnownRow& known, const Terms& terms) {
  // In the place of a path there may be any bytes.
  if (known.known == KnownRow::Known::digest)
    return ShownRow{{}, std::nullopt, printable(as_text(known.row.bytes))};
  if (!terms.is_table)
    return ShownRow{{{rows::CellTag::text, as_text(known.row.bytes)}}, std::vector<rows::Cell>()};
  const auto cells = rows::spelled_cells(known.row);
  if (!cells) return failure(cells.error());
  if (known.known == KnownRow::Known::key) {
    // Cells of JSON are printed as they are spelled.
    if (terms.is_json && !std::ranges::all_of(*cells, sources::is_json)) {
      return failure(ErrorCode::malformed,
                     "a sketch holds a key that is no JSON; it is damaged or forged, make it again");
    }
    return ShownRow{*cells};
  }
  const auto values = cells->begin() + static_cast<std::ptrdiff_t>(terms.columns.key_columns);
  return ShownRow{{cells->begin(), values}, std::vector<rows::Cell>(values, cells->end())};
}

// What is shown is how a side spells a cell; what counts is how it was compared.
Result<std::vector<bool>> same_values(const reconcile::Change& change, const Terms& terms,
                                      const ShownChange& shown) {
  std::vector<bool> same;
  if (!terms.is_table || !change.left.is_whole() || !change.right.is_whole()) return same;
  const auto left = rows::cells_of(change.left.row.values());
  if (!left) return failure(left.error());
  const auto right = rows::cells_of(change.right.row.values());
  if (!right) return failure(right.error());
  for (std::size_t i = 0; i < left->size(); ++i) {
    const std::size_t column = terms.columns.key_columns + i;
    const bool is_unlike = i < 64 && (change.unlike_columns >> i & 1) != 0;
    const bool has_tolerance = !terms.tolerances.empty() && terms.tolerances[column].has_value();
    const bool is_near =
        has_tolerance && terms.tolerances[column]->covers((*shown.left.values)[i], (*shown.right.values)[i]);
    same.push_back(!is_unlike && (is_near || (*left)[i] == (*right)[i]));
  }
  // Where a file became a folder, nothing else is worth comparing.
  if (terms.is_tree && !same.front()) std::fill(same.begin() + 1, same.end(), true);
  return same;
}

// What one side knows of the key, the other may borrow.
void borrow_key(ShownRow& row, const ShownRow& other) {
  if (row.digest.empty() || !other.digest.empty()) return;
  row.key = other.key;
  row.digest.clear();
}

}  // namespace

Result<ShownChange> shown(const reconcile::Change& change, const Terms& terms) {
  ShownChange result{change.kind, {}, {}, change.count};
  result.may_be_changed = !change.is_certain;
  result.place = place_of(change, terms);
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
    borrow_key(result.left, result.right);
    borrow_key(result.right, result.left);
    auto same = same_values(change, terms, result);
    if (!same) return failure(same.error());
    result.is_same = std::move(*same);
  }
  return result;
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
