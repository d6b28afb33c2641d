// The summary of a diff as a member of a line of JSON.
#pragma once

#include "cli/diff/diff_stats.hpp"
#include "cli/output/json.hpp"

namespace peel::cli {

Json summary_as_json(const DiffSummary& summary);

}  // namespace peel::cli
