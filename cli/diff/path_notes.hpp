// Paths that lead nowhere: most likely a name that is spelled wrongly, so that nothing was compared.
#pragma once

#include "cli/diff/shown_change.hpp"
#include "sources/source.hpp"

namespace peel::cli {

// Says on stderr which columns none of the values of JSON that were read has: no value of this source, or of
// these two. Nothing is said where nothing was read.
void note_paths_not_found(const sources::RowSource& source);
void note_paths_not_found(const sources::RowSource& left, const sources::RowSource& right,
                          const RowTerms& terms);

}  // namespace peel::cli
