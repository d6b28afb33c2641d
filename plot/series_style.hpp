// How gnuplot draws each series: by its source, and so that series of one source differ in colour, in dashes
// and in the shape of their points. A plot can then be read without colours.
#pragma once

#include "plot/plot.hpp"

#include <string>
#include <vector>

namespace peel::plot {

// Both as gnuplot's plot command has it, " with lines ...".
struct SeriesStyle {
  std::string drawn_as;
  std::string
      bars_as;  // intervals: thin and solid whatever the series is, so that many of them stay readable
};

// The same for the same series. The first curve of theory and the first observed series have the same colour,
// and so have the second ones: what is observed then has the colour of its theory, if they come in the same
// order. Ours go on behind.
std::vector<SeriesStyle> styles_for(const std::vector<Series>& all);

}  // namespace peel::plot
