// Under which conditions a run of the lab is made.
#pragma once

#include "cli/lab/lab_request.hpp"
#include "cli/lab/report.hpp"

namespace peel::cli {

ReportHead head_of(const LabRequest& request, const LabOptions& options);

}  // namespace peel::cli
