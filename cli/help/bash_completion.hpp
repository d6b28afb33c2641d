// Completion for bash, made from the tree of verbs. The script knows all words itself and never runs
// the command.
#pragma once

#include "cli/options/command.hpp"

#include <string>

namespace peel::cli {

// Completes verbs, options of the verb, and the words that an option accepts; everything else as file names.
std::string bash_completion(const Command& command);

}  // namespace peel::cli
