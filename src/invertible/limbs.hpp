// Byte strings as rows of words ("limbs"), lowest bytes first: 8 bytes to a word, or 7 where words are
// elements of the prime field.
#pragma once

#include "peel/core/bytes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace peel::detail {

inline void to_limbs(const std::byte* bytes, std::size_t width, std::size_t limb_bytes,
                     std::uint64_t* limbs) {
  for (std::size_t at = 0; at < width; at += limb_bytes) {
    *limbs++ = load_le(bytes + at, std::min(limb_bytes, width - at));
  }
}

// The way back. False, with `bytes` undefined, if a limb is larger than its bytes can hold: such a row of
// words is no byte string.
inline bool from_limbs(const std::uint64_t* limbs, std::size_t width, std::size_t limb_bytes,
                       std::byte* bytes) {
  for (std::size_t at = 0; at < width; at += limb_bytes) {
    const std::size_t held = std::min(limb_bytes, width - at);
    if (held < 8 && (*limbs >> (8 * held)) != 0) return false;
    store_le(bytes + at, *limbs++, held);
  }
  return true;
}

}  // namespace peel::detail
