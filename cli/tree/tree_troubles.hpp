// What is said of files and folders that could not be read.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace peel::cli {

// "3 files or folders could not be read"
std::string not_read(std::size_t troubles);
// The sentence for a comparison that lacks them.
std::string not_complete(std::size_t troubles);
// Each on a line of standard error.
void name_troubles(std::span<const std::string> troubles);

}  // namespace peel::cli
