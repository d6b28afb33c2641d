// Where the parts of a plot are, in pixels, when it is drawn as SVG. Computed here rather than left to
// gnuplot: so the legend is under the field, where it covers no data, and names of marks do not overlap.
#pragma once

#include "plot/plot.hpp"
#include "plot/range.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace peel::plot {

// For a font of 12.
inline constexpr double kSvgWidth = 640;
inline constexpr double kSvgLine = 17;

struct PlacedMark {
  Mark mark;
  double name_at;  // how far from the top
};

struct SvgLayout {
  std::vector<std::string> title;  // lines
  std::vector<std::string> x_label;
  std::vector<std::string> y_label;
  std::vector<PlacedMark> marks;    // those inside
  std::vector<std::string> legend;  // the name of each series
  std::size_t legend_rows = 1;
  // The field inside the axes, from the left and from the top.
  double left = 0;
  double right = 0;
  double top = 0;
  double bottom = 0;
  double legend_top = 0;
  double height = 0;  // of the whole
};

SvgLayout svg_layout(const Plot& plot, const Range& x, const std::vector<Tick>& y_ticks);

}  // namespace peel::plot
