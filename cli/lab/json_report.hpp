// What the lab found, as JSON lines: one object for each number, then a summary. Nothing in them depends on
// the machine, the time or the number of threads.
#pragma once

#include "cli/lab/finished_run.hpp"
#include "cli/output/output.hpp"

#include <cstdint>

namespace peel::cli {

void print_run_as_json(const FinishedRun& run, Output& output);
void print_tally_as_json(const Tally& tally, std::uint64_t seed, Output& output);

}  // namespace peel::cli
