// What the lab found, as text.
#pragma once

#include "cli/lab/finished_run.hpp"
#include "cli/output/output.hpp"

namespace peel::cli {

void print_run_as_text(const FinishedRun& run, Output& output);
// Its plots as characters, to follow the table.
void print_plots_as_text(const FinishedRun& run, Output& output);
void print_tally_as_text(const Tally& tally, Output& output);

}  // namespace peel::cli
