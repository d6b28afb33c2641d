// The options that say which keys of a source are meant, the same for building and asking.
#pragma once

#include "peel/core/result.hpp"

#include "cli/line_part.hpp"
#include "cli/options/command.hpp"

#include <optional>
#include <string>

namespace peel::cli {

// As typed.
struct KeyOptions {
  LinePartOptions part = {};  // with a column, its delimiter is that of the table
  std::optional<std::string> column = {};
  std::optional<std::string> input = {};
  bool no_header = false;
  std::optional<std::string> where = {};

  bool ask_for_table() const { return column || (input && *input != "lines"); }
};

void add_key_options(Command& verb, KeyOptions& options);

// Fails with `invalid_argument` for options that exclude each other or would have no effect, and for a field
// that is no number.
Result<void> check_key_options(const KeyOptions& options);

}  // namespace peel::cli
