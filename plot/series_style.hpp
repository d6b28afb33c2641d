// How gnuplot draws each series: by its source, and so that series of one source differ in colour, in dashes
// and in the shape of their points. A plot can then be read without colours.
#pragma once

#include "plot/plot.hpp"

#include <string>
#include <vector>

namespace peel::plot {

struct SeriesStyle {
  std::string columns;   // of its data: "1:2" or with the interval, "1:2:3:4"
  std::string drawn_as;  // " with lines ...", of gnuplot
  std::string bars_as;   // for intervals without a point
};

// The same for the same series. The first curve of theory and the first observed series have the same colour,
// and so have the second ones: what is observed then has the colour of its theory, if they come in the same
// order. Ours go on behind.
std::vector<SeriesStyle> styles_for(const std::vector<Series>& all);

}  // namespace peel::plot
