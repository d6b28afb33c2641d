// Whether the machine has room for the counter that --capacity or --memory asks for.
#pragma once

#include "peel/core/result.hpp"
#include "peel/sources/count_file.hpp"

#include "sources/count/count_size.hpp"

namespace peel::cli {

// Turns a size in bytes into one in keys. Fails as check_memory_there does, and where no counter is so large
// or so small; names the option.
Result<void> settle_size(sources::CountRequest& request, sources::CountedAs keys);

}  // namespace peel::cli
