// Cells of JSON values as they are shown to people.
#pragma once

#include "cli/present/shown_change.hpp"
#include "sources/json/json_changes.hpp"
#include "sources/json/json_path.hpp"

#include <string>
#include <string_view>

namespace peel::cli {

// What stands for a part of a JSON value that is not there. No JSON is spelled so.
inline constexpr std::string_view kMissingPart = "missing";

// Whether the column is the whole value, of which only the parts that differ are shown.
inline bool is_whole_json(const Terms& terms, std::size_t column) {
  return terms.is_json && rows::is_whole_column(terms.columns.names[column]);
}
// Whether there is such a column. It is the last one.
inline bool is_whole_json(const Terms& terms) {
  return terms.is_json && is_whole_json(terms, terms.columns.names.size() - 1);
}

inline std::string_view spoken_part(std::string_view json) {
  return json.empty() ? kMissingPart : json;
}
// As JSON spells it.
inline std::string json_text_of(const rows::Cell& cell) {
  return cell.is_missing() ? std::string(kMissingPart) : sources::json_literal(cell);
}

}  // namespace peel::cli
