// Two folders compared as they are now.
#pragma once

#include "peel/core/result.hpp"

#include "cli/diff/diff_options.hpp"
#include "cli/output/output.hpp"
#include "cli/status.hpp"

namespace peel::cli {

// Shows what is certain, also if something could not be read: that is then named, and the status is trouble.
Result<Status> diff_trees(const DiffOptions& options, const DiffChoices& choices, Output& output);

// Fails with `invalid_argument` for options of peel diff that folders do not have.
Result<void> check_diff_of_trees(const DiffOptions& options, const DiffChoices& choices);

}  // namespace peel::cli
