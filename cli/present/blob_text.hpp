// A blob as text: x'00ff', and of a longer one the first bytes and how many there are.
#pragma once

#include <string>
#include <string_view>

namespace peel::cli {

std::string blob_text(std::string_view bytes);

}  // namespace peel::cli
