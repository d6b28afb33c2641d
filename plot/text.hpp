// A plot in characters, for a terminal or a pipe.
#pragma once

#include "plot/plot.hpp"

#include <cstddef>
#include <string>

namespace peel::plot {

struct TextSize {
  std::size_t columns = 72;  // of the whole picture, labels included
  std::size_t rows = 18;     // of the field inside the axes
};

// Lines that end with a newline: title, y axis, field, x axis, legend. Plain ASCII, so that every terminal
// and every file shows it.
std::string as_text(const Plot& plot, TextSize size = {});

}  // namespace peel::plot
