// The report in Markdown: tables, and plots as links to their files.
#pragma once

#include "cli/lab/drawn_plots.hpp"
#include "cli/lab/report.hpp"

#include <span>
#include <string>
#include <string_view>

namespace peel::cli {

std::string markdown_report(const ReportHead& head, std::span<const FinishedRun> runs,
                            const DrawnPlots& plots);

// Text that Markdown shows as it is, in a paragraph and in a cell of a table.
std::string markdown_text(std::string_view text);

}  // namespace peel::cli
