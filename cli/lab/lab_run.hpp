// What peel lab does: runs experiments, prints what they found, and writes a report.
#pragma once

#include "cli/lab_options.hpp"
#include "cli/output/output.hpp"
#include "cli/status.hpp"

namespace peel::cli {

Result<Status> run_lab(const LabOptions& options, Output& output);

}  // namespace peel::cli
