// Extensions of file names, by which the kind of a source is guessed.
#pragma once

#include <algorithm>
#include <string_view>

namespace peel::sources {

// Whatever the case of its letters; `extension` is in lower case.
inline bool ends_with(std::string_view path, std::string_view extension) {
  if (path.size() < extension.size()) return false;
  const auto same_letter = [](char a, char b) {
    return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b);
  };
  return std::ranges::equal(path.substr(path.size() - extension.size()), extension, same_letter);
}

}  // namespace peel::sources
