// How a diff was done, for people.
#pragma once

#include "cli/output/text_table.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/present/diff_summary.hpp"
#include "cli/present/shown_change.hpp"

#include <string>
#include <vector>

namespace peel::cli {

// What is said of it, and in which words: rows, bytes, method, error bound.
std::vector<Row> how_it_was_found(const DiffSummary& summary);

// "1 row", "12 entries": as the sources call them.
std::string counted_rows(std::uint64_t count, const DiffSummary& summary);

// One line for a person: "1 removed, 2 added; 10 rows left, 11 right".
std::string summary_line(const DiffSummary& summary, TextStyle style);

// That with the counts of changes, as a table.
std::string stats_as_text(const DiffSummary& summary, const Terms& terms);

}  // namespace peel::cli
