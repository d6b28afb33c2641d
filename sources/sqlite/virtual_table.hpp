// What the statement of a virtual table says of it. A full-text table may have an index without the text:
// then its rows are not there to be compared, but the terms of its index are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace peel::sources::sqlite {

struct ModuleCall {
  std::string module = {};  // in lower case; empty where the statement is none of a virtual table
  // FTS4 and FTS5 may leave the text to another table: its name, or an empty one if the text is nowhere.
  std::optional<std::string> content = {};
  bool has_languages = false;  // of FTS4: rows have a language, in a hidden column

  bool is_fts() const { return module == "fts3" || module == "fts4" || module == "fts5"; }
  bool is_rtree() const { return module == "rtree" || module == "rtree_i32"; }
};

// Reads a statement that begins with CREATE VIRTUAL TABLE, as sqlite_schema has it.
ModuleCall module_call_of(std::string_view sql);

}  // namespace peel::sources::sqlite
