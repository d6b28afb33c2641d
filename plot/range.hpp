// The part of an axis that is shown, and its ticks. Both renderers ask here, so that a plot in characters and
// the same plot as SVG show the same part of the plane.
#pragma once

#include "plot/plot.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace peel::plot {

struct Range {
  Scale scale;
  double low;
  double high;  // above low; both above 0 on a logarithmic scale

  // Whether the number has a place on such an axis, inside or not: finite, and above 0 if logarithmic.
  bool can_place(double value) const;
  // 0 at the low end, 1 at the high one; less or more outside.
  double position_of(double value) const;
  bool shows(double value) const;
};

// From the axis, and where it does not say, from all that is drawn, rounded outwards to numbers that make
// good ticks. On a logarithmic y axis the low ends of intervals do not count: they may be as near to 0 as
// they like.
Range x_range(const Plot& plot);
Range y_range(const Plot& plot);

struct Tick {
  double value;
  std::string label;      // plain text, "0.25", "20000" or "5e-7"
  bool is_power = false;  // a whole power of ten on a logarithmic axis that is better written as such
  int exponent = 0;       // of that power
};

// At most `most` (at least 2 are asked for): round numbers, decades on a logarithmic axis that has some.
std::vector<Tick> ticks_of(const Range& range, std::size_t most);

// The shortest text that reads back as the same number; independent of the locale.
std::string shortest_text(double value);

}  // namespace peel::plot
