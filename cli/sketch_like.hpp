// A source that is compared with a sketch, or summarised like one: it is read as the sketch says.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/rows/row_source.hpp"
#include "peel/sources/open.hpp"

#include "cli/source_options.hpp"

#include <memory>

namespace peel::cli {

// Fails with `incompatible` for options that contradict the sketch.
Result<void> check_options(const reconcile::SketchEndpoint& like, const SourceOptions& given);

// The rows of a source, read as the sketch says. Fails with `incompatible` for a source that cannot be
// compared with it, and for options that say otherwise. Columns that the sketch does not cover are named on
// standard error.
Result<std::unique_ptr<rows::RowSource>> open_rows_like(const reconcile::SketchEndpoint& like,
                                                        const sources::Argument& argument,
                                                        const SourceOptions& given, sources::Passes passes);

}  // namespace peel::cli
