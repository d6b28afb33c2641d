#include "cli/plan/curve_parts.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace peel::cli {

namespace {

constexpr std::size_t kHeights = 28;

}  // namespace

std::vector<double> evenly_spaced(Span span, std::size_t count) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(count - 1);
    numbers.push_back(span.low * (1 - part) + span.high * part);
  }
  return numbers;
}

std::vector<double> evenly_multiplied(Span span, std::size_t count) {
  std::vector<double> numbers = evenly_spaced({std::log(span.low), std::log(span.high)}, count);
  for (double& number : numbers) number = std::exp(number);
  return numbers;
}

void put_in_order(plot::Series& series) {
  auto& points = series.points;
  std::ranges::stable_sort(points, {}, &plot::Point::x);
  const auto is_at_same_place = [](const plot::Point& a, const plot::Point& b) { return a.x == b.x; };
  points.erase(std::unique(points.begin(), points.end(), is_at_same_place), points.end());
}

void add_target(plot::Plot& plot, double height) {
  std::vector<double> places;
  for (const plot::Series& series : plot.series) {
    for (const plot::Point& point : series.points) places.push_back(point.x);
  }
  const auto [least, most] = std::ranges::minmax(places);
  plot.series.insert(
      plot.series.begin() + 1,
      {fmt::format("target, {:g}", height), plot::Source::theory, {{least, height}, {most, height}}});
}

void show_probabilities(plot::Plot& plot) {
  const auto is_shown = [](const plot::Point& point) { return point.y > 0; };
  if (std::ranges::any_of(plot.series.front().points, is_shown)) {
    plot.y.scale = plot::Scale::logarithmic;
    for (plot::Series& series : plot.series) std::erase_if(series.points, std::not_fn(is_shown));
  } else {
    plot.y.low = 0;
  }
  std::erase_if(plot.series, [](const plot::Series& series) { return series.points.empty(); });
}

std::vector<std::uint64_t> sizes_down_to(Span heights, SizeRange range,
                                         const std::function<double(std::uint64_t)>& failure) {
  std::vector<std::uint64_t> sizes;
  std::uint64_t size = range.least;
  for (const double height : evenly_multiplied({heights.high, heights.low}, kHeights)) {
    const auto is_too_small = [&](std::uint64_t tried) { return failure(tried) > height; };
    if (is_too_small(size)) {
      std::uint64_t too_small = size, step = 1;
      while (too_small < range.most && is_too_small(std::min(range.most, too_small + step))) {
        too_small = std::min(range.most, too_small + step);
        step *= 2;
      }
      if (too_small == range.most) {
        if (!sizes.empty() && sizes.back() != range.most) sizes.push_back(range.most);
        break;
      }
      size = std::min(range.most, too_small + step);
      while (size - too_small > 1) {
        const std::uint64_t middle = too_small + (size - too_small) / 2;
        (is_too_small(middle) ? too_small : size) = middle;
      }
    }
    if (sizes.empty() || sizes.back() != size) sizes.push_back(size);
  }
  return sizes;
}

}  // namespace peel::cli
