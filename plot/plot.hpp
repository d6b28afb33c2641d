// A plot as data: axes with units, series of points with their uncertainty, marks. Whoever shows it chooses
// between characters (plot/text.hpp) and SVG (plot/gnuplot.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace peel::plot {

enum class Scale : std::uint8_t { linear, logarithmic };

struct Axis {
  std::string label;  // with the unit, "cells per key"
  Scale scale = Scale::linear;
  // Where the axis ends; at the data if not said.
  std::optional<double> low = {};
  std::optional<double> high = {};
};

struct Point {
  double x;
  double y;
  // The 95 % interval of y, both or none.
  std::optional<double> low = {};
  std::optional<double> high = {};
};

// Where the numbers of a series come from: this decides how it is drawn, alike in all plots.
enum class Source : std::uint8_t {
  printed,   // a paper prints them
  theory,    // analysis/ computes them
  observed,  // a run of what a paper describes
  ours,      // a structure that the papers do not have
};

struct Series {
  std::string name;
  Source source;
  std::vector<Point> points;  // by rising x
};

// A place on the x axis that is worth a name: a threshold, the recommended size.
struct Mark {
  std::string name;
  double x;
};

struct Plot {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<Mark> marks = {};
};

}  // namespace peel::plot
