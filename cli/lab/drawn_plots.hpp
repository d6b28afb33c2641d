// The plots of all runs as SVG, each with the name of its file.
#pragma once

#include "peel/core/result.hpp"

#include "cli/lab/finished_run.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peel::cli {

struct DrawnPlot {
  std::string file;  // "plots/goodrich-mitzenmacher_table-1.svg"
  std::string svg;
};

// By the id of the experiment, in the order of its plots.
using DrawnPlots = std::map<std::string, std::vector<DrawnPlot>, std::less<>>;

Result<DrawnPlots> draw_plots(std::span<const FinishedRun> runs);

// The id of an experiment as the name of a file or of a place in a page: letters, digits, '-', '.' and '_'.
std::string slug_of(std::string_view id);

}  // namespace peel::cli
