#include "peel/analysis/multilevel.hpp"

#include "analysis/bucket_load.hpp"
#include "analysis/sub_table_overflow.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace peel::analysis {

std::string_view name_of(CrisisMethod method) {
  switch (method) {
    case CrisisMethod::exact:
      return "exact";
    case CrisisMethod::near_exact:
      return "near exact";
    case CrisisMethod::upper_bound:
      return "upper bound";
    case CrisisMethod::near_bound:
      break;
  }
  return "near upper bound";
}

double ItemDistribution::mean() const {
  double sum = 0;
  for (std::size_t i = 0; i < probabilities.size(); ++i)
    sum += probabilities[i] * static_cast<double>(items(i));
  return sum;
}

double ItemDistribution::variance() const {
  const double middle = mean();
  double sum = 0;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const double off = static_cast<double>(items(i)) - middle;
    sum += probabilities[i] * off * off;
  }
  return sum;
}

double ItemDistribution::some() const {
  double sum = 0;
  for (std::size_t i = least == 0 ? 1 : 0; i < probabilities.size(); ++i) sum += probabilities[i];
  return std::min(sum, 1.0);
}

std::vector<SubTableItems> expected_items(const MultilevelShape& shape, ItemCount items) {
  std::vector<SubTableItems> expected;
  auto reach = static_cast<double>(items.value);
  for (const BucketCount buckets : shape.all_buckets()) {
    const auto s = static_cast<double>(buckets.value);
    const bool are_few = reach < static_cast<double>(shape.slots().value + 1);
    const double passed = s * (are_few ? poisson_overflow(reach / s, shape.slots())
                                       : BucketLoad(Arrivals{reach}, buckets, shape.slots()).overflow());
    expected.push_back({reach, std::max(0.0, reach - passed)});
    reach = passed;
  }
  return expected;
}

std::vector<SubTableItems> MultilevelForecast::items() const {
  std::vector<SubTableItems> means;
  for (std::size_t j = 0; j + 1 < of.size(); ++j) {
    const double reach = of[j].mean();
    means.push_back({reach, std::max(0.0, reach - of[j + 1].mean())});
  }
  return means;
}

namespace {

MultilevelForecast forecast_once(const MultilevelShape& shape, ItemCount items, ForecastEffort effort) {
  MultilevelForecast forecast{{{items.value, 1, {1.0}}}, 0, CrisisMethod::exact};
  bool any_normal = false, any_independent = false;
  for (const BucketCount buckets : shape.all_buckets()) {
    PassedOn passed = passed_on(forecast.of.back(), {buckets, shape.slots()}, effort);
    any_normal |= passed.by == PassedBy::normal;
    any_independent |= passed.by == PassedBy::independent_buckets;
    forecast.of.push_back(std::move(passed.distribution));
  }
  forecast.method = any_independent ? (any_normal ? CrisisMethod::near_bound : CrisisMethod::upper_bound)
                                    : (any_normal ? CrisisMethod::near_exact : CrisisMethod::exact);
  // Of independent buckets only the mean is certain to be a bound: docs/theory/multilevel.md
  const ItemDistribution& placeless = forecast.of.back();
  forecast.crisis = any_independent ? std::min(1.0, placeless.mean()) : placeless.some();
  if (forecast.crisis < kLeastCrisis) forecast.crisis = 0;
  if (items.value > shape.total_slots().value) forecast.crisis = 1;
  return forecast;
}

bool is_bound(CrisisMethod method) {
  return method == CrisisMethod::upper_bound || method == CrisisMethod::near_bound;
}

}  // namespace

MultilevelForecast multilevel_forecast(const MultilevelShape& shape, ItemCount items, ForecastEffort effort) {
  MultilevelForecast forecast = forecast_once(shape, items, effort);
  // The fewer numbers matter, the closer are the points at which they are taken together, and the lower is a
  // bound. So a crisis that is not rare gets another, for which less matters: the one a planner goes by.
  const double least = forecast.crisis * kRareBesideCrisis;
  if (is_bound(forecast.method) && forecast.crisis < 1 && least > 1e3 * effort.least) {
    const double closer = forecast_once(shape, items, {.steps = effort.steps, .least = least}).crisis;
    if (closer > 0) forecast.crisis = std::min(forecast.crisis, closer);
  }
  return forecast;
}

}  // namespace peel::analysis
