// Two sources compared by their terms: LiveDiff with what the terms say of keys and tolerances.
#pragma once

#include "peel/core/result.hpp"

#include "cli/diff/change_sink.hpp"
#include "cli/diff/live_diff.hpp"
#include "cli/diff/shown_change.hpp"
#include "cli/diff/side.hpp"
#include "cli/progress.hpp"

namespace peel::cli {

// Hands on every change of the left row into the right one. Fails as LiveDiff::run does.
Result<DiffStats> compare_live(DiffSides sides, const RowTerms& terms, LiveDiffOptions options,
                               Progress& progress, ChangeSink& sink);

// The cells of a row as its source spells them.
Result<std::vector<rows::Cell>> spelled_cells(const rows::CanonicalRow& row);

}  // namespace peel::cli
