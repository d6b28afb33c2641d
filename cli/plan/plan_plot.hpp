// --plot of peel plan: the curve around a plan as characters below it, as a member of its JSON object, or as
// an SVG file beside it.
#pragma once

#include "peel/core/result.hpp"

#include "cli/options/command.hpp"
#include "cli/output/json.hpp"
#include "cli/output/output.hpp"
#include "cli/status.hpp"
#include "plot/plot.hpp"

#include <functional>
#include <optional>
#include <string>

namespace peel::cli {

// What followed --plot, as it was typed: nothing at all, no name, or the name of a file.
using PlotWish = std::optional<std::string>;

void add_plot_option(Command& kind, PlotWish& wish);

// What is left to be shown with the plan.
class PlanPlot {
 public:
  // Writes the file, if there is to be one. That comes before the plan is printed, so that a plan is printed
  // whole or not at all. The curve is computed only if it is asked for. Fails with `invalid_argument` for
  // a name that is not one of an SVG file, and with `io`.
  static Result<PlanPlot> make(const PlotWish& wish, const std::function<plot::Plot()>& curve);

  // Below a plan that was printed as text: as wide as the terminal, or 72 columns. Nothing if there is a
  // file.
  Status print_below(Output& output) const;
  // The plan as one JSON object, the plot in it as the member "plot", with a file or without.
  Status print_with(Json plan, Output& output) const;

 private:
  std::optional<plot::Plot> plot_;
  bool is_in_file_ = false;
};

}  // namespace peel::cli
