// What peel inspect found in a file of counts, as text and as JSON lines.
#pragma once

#include "peel/invertible/counter_listing.hpp"
#include "peel/invertible/strata_estimator.hpp"

#include "cli/output/output.hpp"
#include "cli/peel_file.hpp"

#include <cstdint>

namespace peel::cli {

struct CounterInspection {
  PeelFile file;               // its counter keeps what could not be listed
  std::uint64_t cells_in_use;  // before it was listed
  CounterListing listing;
  StrataEstimate estimate;  // of distinct keys
};

void print_as_text(const CounterInspection& seen, Output& output);
void print_as_json(const CounterInspection& seen, Output& output);

}  // namespace peel::cli
