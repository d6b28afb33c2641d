#include "cli/output/text_table.hpp"

#include <algorithm>
#include <sstream>

namespace peel::cli {

std::string text_table(const std::vector<Row>& rows, const std::string& indent) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line = indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      line.append(widths[i] - row[i].size() + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string wrapped(const std::string& text, const std::string& first) {
  constexpr std::size_t kWidth = 100;
  const std::string indent(first.size(), ' ');
  std::istringstream words(text);
  std::string out;
  std::string line = first;
  bool is_line_empty = true;
  for (std::string word; words >> word; is_line_empty = false) {
    if (!is_line_empty && line.size() + 1 + word.size() > kWidth) {
      out += line + "\n";
      line = indent + word;
    } else {
      line += (is_line_empty ? "" : " ") + word;
    }
  }
  return out + line + "\n";
}

}  // namespace peel::cli
