// The structures that peel plan plans, and words that their plans share.
#pragma once

#include "peel/analysis/listing_failure.hpp"
#include "peel/invertible/placement.hpp"

#include "cli/verb.hpp"

#include <string>

namespace peel::cli {

void add_plan_bloom(Command& plan);
void add_plan_count_min(Command& plan);
void add_plan_counter(Command& plan);
void add_plan_cuckoo(Command& plan);
void add_plan_iblt(Command& plan);
void add_plan_multilevel(Command& plan);

std::string in_words(const Placement& placement);
std::string in_words(const analysis::ListingFailure& failure);  // with the range to believe

}  // namespace peel::cli
