// Result<T>: a value, or the Error that input caused. Nothing but std::bad_alloc is thrown across
// peel's public API.
#pragma once

#include "peel/core/error.hpp"

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace peel {

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(ErrorCode code, std::string sentence) {
  return tl::unexpected<Error>(Error(code, std::move(sentence)));
}

// For handing the error of one Result on as the error of another.
inline tl::unexpected<Error> failure(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

// What the caller asked for cannot be; the sentence names the value and what is accepted.
inline tl::unexpected<Error> refused(std::string sentence) {
  return failure(ErrorCode::invalid_argument, std::move(sentence));
}

}  // namespace peel
