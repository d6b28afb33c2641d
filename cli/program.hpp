// What the programs of peel have in common: they parse, run a verb, and turn how it went into an exit status.
#pragma once

#include "cli/options/command.hpp"

namespace peel::cli {

// Yields the exit status. Whatever goes wrong is one sentence on standard error.
int run_program(const Command& command, int argc, const char* const* argv);

}  // namespace peel::cli
