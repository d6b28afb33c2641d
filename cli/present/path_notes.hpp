// Paths that lead nowhere: most likely a name that is spelled wrongly, so that nothing was compared.
#pragma once

#include "peel/rows/row_source.hpp"

#include "cli/present/shown_change.hpp"

namespace peel::cli {

// Says on stderr which columns none of the values of JSON that were read has: no value of this source, or of
// these two. Nothing is said where nothing was read.
void note_paths_not_found(const rows::RowSource& source);
void note_paths_not_found(const rows::RowSource& left, const rows::RowSource& right, const Terms& terms);

}  // namespace peel::cli
