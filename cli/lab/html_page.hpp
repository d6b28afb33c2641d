// What the page of the report brings along: its style, for screens wide and narrow, light and dark, and for
// paper; and the script behind its filter. Without the script everything is shown.
#pragma once

#include <string_view>

namespace peel::cli {

extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;

}  // namespace peel::cli
