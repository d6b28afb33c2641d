// How the result of a diff is shown, whichever way it was found.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/report.hpp"

#include "cli/diff/diff_options.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/status.hpp"

#include <functional>
#include <memory>
#include <string>

namespace peel::cli {

// What a comparison found.
struct Found {
  reconcile::Report report;
  std::string why_incomplete = {};  // a sentence, where not all differences were found
};

// Shows the changes that `compare` hands to its sink, then what is to be said of them. When `compare`
// returns, it has closed what it read: whoever reads the output may be slow.
Result<Status> present(const DiffOptions& options, const DiffChoices& choices, const Terms& terms,
                       Output& output, const std::function<Result<Found>(reconcile::ChangeSink&)>& compare);

// None where single changes are not to be shown.
std::unique_ptr<ChangeWriter> writer_for(const DiffOptions& options, const DiffChoices& choices,
                                         const Terms& terms, Output& output);

// What follows the changes: what was left out, and with --stat how it was done.
void report(const DiffSummary& summary, const DiffOptions& options, const DiffChoices& choices,
            const Terms& terms, Output& output);

Status status_of(const DiffSummary& summary);

}  // namespace peel::cli
