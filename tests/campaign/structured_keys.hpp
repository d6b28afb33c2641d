// Keys as people have them, of any width: regular ones, for which sums of different keys are alike more often
// than for random keys.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/types.hpp"

#include "support/random.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace peel::test {

enum class KeyKind : std::uint8_t {
  counting,    // neighbours, mostly from 0 on
  even,        // 0, 2, 4 ...
  multiples,   // multiples of 2^20
  addresses,   // one prefix; the last bytes count, the highest first
  dates,       // days: as text where there is room for it, else as seconds since 1970
  digits,      // ASCII, from the right with leading zeros or from the left with spaces behind
  neighbours,  // one key, and others that differ from it in one bit or two
  random,      // to compare with
};

inline constexpr KeyKind kKeyKinds[] = {KeyKind::counting,   KeyKind::even,  KeyKind::multiples,
                                        KeyKind::addresses,  KeyKind::dates, KeyKind::digits,
                                        KeyKind::neighbours, KeyKind::random};

std::string_view name_of(KeyKind kind);

// How many different keys of a kind there are, up to 2^16; 0 if they need more bytes.
std::size_t most_keys(KeyKind kind, ByteWidth width);

// So many different keys of the kind, one behind the other; most_keys() at most. `random` chooses where they
// begin.
Bytes structured_keys(KeyKind kind, ByteWidth width, std::size_t count, Random& random);

}  // namespace peel::test
