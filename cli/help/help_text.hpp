// How --help looks: examples first, then what the verb is for, its options, and what else there is to say.
#pragma once

#include "cli/options/command.hpp"

#include <string>

namespace peel::cli {

std::string help_text(const Command& command);

// The words that may follow the name of the command: "[OPTIONS] LEFT RIGHT".
std::string usage_words(const Command& command);

// What help writes after the names of an option: " FILE", " COLS ...", " (required)".
std::string after_names(const Option& option);

}  // namespace peel::cli
