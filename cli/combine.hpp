// What merging and subtracting have in common: two files of one kind, and what is said if they do not fit.
#pragma once

#include "peel/core/result.hpp"

#include "cli/peel_file.hpp"

#include <cstdint>

namespace peel::cli {

enum class Combination : std::uint8_t { merge, subtract };

// Puts `other` into `file`. A mismatch is one sentence with both names, what differs, and what to do about
// it.
Result<void> combine(PeelFile& file, const PeelFile& other, Combination how);

}  // namespace peel::cli
