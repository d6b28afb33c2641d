// What grids of counters say of themselves: Count-Min, signed and range sketches.
#pragma once

#include "cli/output/counting_filter_inspection.hpp"
#include "cli/peel_file.hpp"

#include <string>

namespace peel::cli {

// What every structure that counts begins with: kind, version, hashing if it has one.
void say_frequency_head(const PeelFile& file, const std::string& kind, CellInspection& seen);

CellInspection look_at_grid(const PeelFile& file, const CountMinSketch& sketch);
CellInspection look_at_grid(const PeelFile& file, const SignedSketch& sketch);
CellInspection look_at_grid(const PeelFile& file, const RangeSketch& sketch);

}  // namespace peel::cli
