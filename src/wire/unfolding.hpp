// How much memory a few bytes may ask for. Packed forms write what is empty in a bit or less, so that a
// forged file of megabytes, which nobody can tell from an honest empty structure, would take gigabytes.
#pragma once

#include "peel/core/result.hpp"

#include <cstdint>
#include <string>

namespace peel::wire {

// A structure of up to this size may be written in any number of bytes,
inline constexpr std::uint64_t kUnfoldedFreely = std::uint64_t{256} << 20;
// and a larger one takes at most so many times the bytes that it is written in.
inline constexpr std::uint64_t kMostUnfolding = 64;

struct Unfolding {
  std::uint64_t memory_bytes;
  std::uint64_t written_bytes;

  bool is_justified() const {
    return memory_bytes <= kUnfoldedFreely || memory_bytes / kMostUnfolding <= written_bytes;
  }
  std::string in_words() const {
    return std::to_string(memory_bytes) + " bytes of memory from " + std::to_string(written_bytes) +
           "; accepted are up to " + std::to_string(kUnfoldedFreely) + ", or " +
           std::to_string(kMostUnfolding) + " times what is written";
  }
};

// Decoders ask this before they allocate anything. It fails with `malformed`.
inline Result<void> check_unfolding(const Unfolding& unfolding) {
  if (unfolding.is_justified()) return {};
  return failure(ErrorCode::malformed, unfolding.in_words());
}

// Encoders ask this, since decoders would refuse the bytes. It fails with `limit_exceeded` and names the
// structure that is too empty.
inline Result<void> check_folding(const std::string& what, const Unfolding& unfolding) {
  if (unfolding.is_justified()) return {};
  return failure(ErrorCode::limit_exceeded,
                 what + " too empty for its size to be written: " + unfolding.in_words());
}

}  // namespace peel::wire
