// What input can cause to go wrong: a code for programs and a sentence for people. The sentence names
// the offending value and what is accepted instead.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace peel {

enum class ErrorCode : std::uint8_t {
  invalid_argument,  // a parameter outside its accepted range
  unsupported,       // a combination that this kind of structure cannot offer
  incompatible,      // two structures of different shape or seed
  malformed,         // bytes that no peel encoder writes
  limit_exceeded,    // a size or total beyond a stated cap
  io,                // a file or stream that cannot be read or written
  timed_out,         // work that lasted longer than the caller allows
  cancelled,         // work that the caller ended
};

std::string_view name_of(ErrorCode code);

class Error {
 public:
  Error(ErrorCode code, std::string sentence) : code_(code), sentence_(std::move(sentence)) {}

  ErrorCode code() const { return code_; }
  const std::string& sentence() const { return sentence_; }

 private:
  ErrorCode code_;
  std::string sentence_;
};

}  // namespace peel
