// The manual page peel(1), made from the parser's tree of verbs.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace peel::cli {

// Roff with the man macros: the command, then each verb with its options and what its footer says.
std::string man_page(const CLI::App& command);

}  // namespace peel::cli
