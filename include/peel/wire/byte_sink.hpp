// Where bytes go that are written piece by piece.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"

#include <functional>

namespace peel::wire {

using ByteSink = std::function<Result<void>(ByteView)>;

}  // namespace peel::wire
