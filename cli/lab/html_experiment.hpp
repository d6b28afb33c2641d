// One experiment in the page: claim, table, plots.
#pragma once

#include "cli/lab/drawn_plots.hpp"
#include "cli/lab/finished_run.hpp"

#include <string>
#include <vector>

namespace peel::cli {

std::string html_experiment(const FinishedRun& run, const std::vector<DrawnPlot>& plots);

// A verdict with its sign, marked where nobody expected it.
std::string html_verdict(const lab::Finding& finding);
// " ours" as a mark, or nothing.
std::string html_ours(bool is_ours);

}  // namespace peel::cli
