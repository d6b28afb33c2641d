// Names of the library's choices for people: name_of as --json prints it, in_words to be read.
#pragma once

#include "peel/invertible/iblt_shape.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace peel::cli {

std::vector<std::string_view> names_of(const IbltFaults& faults);

// With spaces for underscores.
std::string in_words(std::string_view name);

}  // namespace peel::cli
