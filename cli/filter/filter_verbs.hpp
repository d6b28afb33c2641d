// What can be done with filters: one verb below peel filter each.
#pragma once

#include "cli/verb.hpp"

namespace peel::cli {

void add_filter_build(CLI::App& filter, Verb& chosen);
void add_filter_query(CLI::App& filter, Verb& chosen);
void add_filter_info(CLI::App& filter, Verb& chosen);

}  // namespace peel::cli
