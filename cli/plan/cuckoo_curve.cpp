#include "cli/numbers.hpp"
#include "cli/plan/curve_parts.hpp"
#include "cli/plan/curves.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace peel::cli {

namespace {

// More likely rehashes than this are what a plan is about.
constexpr double kFeared = 1e-6;
// Rarer ones are not drawn.
constexpr double kRarest = 1e-12;
constexpr double kLowestLoad = 0.2;
constexpr std::size_t kCuckooCurvePoints = 24;

std::set<std::uint64_t> slots_drawn(SlotCount planned) {
  return {1, 2, 4, 8, planned.value};
}

// Up to the threshold, closer and closer together, and a little beyond.
std::vector<double> loads_around(double threshold) {
  std::vector<double> loads = evenly_spaced({kLowestLoad, threshold}, kCuckooCurvePoints);
  for (double gap = 0.04; gap > 1e-7; gap /= 2) {
    loads.push_back(threshold - gap);
    loads.push_back(threshold + gap);
  }
  std::erase_if(loads, [](double load) { return load < kLowestLoad || load > 1; });
  return loads;
}

using Height = std::function<std::optional<double>(const analysis::CuckooForecast&)>;

std::optional<double> rehash_of(const analysis::CuckooForecast& forecast) {
  const double probability = forecast.rehash_probability;
  return probability >= kRarest ? std::optional(probability) : std::nullopt;
}

std::optional<double> kicks_of(const analysis::CuckooForecast& forecast) {
  return forecast.cost ? std::optional(forecast.cost->kicks) : std::nullopt;
}

plot::Series against_load(const analysis::CuckooDemand& demand, SlotCount slots, const Height& height) {
  plot::Series series{counted(slots.value, "slot") + " in a bucket", plot::Source::theory, {}};
  std::vector<double> loads = loads_around(analysis::cuckoo_threshold(slots));
  if (slots == demand.slots) loads.insert(loads.begin(), demand.load);
  for (const double load : loads) {
    const auto forecast = analysis::cuckoo_forecast({demand.items, slots, load});
    if (!forecast) continue;
    if (const auto y = height(*forecast)) series.points.push_back({forecast->load, *y});
  }
  put_in_order(series);
  return series;
}

}  // namespace

plot::Plot cuckoo_curve(const analysis::CuckooDemand& demand) {
  const auto forecast = *analysis::cuckoo_forecast(demand);
  const bool is_feared = !forecast.cost || forecast.rehash_probability >= kFeared;
  plot::Plot plot{
      .title = fmt::format("Cuckoo tables of {}", counted(demand.items.value, "key")),
      .x = {.label = "load: share of slots in use", .high = 1},
      .y = {.label = is_feared ? "probability of a rehash" : "kicks for one more key"},
      .series = {},
      .marks = {{kThisPlan, forecast.load}, {"threshold", analysis::cuckoo_threshold(demand.slots)}}};
  if (is_feared) plot.y.scale = plot::Scale::logarithmic;
  const Height height = is_feared ? Height(rehash_of) : Height(kicks_of);
  plot.series.push_back(against_load(demand, demand.slots, height));
  for (const std::uint64_t slots : slots_drawn(demand.slots)) {
    if (slots != demand.slots.value) plot.series.push_back(against_load(demand, SlotCount(slots), height));
  }
  return plot;
}

}  // namespace peel::cli
