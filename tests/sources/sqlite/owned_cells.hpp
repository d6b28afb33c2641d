// Cells of rows that a test makes up.
#pragma once

#include "peel/rows/cell.hpp"

#include "sources/sqlite/table_change.hpp"

#include <cstdint>
#include <string_view>

namespace peel::test {

inline sources::sqlite::OwnedCell integer(std::int64_t value) {
  rows::NumberRoom room;
  return sources::sqlite::OwnedCell(rows::integer_cell(value, room));
}

inline sources::sqlite::OwnedCell real(double value) {
  rows::NumberRoom room;
  return sources::sqlite::OwnedCell(rows::real_cell(value, room));
}

inline sources::sqlite::OwnedCell text(std::string_view value) {
  return sources::sqlite::OwnedCell({rows::CellTag::text, value});
}

}  // namespace peel::test
