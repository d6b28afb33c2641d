// What is a terminal, and whether to use colour on it.
#pragma once

#include "peel/core/result.hpp"

#include <cstdio>
#include <string>

namespace peel::cli {

bool is_terminal(std::FILE* file);

// `when` is auto, always or never; auto means on a terminal unless NO_COLOR is set.
Result<bool> wants_colour(const std::string& when);

}  // namespace peel::cli
