// Many integers mixed at once, by the widest vectors that this CPU has; the hashes are those of mix_integer.
#pragma once

#include "peel/hashing/integer_mix.hpp"

#include <cstdint>
#include <span>

namespace peel::detail {

// Spans of equal length.
void mix_integers(std::span<const std::uint64_t> keys, const RoundKeys& round_keys,
                  std::span<KeyHash> hashes);

}  // namespace peel::detail
