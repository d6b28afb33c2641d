// What is a terminal, and whether to use colour on it.
#pragma once

#include "peel/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace peel::cli {

bool is_terminal(std::FILE* file);

// A terminal that can move the cursor and erase.
bool can_redraw(int descriptor);

struct TerminalSize {
  std::size_t columns = 80;
  std::size_t rows = 24;
};

// What the terminal says of itself; the usual size where it says nothing.
TerminalSize terminal_size(int descriptor);

// Whether the environment says that what is printed is UTF-8: LC_ALL, or LC_CTYPE, or LANG names it.
bool speaks_utf8();

enum class Colour : std::uint8_t { off, on };

// `when` is auto, always or never; auto means on a terminal unless NO_COLOR is set.
Result<bool> wants_colour(const std::string& when);

}  // namespace peel::cli
