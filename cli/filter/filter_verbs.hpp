// What can be done with filters: one verb below peel filter each.
#pragma once

#include "cli/verb.hpp"

namespace peel::cli {

void add_filter_build(Command& filter);
void add_filter_query(Command& filter);
void add_filter_info(Command& filter);

}  // namespace peel::cli
