#include "cli/terminal.hpp"

#include <cstdlib>
#include <unistd.h>

namespace peel::cli {

bool is_terminal(std::FILE* file) {
  return isatty(fileno(file)) == 1;
}

Result<bool> wants_colour(const std::string& when) {
  if (when == "always") return true;
  if (when == "never") return false;
  if (when != "auto") {
    return failure(ErrorCode::invalid_argument, "--color " + when + ": accepted are auto, always and never");
  }
  const char* no_color = std::getenv("NO_COLOR");
  return is_terminal(stdout) && (no_color == nullptr || *no_color == '\0');
}

}  // namespace peel::cli
