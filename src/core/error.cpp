#include "peel/core/error.hpp"

namespace peel {

std::string_view name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid argument";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::incompatible:
      return "incompatible";
    case ErrorCode::malformed:
      return "malformed";
    case ErrorCode::limit_exceeded:
      return "limit exceeded";
    case ErrorCode::io:
      return "input or output";
    case ErrorCode::timed_out:
      return "timed out";
    case ErrorCode::cancelled:
      return "cancelled";
  }
  return "unknown";
}

}  // namespace peel
