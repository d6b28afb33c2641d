// The checksum of an envelope. It finds damage, not forgery: anyone can compute it.
#pragma once

#include "peel/core/bytes.hpp"

#include <cstdint>

namespace peel::wire {

// XXH3-64 with seed 0 of all bytes of a sealed envelope but the checksum itself. `sealed` holds at least a
// header; what its checksum field holds does not matter.
std::uint64_t envelope_checksum(ByteView sealed);

}  // namespace peel::wire
