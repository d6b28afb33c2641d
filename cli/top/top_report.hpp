// Printing what peel top found: as text with what a reader must know on standard error, or as JSON lines.
#pragma once

#include "cli/output/output.hpp"
#include "cli/status.hpp"
#include "cli/top/top_plan.hpp"
#include "cli/top/top_table.hpp"

#include <string>
#include <vector>

namespace peel::cli {

// For standard output, as it is now; `reader` if that is a terminal.
TableStyle style_for(TableStyle::Reader reader, Colour colour);

// Items and a summary as JSON, or rows.
void print(const TopTable& table, const TopView& view, Output& output);
// The same, and what a reader must know of it: a heading on a terminal, and notes on standard error. Returns
// `different` if keys may be missing that were asked for.
Status report(const TopTable& table, const std::string& name, const TopView& view, Output& output);

// What goes with a table that was printed as text.
std::vector<std::string> notes_on(const TopTable& table);

}  // namespace peel::cli
