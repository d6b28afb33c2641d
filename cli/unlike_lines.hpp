// Files that are read as lines and do not look like it: compressed ones, and other binary data.
#pragma once

#include "peel/core/result.hpp"
#include "peel/rows/row_source.hpp"

namespace peel::cli {

// Says on stderr what a source of lines seems to be, and what to do instead, if its first bytes show it.
// Fails if they cannot be read.
Result<void> note_unlike_lines(rows::RowSource& source);

}  // namespace peel::cli
