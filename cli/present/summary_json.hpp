// The summary of a diff as a member of a line of JSON.
#pragma once

#include "cli/output/json.hpp"
#include "cli/present/diff_summary.hpp"

namespace peel::cli {

Json summary_as_json(const DiffSummary& summary);

}  // namespace peel::cli
