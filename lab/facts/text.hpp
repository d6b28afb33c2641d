// facts.json as it is in the source tree, compiled in: the command needs no file beside it.
#pragma once

#include <string_view>

namespace peel::lab {

extern const std::string_view kFactsJson;

}  // namespace peel::lab
