// Text in HTML.
#pragma once

#include <string>
#include <string_view>

namespace peel::cli {

// Text that HTML shows as it is, between tags and in quoted attributes.
std::string html_text(std::string_view text);

}  // namespace peel::cli
