// Cells and records as RFC 4180 writes them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace peel::cli {

// In quotes if it has to be: it holds a comma, a quote or an end of line, or begins or ends with a space.
std::string csv_cell(std::string_view text);
// Cells with commas between them, without an end of line.
std::string csv_record(std::span<const std::string_view> cells);

}  // namespace peel::cli
