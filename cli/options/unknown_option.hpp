// What is said of an option that a verb does not have: what was probably meant, or what peel does instead of
// what the option of that name does in tools that people know.
#pragma once

#include "cli/options/command.hpp"

#include <string>

namespace peel::cli {

// One sentence. `word` is what was typed, with a value behind = or without; `command` has the verb somewhere
// below it.
std::string unknown_option(const Command& command, const Command& verb, const std::string& word);

}  // namespace peel::cli
