// What became of an erasure.
#pragma once

#include <cstdint>

namespace peel {

enum class Erased : std::uint8_t {
  erased,
  was_absent,  // and nothing changed
};

}  // namespace peel
