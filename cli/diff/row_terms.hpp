// What rows are in a diff, from the columns of its sides.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/sketch.hpp"

#include "cli/diff/shown_change.hpp"
#include "cli/diff/side.hpp"
#include "cli/source_options.hpp"
#include "sources/source.hpp"

#include <memory>

namespace peel::cli {

// Of two sources: tables are compared by the columns of the left one, wherever the right one has them and
// whatever it calls them (--map). Types are those of the side that has some.
Result<RowTerms> terms_of(const sources::RowSource& left, const sources::RowSource& right,
                          const SourceOptions& options);
// Of one source, by itself.
Result<RowTerms> terms_of(const sources::RowSource& source, const SourceOptions& options);
// Of a sketch.
RowTerms terms_of(const SketchDescription& description);

// Reads the source as rows of these terms.
Result<DiffSide> side_of(std::unique_ptr<sources::RowSource> source, const RowTerms& terms,
                         reconcile::Side side = reconcile::Side::left);

}  // namespace peel::cli
