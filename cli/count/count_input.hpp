// What peel count was given: lines to be counted, or counts that were saved before.
#pragma once

#include "peel/core/result.hpp"

#include "cli/line_input.hpp"
#include "cli/peel_file.hpp"

#include <string>

namespace peel::cli {

// As open_line_input, for one pass; fails also with `incompatible` for a file of peel's that holds no counts.
Result<LineInput> open_count_input(const std::string& path);

// Fails as open_count_input does.
Result<PeelFile> read_counts(const std::string& path);

}  // namespace peel::cli
