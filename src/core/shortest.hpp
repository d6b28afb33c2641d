// A number in the words of an error.
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace peel {

// The shortest digits that give the number back, whatever the locale: 1.0000001 must not read "1.000000".
inline std::string shortest(double number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

}  // namespace peel
