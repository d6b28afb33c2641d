#include "cli/present/path_notes.hpp"

#include "cli/output/printable.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

void say(const std::string& sources, const std::vector<std::string>& paths) {
  if (paths.empty()) return;
  const std::string note = fmt::format("note: no value of {} has {}", sources, fmt::join(paths, ", "));
  std::fprintf(stderr, "%s\n", printable(note).c_str());
}

bool is_read_json(const rows::RowSource& source) {
  return source.schema().has_paths && source.rows_read() > 0;
}

}  // namespace

void note_paths_not_found(const rows::RowSource& source) {
  if (is_read_json(source)) say(source.name(), source.columns_not_found());
}

void note_paths_not_found(const rows::RowSource& left, const rows::RowSource& right, const Terms& terms) {
  if (!is_read_json(left)) return note_paths_not_found(right);
  if (!is_read_json(right)) return note_paths_not_found(left);
  const std::vector<std::string> not_in_right = right.columns_not_found();
  std::vector<std::string> nowhere = left.columns_not_found();
  std::erase_if(nowhere, [&](const std::string& path) {
    const auto place =
        static_cast<std::size_t>(std::ranges::find(terms.columns.names, path) - terms.columns.names.begin());
    // A path behind --ignore is no column, and has one name on both sides.
    const std::string& there = place < terms.right_names.size() ? terms.right_names[place] : path;
    return std::ranges::find(not_in_right, there) == not_in_right.end();
  });
  say(left.name() + " and " + right.name(), nowhere);
}

}  // namespace peel::cli
