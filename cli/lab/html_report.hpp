// The report as one page that needs nothing else: no network, no fonts, no files beside it.
#pragma once

#include "cli/lab/drawn_plots.hpp"
#include "cli/lab/report.hpp"

#include <span>
#include <string>

namespace peel::cli {

std::string html_report(const ReportHead& head, std::span<const FinishedRun> runs, const DrawnPlots& plots);

}  // namespace peel::cli
