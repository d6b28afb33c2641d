// How the result of a diff is shown, whichever way it was found.
#pragma once

#include "cli/diff/change_writer.hpp"
#include "cli/diff/diff_options.hpp"
#include "cli/status.hpp"

#include <memory>

namespace peel::cli {

// None where single changes are not to be shown.
std::unique_ptr<ChangeWriter> writer_for(const DiffOptions& options, const DiffChoices& choices,
                                         const RowTerms& terms, Output& output);

// What follows the changes: what was left out, and with --stat how it was done.
void report(const DiffSummary& summary, const DiffOptions& options, const DiffChoices& choices,
            const RowTerms& terms, Output& output);

Status status_of(const DiffSummary& summary);

}  // namespace peel::cli
