// What summaries of tables say of themselves.
#pragma once

#include "cli/output/counting_filter_inspection.hpp"
#include "cli/peel_file.hpp"

#include <optional>

namespace peel::cli {

// Nothing for a file of another kind.
std::optional<CellInspection> look_at_summary(const PeelFile& file);

}  // namespace peel::cli
