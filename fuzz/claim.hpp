// What a fuzz target claims. Unlike an assertion it is always checked: it is the point of the program.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace peel::fuzz {

inline void claim(bool holds, const char* sentence) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", sentence);
  std::abort();
}

}  // namespace peel::fuzz
