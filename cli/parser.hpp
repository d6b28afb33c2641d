// The parser of the command: its verbs, and what the command says of itself.
#pragma once

#include "cli/verb.hpp"

#include <CLI/CLI.hpp>
#include <memory>

namespace peel::cli {

// Parsing sets `chosen` to the verb that was given. It throws CLI::CallForHelp for --help, another
// CLI::Success whose what() is to be printed for --version, --man and --completion, and CLI::ParseError for
// mistakes.
std::unique_ptr<CLI::App> make_parser(Verb& chosen);

}  // namespace peel::cli
