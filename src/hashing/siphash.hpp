// SipHash-2-4 with 128-bit output [Aumasson, Bernstein 2012]: a keyed pseudo-random function, fast on
// short input.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/hashing/seed.hpp"

namespace peel::detail {

KeyHash siphash_2_4(ByteView input, Seed key);

}  // namespace peel::detail
