// A fuzz input read as a small program.
#pragma once

#include "peel/core/bytes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace peel::fuzz {

// Numbers from the input, and zeros behind its end.
class Script {
 public:
  explicit Script(ByteView bytes) : rest_(bytes) {}
  bool ended() const { return rest_.empty(); }
  std::uint64_t number(std::size_t width) {
    const std::size_t here = std::min(width, rest_.size());
    const std::uint64_t value = here == 0 ? 0 : load_le(rest_.data(), here);
    rest_ = rest_.subspan(here);
    return value;
  }
  std::uint64_t below(std::uint64_t bound) { return number(1) % bound; }

 private:
  ByteView rest_;
};

}  // namespace peel::fuzz
