// Folders compared as they are now, or with sketches of folders.
#pragma once

#include "peel/core/result.hpp"

#include "cli/diff/diff_options.hpp"
#include "cli/diff/row_diff.hpp"
#include "cli/output/output.hpp"
#include "cli/status.hpp"

namespace peel::cli {

// Compares two folders. If something could not be read, it is named, what is certain is shown all the same,
// and the status is trouble.
Result<Status> diff_trees(const DiffOptions& options, const DiffChoices& choices, Output& output);

// Compares a folder with a sketch of one, or two such sketches, in the same way.
Result<Status> diff_tree_sketches(const DiffOptions& options, const DiffChoices& choices,
                                  SketchedSides sketches, Output& output);

}  // namespace peel::cli
