#include "cli/terminal.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace peel::cli {

bool is_terminal(std::FILE* file) {
  return isatty(fileno(file)) == 1;
}

bool can_redraw(int descriptor) {
  const char* const kind = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && (kind == nullptr || std::string_view(kind) != "dumb");
}

TerminalSize terminal_size(int descriptor) {
  TerminalSize known;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return known;
  if (size.ws_col > 0) known.columns = size.ws_col;
  if (size.ws_row > 0) known.rows = size.ws_row;
  return known;
}

bool speaks_utf8() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    std::string locale = value;
    std::ranges::transform(locale, locale.begin(), [](unsigned char c) { return std::tolower(c); });
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

Result<bool> wants_colour(const std::string& when) {
  if (when == "always") return true;
  if (when == "never") return false;
  if (when != "auto") {
    return failure(ErrorCode::invalid_argument, "--color " + when + ": accepted are auto, always and never");
  }
  const char* no_color = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  const bool knows_colours = terminal == nullptr || std::string_view(terminal) != "dumb";
  return is_terminal(stdout) && knows_colours && (no_color == nullptr || *no_color == '\0');
}

}  // namespace peel::cli
