// Thresholds against the number of hash functions: the axes of the paper's tables.
#pragma once

#include "lab/experiment.hpp"

#include <string>
#include <vector>

namespace peel::lab::ding_rauen {

// The fewest hash functions of the paper's tables.
inline constexpr unsigned kFirstH = 3;

plot::Plot threshold_plot(std::string title, std::vector<plot::Series> series);

// What the paper prints, analysis/ expects and trials show, of findings of which each has one h, from
// `first_h` on.
std::vector<plot::Series> series_of(const std::vector<Finding>& findings, unsigned first_h,
                                    const std::string& name);
// Only what was observed, from this source.
plot::Series observed_series(const std::vector<Finding>& findings, unsigned first_h, const std::string& name,
                             plot::Source source);

// The 95 % interval as error bars.
plot::Point point_of(double x, const Estimate& observed);

}  // namespace peel::lab::ding_rauen
