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

std::string csv_record(std::span<const std::string_view> cells) {
  // A single empty cell would be an empty line, which many readers take for no record.
  if (cells.size() == 1 && cells[0].empty()) return "\"\"";
  std::string record;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) record += ',';
    record += csv_cell(cells[i]);
  }
  return record;
}

}  // namespace peel::cli
