// What the errno of a failed call that writes means for a sync.
#pragma once

#include "peel/core/error.hpp"

#include <cerrno>

namespace peel::sources::tree {

// `limit_exceeded` if there is no room: nothing more can be written then. `io` concerns this entry only.
inline ErrorCode code_of_write_error(int reason) {
  const bool is_full = reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
  return is_full ? ErrorCode::limit_exceeded : ErrorCode::io;
}

}  // namespace peel::sources::tree
