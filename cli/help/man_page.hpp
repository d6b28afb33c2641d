// The manual page peel(1), made from the tree of verbs.
#pragma once

#include "cli/options/command.hpp"

#include <string>
#include <string_view>

namespace peel::cli {

// Roff with the man macros: the command, then each verb with its options and what its footer says.
std::string man_page(const Command& command, std::string_view version);

}  // namespace peel::cli
