// Names as SQLite compares them: the case of ASCII letters does not count.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace peel::sources::sqlite {

inline char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

inline std::string lowered(std::string_view name) {
  std::string low(name);
  std::ranges::transform(low, low.begin(), lower);
  return low;
}

inline bool is_same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace peel::sources::sqlite
