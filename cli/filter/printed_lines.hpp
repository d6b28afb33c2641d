// How peel filter query prints the lines that it selects.
#pragma once

#include "peel/sources/line_query.hpp"

#include "cli/output/output.hpp"
#include "cli/output/quoted.hpp"

#include <cstdint>
#include <memory>

namespace peel::cli {

// Lines as they are, a line feed or NUL behind each, with names or numbers in front of them. A terminal gets
// lines with control characters in quotes.
enum class LineNumbers : std::uint8_t { absent, present };
enum class FileNames : std::uint8_t { absent, present };
struct LinePrefix {
  FileNames names = FileNames::absent;
  LineNumbers numbers = LineNumbers::absent;
  LineEnd end = LineEnd::feed;  // behind a line; a NUL stands behind a name too
};
std::unique_ptr<sources::SelectedLines> printed_lines(LinePrefix prefix, Output& output);
// The number of lines of each file.
std::unique_ptr<sources::SelectedLines> printed_counts(LinePrefix prefix, Output& output);
// No line is printed, and none is wanted behind the first.
std::unique_ptr<sources::SelectedLines> no_lines();
// One object for each line.
std::unique_ptr<sources::SelectedLines> lines_as_json(Output& output);

// The sums over all files.
void print_summary_as_json(const sources::QueriedFile& all, Output& output);

}  // namespace peel::cli
