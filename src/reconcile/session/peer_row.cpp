#include "reconcile/session/peer_row.hpp"

#include <algorithm>
#include <vector>

namespace peel::reconcile::session {

namespace {

// Of text, cells are text, or NULL for an empty field beside tolerances. A rounded number is where there is a
// tolerance.
bool is_cell(const Terms& terms, std::size_t column, const rows::Cell& cell) {
  if (cell.tag == rows::CellTag::rounded) return !terms.tolerances.empty() && terms.tolerances[column];
  if (terms.typing != Typing::text || cell.tag == rows::CellTag::text) return true;
  return cell.is_null() && !terms.tolerances.empty();
}

bool are_cells(const Terms& terms, const std::vector<rows::Cell>& cells) {
  if (cells.size() != terms.columns.names.size()) return false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!is_cell(terms, i, cells[i])) return false;
  }
  return true;
}

}  // namespace

bool is_row(const Terms& terms, const rows::CanonicalRow& row) {
  if (!terms.is_table) {
    const bool is_line = std::ranges::find(row.bytes, std::byte{'\n'}) == row.bytes.end();
    return is_line && row.key_size == row.bytes.size() && row.spelled.empty();
  }
  const auto cells = rows::cells_of(row.bytes);
  if (!cells || !are_cells(terms, *cells)) return false;
  if (row.key_size > row.bytes.size()) return false;
  const auto key = rows::cells_of(row.bytes.first(row.key_size));
  if (!key || key->size() != terms.columns.key_columns) return false;
  if (row.spelled.empty()) return true;
  const auto spelled = rows::cells_of(row.spelled);
  return spelled && spelled->size() == cells->size();
}

}  // namespace peel::reconcile::session
