// How a decoder refuses its input.
#pragma once

#include "peel/core/result.hpp"

#include <string>
#include <utility>

namespace peel::wire {

// The sentence names what is wrong and what is accepted.
inline tl::unexpected<Error> malformed(std::string sentence) {
  return failure(ErrorCode::malformed, std::move(sentence));
}

}  // namespace peel::wire
