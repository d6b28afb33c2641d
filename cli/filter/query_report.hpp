// What peel filter query prints with --json.
#pragma once

#include "cli/filter/line_query.hpp"

#include <memory>

namespace peel::cli {

// One object for each line.
std::unique_ptr<SelectedLines> lines_as_json(Output& output);

// Of all files together.
void print_summary_as_json(const QueriedFile& all, Output& output);

}  // namespace peel::cli
