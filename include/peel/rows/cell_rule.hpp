// How a cell enters a row that is compared with one from elsewhere.
//
// Two typed tables are compared as they are: INTEGER 1, REAL 1.0 and the text "1" are three values. A table
// of text has only text, so the typed one lends it its types, and what both sides then have in common is what
// an export can keep: each cell, of either side, is read as its column's type would read the text that an
// export writes for it.
#pragma once

#include "peel/rows/cell.hpp"
#include "peel/rows/column_type.hpp"
#include "peel/rows/tolerance.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace peel::rows {

struct CellRule {
  enum class Reading : std::uint8_t {
    as_it_is,
    lent,     // by the column's type, as text would be read
    as_text,  // what an export writes, NULL being empty
  };

  Reading reading = Reading::as_it_is;
  ColumnType type = ColumnType::any;
  // Numbers become the nearest multiple of this. Two of them that are further apart than it never become
  // the same; two that are nearer may not either.
  std::optional<Tolerance> tolerance = {};

  bool changes_nothing() const { return reading == Reading::as_it_is && !tolerance; }
};

// Where cells are put together that were not there before.
struct CellRoom {
  NumberRoom number = {};
  std::string text = {};
};

// The cell that the rule makes of another. Its payload is that of the other one, or in `room`.
Cell by_rule(const CellRule& rule, const Cell& cell, CellRoom& room);

// The double nearest to a number, or to text that is spelled like one.
std::optional<double> number_in(const Cell& cell);

}  // namespace peel::rows
