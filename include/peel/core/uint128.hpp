// Products of two words, and sums of them.
#pragma once

namespace peel {

__extension__ using Uint128 = unsigned __int128;  // GCC and Clang have it on every 64-bit target
__extension__ using Int128 = __int128;

}  // namespace peel
