// What is read is often the only copy, and must not be replaced by what is made of it.
#pragma once

#include "peel/core/result.hpp"

#include <string>

namespace peel::cli {

// Fails with `invalid_argument` if the file `out`, which `option` names, is that of `source`, also where that
// is standard input, redirected from it.
Result<void> check_source_kept(const std::string& source, const std::string& option, const std::string& out);

}  // namespace peel::cli
