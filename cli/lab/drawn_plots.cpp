#include "cli/lab/drawn_plots.hpp"

#include "plot/gnuplot.hpp"

#include <utility>

namespace peel::cli {

Result<DrawnPlots> draw_plots(std::span<const FinishedRun> runs) {
  DrawnPlots drawn;
  for (const FinishedRun& run : runs) {
    std::vector<DrawnPlot> plots;
    for (const plot::Plot& plot : run.outcome.plots) {
      auto svg = plot::as_svg(plot);
      if (!svg) return failure(svg.error());
      const std::string number = plots.empty() ? "" : "_" + std::to_string(plots.size() + 1);
      plots.push_back({"plots/" + slug_of(run.experiment.claim.id) + number + ".svg", std::move(*svg)});
    }
    drawn[std::string(run.experiment.claim.id)] = std::move(plots);
  }
  return drawn;
}

std::string slug_of(std::string_view id) {
  std::string slug;
  for (const char character : id) {
    const bool is_letter = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    const bool is_digit = character >= '0' && character <= '9';
    const bool stays = is_letter || is_digit || character == '-' || character == '.';
    slug += stays ? character : '_';
  }
  return slug;
}

}  // namespace peel::cli
