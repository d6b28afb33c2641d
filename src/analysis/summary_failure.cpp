#include "peel/analysis/summary_failure.hpp"

#include "peel/analysis/bloom_rate.hpp"
#include "peel/analysis/counter_saturation.hpp"

#include "analysis/binomial_tail.hpp"
#include "analysis/mean_failures.hpp"
#include "analysis/rate_curve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace peel::analysis {

namespace {

constexpr std::uint64_t kLevelBits = 3, kSixValuesInByte = 3, kCounterBits = 4;

ItemCount items_of(const FilledTable& table) {
  return ItemCount(table.forecast.of.front().least);
}

void add_up(SummaryForecast& forecast, const MultilevelShape& shape) {
  double sum = forecast.failure;
  for (const double mean : forecast.by_type) sum += mean;
  forecast.failure = std::min(1.0, sum);
  forecast.bytes = (forecast.bits + shape.total_slots().value + 7) / 8;
}

std::uint64_t bits_of(const SingleFilterShape& shape) {
  const std::uint64_t cells = shape.cells().value;
  switch (shape.packing()) {
    case CellPacking::six_values:
      return (cells + kSixValuesInByte - 1) / kSixValuesInByte * 8;
    case CellPacking::three_bits:
      return cells * kLevelBits;
    case CellPacking::counters:
      break;
  }
  return cells * shape.sub_tables() * kCounterBits;
}

}  // namespace

// The birthday problem: 1 - prod (1 - i / 2^b) for i below n.
SummaryForecast interpolation_forecast(BitWidth bits, const FilledTable& table) {
  const auto n = static_cast<double>(items_of(table).value);
  const double strings = std::ldexp(1.0, static_cast<int>(bits.value));
  SummaryForecast forecast;
  forecast.false_positive_rate = std::min(1.0, n / strings);
  const double pairs = n * (n - 1) / 2;
  forecast.failure = -std::expm1(-pairs / strings - pairs * (2 * n - 1) / (6 * strings * strings));
  forecast.bits = items_of(table).value * (bits.value + kLevelBits);
  add_up(forecast, table.shape);
  return forecast;
}

SummaryForecast single_filter_forecast(const SingleFilterShape& shape, const FilledTable& table) {
  const auto k = static_cast<double>(shape.hashes().value);
  const double ln_missed = std::log1p(-1 / static_cast<double>(shape.group().value));
  const auto rate = [&](std::uint64_t items) {
    return std::pow(-std::expm1(static_cast<double>(items) * ln_missed), k);
  };
  SummaryForecast forecast;
  forecast.false_positive_rate = rate(items_of(table).value);
  for (std::size_t j = 1; j < table.forecast.of.size() - 1; ++j)
    forecast.by_type.push_back(mean_failures(table.forecast.of[j], rate));
  forecast.by_type.push_back(0);  // nothing is above the last
  forecast.bits = bits_of(shape);
  add_up(forecast, table.shape);
  return forecast;
}

SummaryForecast multiple_filter_forecast(std::span<const FilterShape> shapes, const FilledTable& table) {
  SummaryForecast forecast;
  forecast.false_positive_rate = false_positive_rate(shapes[0], items_of(table));
  for (std::size_t j = 1; j < table.forecast.of.size() - 1; ++j)
    forecast.by_type.push_back(mean_failures(table.forecast.of[j], RateCurve(shapes[j])));
  forecast.by_type.push_back(0);
  for (const FilterShape& shape : shapes) forecast.bits += shape.cells().value * shape.cell_bits().value;
  add_up(forecast, table.shape);
  return forecast;
}

double saturated_counters(const SingleFilterShape& shape, const FilledTable& table) {
  constexpr double kLargest = (1 << kCounterBits) - 1;
  double sum = 0;
  for (const SubTableItems& items : table.forecast.items()) {
    sum +=
        static_cast<double>(shape.cells().value) *
        binomial_tail({.draws = items.stay, .hit = 1 / static_cast<double>(shape.group().value)}, kLargest);
  }
  return sum;
}

double saturated_counters(std::span<const FilterShape> shapes, const FilledTable& table) {
  double sum = 0;
  for (std::size_t j = 0; j < shapes.size(); ++j) {
    const auto items = static_cast<std::uint64_t>(std::ceil(table.forecast.of[j].mean()));
    sum += saturation(shapes[j], ItemCount(items)).one * static_cast<double>(shapes[j].cells().value);
  }
  return sum;
}

SongForecast song_forecast(const SongShape& shape, ItemCount items) {
  const auto n = static_cast<double>(items.value), k = static_cast<double>(shape.hashes.value);
  const auto m = static_cast<double>(shape.buckets.value);
  const double largest = std::ldexp(1.0, static_cast<int>(shape.counter_bits.value)) - 1;
  SongForecast forecast{};
  forecast.false_positive_rate = bloom_rate(CellCount(shape.buckets.value), shape.hashes, items);
  forecast.overflows = m * binomial_tail({.draws = n * k, .hit = 1 / m}, largest + 1);
  const double full = binomial_tail({.draws = n * k - 1, .hit = 1 / m}, largest - 1);
  forecast.failure = std::min(1.0, n * std::pow(full, k));
  forecast.bytes = (shape.buckets.value * shape.counter_bits.value + 7) / 8;
  return forecast;
}

}  // namespace peel::analysis
