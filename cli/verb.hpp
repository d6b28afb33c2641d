// Where the verbs of the command are made.
#pragma once

#include "cli/options/command.hpp"

#include <memory>

namespace peel::cli {

// The command with all its verbs.
std::unique_ptr<Command> peel_command();

// Each adds its verb: what it takes, what is said of it, and what it runs.
void add_count(Command& peel);
void add_diff(Command& peel);
void add_filter(Command& peel);
void add_help(Command& peel);  // last: it names those before it
void add_inspect(Command& peel);
void add_lab(Command& peel);
void add_merge(Command& peel);
void add_plan(Command& peel);
void add_serve(Command& peel);
void add_sketch(Command& peel);
void add_subtract(Command& peel);
void add_sync(Command& peel);
void add_top(Command& peel);

}  // namespace peel::cli
