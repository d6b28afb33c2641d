// Completion for zsh, made from the tree of verbs. The script knows all words itself and never runs
// the command. As a file it is called _peel.
#pragma once

#include "cli/options/command.hpp"

#include <string>

namespace peel::cli {

// Completes verbs and options, with what is said of them, and the words that an option accepts; everything
// else as file names.
std::string zsh_completion(const Command& command);

}  // namespace peel::cli
