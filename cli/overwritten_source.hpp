// A source is often the only copy of its data. No output may overwrite it.
#pragma once

#include "peel/core/result.hpp"

#include <string>

namespace peel::cli {

// Fails with `invalid_argument` if `out`, the file that `option` names, is the file that `source` is read
// from. A `source` of "-" is standard input, which may have been redirected from that file.
Result<void> check_source_kept(const std::string& source, const std::string& option, const std::string& out);

}  // namespace peel::cli
