#include "lab/kirsch_mitzenmacher/setting.hpp"

#include "lab/workload.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace peel::lab::kirsch_mitzenmacher {

MultilevelShape table_shape(const std::vector<std::uint64_t>& buckets, SlotCount slots) {
  MultilevelSpec spec{.buckets = {}, .slots = slots};
  for (const std::uint64_t each : buckets) spec.buckets.push_back(BucketCount(each));
  return require(MultilevelShape::from(spec));
}

ForecastTable forecast_table(const MultilevelShape& shape, ItemCount items) {
  return {shape, items, analysis::multilevel_forecast(shape, items)};
}

const ForecastTable& table_of_10k() {
  static const ForecastTable table =
      forecast_table(table_shape({40'000, 10'000, 5'000, 2'500, 2'500}), ItemCount(10'000));
  return table;
}

const ForecastTable& table_of_100k() {
  static const ForecastTable table =
      forecast_table(table_shape({400'000, 100'000, 50'000, 25'000, 12'500, 12'500}), ItemCount(100'000));
  return table;
}

MultilevelShape paper_proportions(ItemCount items, double slots_per_item) {
  std::vector<std::uint64_t> buckets;
  for (const double share : {4.0, 1.0, 0.5, 0.25, 0.25}) {
    buckets.push_back(
        static_cast<std::uint64_t>(std::llround(real(items.value) * share * slots_per_item / 6)));
  }
  return table_shape(buckets);
}

SingleFilterShape single_filter(CellCount cells, HashCount hashes, const MultilevelShape& table) {
  return require(SingleFilterShape::from(
      {.cells = CellCount(cells.value / hashes.value * hashes.value),
       .hashes = hashes,
       .sub_tables = SegmentCount(table.sub_tables()),
       .packing = table.sub_tables() <= 5 ? CellPacking::six_values : CellPacking::three_bits}));
}

std::vector<FilterShape> multiple_filters(const std::vector<std::uint64_t>& bits) {
  std::vector<FilterShape> shapes;
  shapes.reserve(bits.size());
  for (const std::uint64_t each : bits) {
    shapes.push_back(require(FilterShape::from({.layout = FilterLayout::classic,
                                                .cells = CellCount(each),
                                                .hashes = HashCount(shapes.empty() ? 7 : 49)})));
  }
  return shapes;
}

std::vector<FilterShape> paper_filters_10k() {
  return multiple_filters({106'000, 87'500, 5'500, 500, 100});
}

std::vector<FilterShape> mended_filters_100k() {
  return multiple_filters({1'060'000, 875'000, 55'000, 1'000, 1'000, 1'000});
}

Printed derived(const char* number, double rounding) {
  return {number, Estimate::computed(std::stod(number)), rounding, Origin::derived};
}

Printed computed_by_authors(const char* number, double rounding) {
  return {number, Estimate::computed(std::stod(number)), rounding, Origin::measured};
}

plot::Point plotted(double x, const Estimate& observed) {
  return {x, observed.value, std::max(0.0, observed.shown.low), observed.shown.high};
}

std::string decimal(double number, int decimals) {
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
  return text.data();
}

}  // namespace peel::lab::kirsch_mitzenmacher
