// What the verbs of the command have in common: how they are run, and where they are made.
#pragma once

#include "peel/core/result.hpp"

#include "cli/output/output.hpp"
#include "cli/status.hpp"

#include <CLI/CLI.hpp>
#include <functional>

namespace peel::cli {

// Runs a verb after its options were parsed. An error becomes one sentence on stderr and Status::trouble.
using Verb = std::function<Result<Status>(Output& output)>;

// Each adds its subcommand to the parser, and sets `chosen` when the subcommand is given. How a verb
// describes itself, so that help, manual and completion follow: cli/help/verb_text.hpp.
void add_count(CLI::App& app, Verb& chosen);
void add_diff(CLI::App& app, Verb& chosen);
void add_filter(CLI::App& app, Verb& chosen);
void add_help(CLI::App& app, Verb& chosen);  // last: it knows those before it
void add_inspect(CLI::App& app, Verb& chosen);
void add_lab(CLI::App& app, Verb& chosen);
void add_merge(CLI::App& app, Verb& chosen);
void add_plan(CLI::App& app, Verb& chosen);
void add_sketch(CLI::App& app, Verb& chosen);
void add_subtract(CLI::App& app, Verb& chosen);
void add_sync(CLI::App& app, Verb& chosen);
void add_top(CLI::App& app, Verb& chosen);

}  // namespace peel::cli
