#include "cli/output/plot_size.hpp"

#include "cli/terminal.hpp"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace peel::cli {

plot::TextSize text_plot_size() {
  constexpr std::size_t kFewest = 40, kMost = 120;
  if (!is_terminal(stdout)) return {};
  return {.columns = std::clamp(terminal_size(STDOUT_FILENO).columns, kFewest, kMost)};
}

}  // namespace peel::cli
