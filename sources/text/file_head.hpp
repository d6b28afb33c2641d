// What a file of rows has before its first row: a byte order mark, empty lines, the header. A file that is
// written anew keeps it.
#pragma once

#include "peel/core/result.hpp"
#include "peel/rows/row_source.hpp"

#include "sources/text/record_maker.hpp"
#include "sources/text/record_output.hpp"

#include <string_view>

namespace peel::sources {

// A table without header and rows, where a header is expected: a row of any columns could come into it.
bool is_blank(const rows::Schema& schema);

// Writes `text`, all that the file of this source has before its first row. A blank file keeps its byte order
// mark and gets the header that it lacks.
Result<void> put_head(std::string_view text, const rows::RowSource& source, const RecordMaker& maker,
                      RecordOutput& output);

}  // namespace peel::sources
