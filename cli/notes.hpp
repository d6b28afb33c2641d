// Notes go with what was printed, and are no trouble.
#pragma once

#include <string>
#include <vector>

namespace peel::cli {

// On standard error, a line each.
void say_notes(const std::vector<std::string>& notes);

}  // namespace peel::cli
