// Cells and records as RFC 4180 writes them.
#pragma once

#include "peel/rows/cell.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace peel::cli {

// In quotes if it has to be: it holds a comma, a quote or an end of line, or begins or ends with a space.
std::string csv_cell(std::string_view text);
// Cells with commas between them, without an end of line.
std::string csv_record(std::span<const std::string_view> cells);

// Where cells have types, empty text is written in quotes, which tells it from NULL.
enum class EmptyText : std::uint8_t { bare, quoted };
std::string csv_cell(const rows::Cell& cell, EmptyText empty);
std::string csv_record(std::span<const rows::Cell> cells, EmptyText empty);

}  // namespace peel::cli
