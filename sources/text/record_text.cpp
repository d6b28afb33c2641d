#include "sources/text/record_text.hpp"

#include <algorithm>

namespace peel::sources {

namespace {

// Behind the closing quote of a quoted cell that begins at `begin`.
std::size_t end_of_quoted(std::string_view record, std::size_t begin) {
  for (std::size_t at = begin + 1;;) {
    at = record.find('"', at);
    if (at == std::string_view::npos) return record.size();
    if (at + 1 == record.size() || record[at + 1] != '"') return at + 1;
    at += 2;
  }
}

std::vector<std::string> owned(const std::vector<std::string_view>& cells) {
  return {cells.begin(), cells.end()};
}

}  // namespace

std::vector<std::string_view> raw_cells(std::string_view record, char delimiter) {
  std::vector<std::string_view> cells;
  for (std::size_t begin = 0;;) {
    const bool is_quoted = begin < record.size() && record[begin] == '"';
    const std::size_t text_end = is_quoted ? end_of_quoted(record, begin) : begin;
    const std::size_t end = std::min(record.find(delimiter, text_end), record.size());
    cells.push_back(record.substr(begin, end - begin));
    if (end == record.size()) return cells;
    begin = end + 1;
  }
}

std::string quoted_cell(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  quoted += '"';
  return quoted;
}

std::string cell_text(std::string_view text, char delimiter) {
  const bool has_space = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  const bool is_plain = !has_space && text.find_first_of("\"\r\n") == std::string_view::npos &&
                        text.find(delimiter) == std::string_view::npos;
  return is_plain ? std::string(text) : quoted_cell(text);
}

std::string joined(std::span<const std::string> cells, char delimiter) {
  std::string record;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) record += delimiter;
    record += cells[i];
  }
  return record.empty() ? "\"\"" : record;
}

std::string before_end_of_line(std::string_view record, char delimiter) {
  if (!record.ends_with('\r')) return std::string(record);
  auto cells = owned(raw_cells(record, delimiter));
  cells.back() = quoted_cell(cells.back());
  return joined(cells, delimiter);
}

std::string at_beginning(std::string_view record, char delimiter) {
  if (!record.empty() && !record.starts_with(kByteOrderMark)) return std::string(record);
  auto cells = owned(raw_cells(record, delimiter));
  cells.front() = quoted_cell(cells.front());
  return joined(cells, delimiter);
}

}  // namespace peel::sources
