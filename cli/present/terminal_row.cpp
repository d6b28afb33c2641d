#include "cli/present/terminal_row.hpp"

#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"
#include "cli/present/blob_text.hpp"
#include "cli/present/json_cells.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace peel::cli {

namespace {

bool has_space_at_end(std::string_view text) {
  return text.empty() || text.front() == ' ' || text.back() == ' ';
}

// In quotes if it would be taken for something else: for nothing, or for a number where there are types.
std::string cell_text(const rows::Cell* cell, const Terms& terms) {
  if (cell == nullptr) return "?";
  if (terms.is_json) return printable(json_text_of(*cell));
  if (cell->is_null() || cell->is_missing()) return "NULL";
  if (cell->tag == rows::CellTag::blob) return blob_text(cell->payload);
  std::string text = printable(rows::text_of(*cell));
  if (cell->tag != rows::CellTag::text) return text;
  const bool looks_typed = terms.typing == Typing::strict && (rows::number_in(*cell) || text == "NULL");
  return looks_typed || has_space_at_end(text) ? fmt::format("\"{}\"", text) : text;
}

const char* note_on(const ShownChange& change) {
  if (change.may_be_changed) return "  (or changed)";
  if (change.kind != ChangeKind::changed) return "";
  if (!change.left.values && change.right.values) return "  (before: not known)";
  if (change.left.values && !change.right.values) return "  (now: not known)";
  return "";
}

// Of a whole JSON value.
void add_parts(const ShownChange& change, const Terms& terms, std::size_t column, TerminalRow& row) {
  const rows::Cell* const left = cell_at(change.left, column);
  const rows::Cell* const right = cell_at(change.right, column);
  if (change.kind != ChangeKind::changed || left == nullptr || right == nullptr) {
    const rows::Cell* const known = cell_at(change.row(), column);
    row.cells.push_back({"", cell_text(known == nullptr ? right : known, terms)});
    return;
  }
  const auto parts = sources::changed_paths(left->payload, right->payload, terms.columns.names[column]);
  for (const sources::PathChange& part : parts.shown) {
    row.cells.push_back(
        {printable(part.path), printable(spoken_part(part.left)), printable(spoken_part(part.right)), true});
  }
  if (parts.not_shown > 0) row.suffix += fmt::format("  (and {} more parts)", grouped(parts.not_shown));
}

}  // namespace

bool TerminalRow::has_edits() const {
  return std::ranges::any_of(cells, &TerminalCell::is_edited);
}

std::size_t TerminalRow::bytes() const {
  std::size_t bytes = key.size();
  for (const TerminalCell& cell : cells) bytes += cell.name.size() + cell.text.size() + cell.new_text.size();
  return bytes;
}

const char* TerminalRow::colour() const {
  return sign == '-' ? "31" : sign == '+' ? "32" : sign == '>' ? "36" : "33";
}

TerminalRow terminal_row(const ShownChange& change, const Terms& terms) {
  TerminalRow row{sign_of(change.kind)};
  row.suffix = (change.count == 1 ? "" : fmt::format("  (x{})", grouped(change.count))) + note_on(change);
  row.digest = change.row().digest;
  if (!row.digest.empty()) return row;
  const ShownRow& known =
      change.left.values || change.kind != ChangeKind::changed ? change.row() : change.right;
  for (const std::size_t column : terms.display) {
    if (is_whole_json(terms, column)) {
      add_parts(change, terms, column, row);
      continue;
    }
    TerminalCell cell{printable_name(terms, column), cell_text(cell_at(known, column), terms)};
    cell.is_key = terms.has_key && column < terms.columns.key_columns;
    if (is_edited(change, terms, column) && change.left.values && change.right.values) {
      cell.new_text = cell_text(cell_at(change.right, column), terms);
      cell.is_edited = true;
    }
    row.cells.push_back(std::move(cell));
  }
  for (std::size_t i = 0; terms.has_key && i < terms.columns.key_columns; ++i) {
    row.key += fmt::format("{}{}={}", i > 0 ? ", " : "", printable_name(terms, i),
                           cell_text(cell_at(change.row(), i), terms));
  }
  return row;
}

std::string printable_name(const Terms& terms, std::size_t column) {
  return printable(terms.columns.names[column]);
}

std::size_t before_difference(std::string_view old, std::string_view now, std::size_t context) {
  const auto differs = std::ranges::mismatch(old, now).in1;
  const auto common = static_cast<std::size_t>(differs - old.begin());
  std::size_t from = common - std::min(common, context);
  while (from > 0 && (static_cast<unsigned char>(old[from]) & 0xC0) == 0x80) --from;
  return from;
}

}  // namespace peel::cli
