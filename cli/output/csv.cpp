#include "cli/output/csv.hpp"

namespace peel::cli {

std::string csv_cell(std::string_view text) {
  const bool has_space = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!has_space && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted;
  quoted += '"';
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  quoted += '"';
  return quoted;
}

namespace {

// A single empty cell would be an empty line, which many readers take for no record.
template <class Write>
std::string record_of(std::size_t cells, Write write) {
  std::string record;
  for (std::size_t i = 0; i < cells; ++i) {
    if (i > 0) record += ',';
    record += write(i);
  }
  return record.empty() && cells == 1 ? "\"\"" : record;
}

}  // namespace

std::string csv_record(std::span<const std::string_view> cells) {
  return record_of(cells.size(), [&cells](std::size_t i) { return csv_cell(cells[i]); });
}

std::string csv_cell(const rows::Cell& cell, EmptyText empty) {
  const bool is_empty_text = cell.tag == rows::CellTag::text && cell.payload.empty();
  if (is_empty_text && empty == EmptyText::quoted) return "\"\"";
  return csv_cell(rows::text_of(cell));
}

std::string csv_record(std::span<const rows::Cell> cells, EmptyText empty) {
  return record_of(cells.size(), [&cells, empty](std::size_t i) { return csv_cell(cells[i], empty); });
}

}  // namespace peel::cli
