// A plot as SVG, drawn by gnuplot.
#pragma once

#include "peel/core/result.hpp"

#include "plot/plot.hpp"

#include <string>

namespace peel::plot {

// What gnuplot is told: a whole script that prints SVG. The same for the same plot.
std::string gnuplot_script(const Plot& plot);

// A self-contained SVG document. Fails with `io` where gnuplot is missing or refuses, and says what to
// install.
Result<std::string> as_svg(const Plot& plot);

}  // namespace peel::plot
