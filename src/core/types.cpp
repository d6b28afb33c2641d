#include "peel/core/types.hpp"

#include <array>
#include <charconv>
#include <string>

namespace peel {

namespace {

// The shortest digits that give the number back, whatever the locale: 1.0000001 must not read "1.000000".
std::string shortest(double number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

}  // namespace

Result<Rate> Rate::from(double probability) {
  if (!(probability > 0.0 && probability < 1.0)) {
    return failure(ErrorCode::invalid_argument,
                   "a rate of " + shortest(probability) + " is not strictly between 0 and 1");
  }
  return Rate(probability);
}

}  // namespace peel
