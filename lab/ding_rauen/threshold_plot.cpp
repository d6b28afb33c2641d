#include "lab/ding_rauen/threshold_plot.hpp"

#include <cstddef>
#include <utility>

namespace peel::lab::ding_rauen {

plot::Plot threshold_plot(std::string title, std::vector<plot::Series> series) {
  return {.title = std::move(title),
          .x = {.label = "hash functions, h"},
          .y = {.label = "keys per cell, n/m"},
          .series = std::move(series)};
}

plot::Point point_of(double x, const Estimate& observed) {
  return {x, observed.value, observed.shown.low, observed.shown.high};
}

plot::Series observed_series(const std::vector<Finding>& findings, unsigned first_h, const std::string& name,
                             plot::Source source) {
  plot::Series series{name, source, {}};
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const double h = first_h + static_cast<double>(i);
    if (findings[i].observed) series.points.push_back(point_of(h, *findings[i].observed));
  }
  return series;
}

std::vector<plot::Series> series_of(const std::vector<Finding>& findings, unsigned first_h,
                                    const std::string& name) {
  plot::Series printed{name + ", printed", plot::Source::printed, {}};
  plot::Series theory{name + ", theory", plot::Source::theory, {}};
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const double h = first_h + static_cast<double>(i);
    if (findings[i].printed) printed.points.push_back({h, findings[i].printed->value.value});
    if (findings[i].expected) theory.points.push_back({h, *findings[i].expected});
  }
  std::vector<plot::Series> all;
  all.push_back(std::move(printed));
  all.push_back(std::move(theory));
  all.push_back(observed_series(findings, first_h, name + ", observed", plot::Source::observed));
  std::erase_if(all, [](const plot::Series& series) { return series.points.empty(); });
  return all;
}

}  // namespace peel::lab::ding_rauen
