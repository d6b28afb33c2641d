// Points of the paper's figures, whose vertical axes are percentages.
#pragma once

#include "lab/statistics.hpp"
#include "plot/plot.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace peel::lab::goodrich_mitzenmacher {

// The interval is cut off at 0 and 100: that of a mean of few trials reaches beyond.
inline plot::Point percent_at(double x, const Estimate& percent) {
  return {x, percent.value, std::max(percent.shown.low, 0.0), std::min(percent.shown.high, 100.0)};
}

// Evaluates a formula at so many places from `low` to `high`, both included.
struct PlotRange {
  double low;
  double high;
  int places = 61;
};
template <class Formula>
plot::Series theory_curve(std::string name, PlotRange range, const Formula& formula) {
  plot::Series series{std::move(name), plot::Source::theory, {}};
  for (int i = 0; i < range.places; ++i) {
    const double x = range.low + (range.high - range.low) * i / (range.places - 1);
    series.points.push_back({x, formula(x)});
  }
  return series;
}

}  // namespace peel::lab::goodrich_mitzenmacher
