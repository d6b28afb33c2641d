// How a refusal ends of what is not one JSON value in a line.
#pragma once

#include <string>

namespace peel::test {

inline const std::string kOneInEachLine = "; accepted is one JSON value in each line, as jq -c writes it";

}  // namespace peel::test
