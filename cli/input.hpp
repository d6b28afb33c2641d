// What the user named as input, and how messages call it.
#pragma once

#include "sources/peel_file.hpp"

#include <string>

namespace peel::cli {

// How a name that the user gave is called in messages: "standard input" for "-", '' for none.
std::string spoken_name(const std::string& path);

using sources::read_peel_file;

}  // namespace peel::cli
