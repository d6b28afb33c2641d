// Records of a table as text, in its own style: what a file that is changed in places has to look like there.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources {

// UTF-8's byte order mark. At the beginning of a file it is no part of the table.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The cells of a well-formed record as they stand there, quotes included. At least one.
std::vector<std::string_view> raw_cells(std::string_view record, char delimiter);

// A cell between quotes.
std::string quoted_cell(std::string_view text);
// The same, if it has to be: it holds the delimiter, a quote or an end of line, or begins or ends with a
// space.
std::string cell_text(std::string_view text, char delimiter);

// Texts of cells with delimiters between them. A record that would be an empty line is a quoted empty cell.
std::string joined(std::span<const std::string> cells, char delimiter);

// A record that ended with the file, as it must be written when an end of line is to follow: a carriage
// return at its end is part of the last cell, and must stay so.
std::string before_end_of_line(std::string_view record, char delimiter);
// A record as it must be written where the file begins: there, bytes like a byte order mark would get lost,
// and so would an empty line, even if the table has one column.
std::string at_beginning(std::string_view record, char delimiter);

}  // namespace peel::sources
