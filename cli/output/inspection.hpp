// What peel inspect found in a file, as text and as JSON lines.
#pragma once

#include "peel/invertible/listing.hpp"
#include "peel/invertible/strata_estimator.hpp"

#include "cli/output/output.hpp"
#include "cli/peel_file.hpp"

#include <cstdint>
#include <optional>

namespace peel::cli {

// Of an iblt or a sketch.
struct Inspection {
  PeelFile file;               // its table keeps what could not be listed
  std::uint64_t cells_in_use;  // before it was listed
  Listing listing;
  std::optional<StrataEstimate> estimate;  // of a sketch
};

void print_as_text(const Inspection& seen, Output& output);
void print_as_json(const Inspection& seen, Output& output);

}  // namespace peel::cli
