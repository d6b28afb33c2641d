// peel lab --list: which experiments there are, by paper, with what they cost.
#pragma once

#include "cli/lab/lab_request.hpp"
#include "cli/output/output.hpp"

namespace peel::cli {

void list_as_text(const LabRequest& request, Output& output);
void list_as_json(const LabRequest& request, Output& output);

}  // namespace peel::cli
