#include "peel/analysis/summary_plan.hpp"

#include "peel/analysis/bloom_plan.hpp"
#include "peel/analysis/bloom_rate.hpp"

#include "analysis/mean_failures.hpp"
#include "analysis/rate_curve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace peel::analysis {

namespace {

constexpr std::uint64_t kMostFingerprintBits = 61, kLeastFingerprintBits = 8, kMostSixValueTables = 5;
constexpr double kPriceOfFewerHashes = 1.01;  // hashes are saved at this price
constexpr int kWorsePlansTried = 3;  // plans with one hash more that were no better, until no more are tried
constexpr std::size_t kCoarsePoints = 256;
constexpr std::uint64_t kMostUnits = 8 * kMaxFilterBytes;  // bits of a filter, and so cells of a group

// The least number from 1 on that is enough, within a thousandth. Nothing if kMostUnits is not enough.
template <class IsEnough>
std::optional<std::uint64_t> least_enough(const IsEnough& is_enough) {
  std::uint64_t low = 0, high = 1;
  for (; !is_enough(high); high *= 2) {
    if (high >= kMostUnits) return std::nullopt;
    low = high;
  }
  while (high - low > 1 + high / 1000) {
    const std::uint64_t middle = low + (high - low) / 2;
    (is_enough(middle) ? high : low) = middle;
  }
  return high;
}

// The number of hashes with the fewest cells, and they.
struct Sized {
  std::uint64_t hashes;
  std::uint64_t cells;
};

template <class CellsWith>  // hashes -> optional cells
std::optional<Sized> fewest_cells(std::uint64_t most_hashes, const CellsWith& cells_with) {
  std::vector<Sized> tried;
  std::uint64_t fewest = kMostUnits * 64;
  int worse = 0;
  for (std::uint64_t k = 1; k <= most_hashes && worse < kWorsePlansTried; ++k) {
    const auto cells = cells_with(k);
    if (!cells) continue;
    tried.push_back({k, *cells});
    worse = *cells < fewest ? 0 : worse + 1;
    fewest = std::min(fewest, *cells);
  }
  for (const Sized& each : tried)
    if (static_cast<double>(each.cells) <= kPriceOfFewerHashes * static_cast<double>(fewest)) return each;
  return std::nullopt;
}

// The same numbers of items at fewer points, for a search that asks again and again.
ItemDistribution coarse(const ItemDistribution& fine) {
  const std::size_t block = fine.probabilities.size() / kCoarsePoints + 1;
  if (block == 1 || fine.before.empty()) return fine;
  ItemDistribution points{fine.items(block / 2), fine.stride * block, {}};
  for (std::size_t i = 0; i < fine.probabilities.size(); i += block) {
    double weight = 0, before = 0;
    for (std::size_t j = i; j < std::min(i + block, fine.probabilities.size()); ++j) {
      weight += fine.probabilities[j];
      before += fine.probabilities[j] * fine.before[j];
    }
    points.probabilities.push_back(weight);
    points.before.push_back(weight > 0 ? before / weight : 0);
  }
  return points;
}

MultilevelForecast coarse(const MultilevelForecast& fine) {
  MultilevelForecast points{{}, fine.crisis, fine.method};
  for (const ItemDistribution& each : fine.of) points.of.push_back(coarse(each));
  return points;
}

auto no_summary(const std::string& what) {
  return failure(ErrorCode::limit_exceeded, "no " + what + " keeps false positives and failures that rare");
}

std::vector<double> shares_of_failure(const MultilevelForecast& forecast) {
  std::vector<double> shares;
  double sum = 0;
  for (std::size_t j = 1; j + 1 < forecast.of.size(); ++j) sum += forecast.of[j].mean();
  for (std::size_t j = 1; j + 1 < forecast.of.size(); ++j)
    shares.push_back(0.01 + (sum > 0 ? forecast.of[j].mean() / sum : 0));
  double all = 0;
  for (const double share : shares) all += share;
  for (double& share : shares) share /= all;
  return shares;
}

// A filter of the items that come to a sub-table, whose false positives among those before are that rare.
Result<FilterShape> filter_of(const ItemDistribution& above, double failures) {
  const ItemDistribution points = coarse(above);
  const auto enough = [&](std::uint64_t bits, std::uint64_t hashes) {
    return mean_failures(points, [&](std::uint64_t items) {
             return bloom_rate(CellCount(bits), HashCount(hashes), ItemCount(items));
           }) <= failures;
  };
  const auto sized = fewest_cells(kMaxClassicHashes, [&](std::uint64_t hashes) {
    return least_enough([&](std::uint64_t bits) { return enough(bits, hashes); });
  });
  if (!sized) return no_summary("Bloom filter of up to 64 hashes");
  // Bloom's rate is a little low.
  for (std::uint64_t bits = sized->cells;; bits += 1 + bits / 200) {
    auto shape = FilterShape::from(
        {.layout = FilterLayout::classic, .cells = CellCount(bits), .hashes = HashCount(sized->hashes)});
    if (!shape || mean_failures(above, RateCurve(*shape)) <= failures) return shape;
  }
}

}  // namespace

Result<InterpolationPlan> plan_interpolation(const SummaryDemand& demand, const FilledTable& table) {
  for (std::uint64_t bits = kLeastFingerprintBits; bits <= kMostFingerprintBits; ++bits) {
    SummaryForecast forecast = interpolation_forecast(BitWidth(bits), table);
    if (forecast.failure <= demand.failure.value() &&
        forecast.false_positive_rate <= demand.false_positives.value())
      return InterpolationPlan{BitWidth(bits), std::move(forecast)};
  }
  return no_summary("row of 61 bits for each key");
}

Result<SingleFilterPlan> plan_single_filter(const SummaryDemand& demand, const FilledTable& table) {
  const std::uint64_t tables = table.shape.sub_tables();
  const auto shape_of = [&](Sized sized) {
    return SingleFilterShape::from(
        {.cells = CellCount(sized.cells),
         .hashes = HashCount(sized.hashes),
         .sub_tables = SegmentCount(tables),
         .packing = tables <= kMostSixValueTables ? CellPacking::six_values : CellPacking::three_bits});
  };
  const auto is_enough = [&](const SingleFilterShape& shape, const MultilevelForecast& forecast) {
    const SummaryForecast found = single_filter_forecast(shape, {table.shape, forecast});
    return found.false_positive_rate <= demand.false_positives.value() &&
           found.failure <= demand.failure.value();
  };
  const MultilevelForecast points = coarse(table.forecast);
  const auto sized = fewest_cells(kMaxSummaryHashes, [&](std::uint64_t k) {
    const auto group = least_enough([&](std::uint64_t cells) {
      const auto shape = shape_of({k, cells * k});
      return !shape || is_enough(*shape, points);
    });
    // Too large a filter ends the search for its cells, but more hashes may do with fewer.
    return group && shape_of({k, *group * k}) ? std::optional(*group * k) : std::nullopt;
  });
  if (!sized) return no_summary("filter of up to 64 hashes and 2^40 cells");
  for (std::uint64_t cells = sized->cells;; cells += sized->hashes * (1 + cells / sized->hashes / 1000)) {
    const auto shape = shape_of({sized->hashes, cells});
    if (!shape) return failure(shape.error());
    if (is_enough(*shape, table.forecast))
      return SingleFilterPlan{*shape, single_filter_forecast(*shape, table)};
  }
}

Result<MultipleFilterPlan> plan_multiple_filters(const SummaryDemand& demand, const FilledTable& table) {
  const MultilevelForecast& forecast = table.forecast;
  const auto all = plan_filter({.items = ItemCount(forecast.of.front().least),
                                .rate = demand.false_positives,
                                .layout = FilterLayout::classic});
  if (!all) return failure(all.error());
  std::vector<FilterShape> shapes = {all->shape};
  const std::vector<double> shares = shares_of_failure(forecast);
  for (std::size_t j = 0; j < shares.size(); ++j) {
    const auto shape = filter_of(forecast.of[j + 1], shares[j] * demand.failure.value());
    if (!shape) return failure(shape.error());
    shapes.push_back(*shape);
  }
  SummaryForecast found = multiple_filter_forecast(shapes, table);
  return MultipleFilterPlan{std::move(shapes), std::move(found)};
}

Result<SingleFilterShape> counting_version(const SingleFilterShape& shape) {
  return SingleFilterShape::from({.cells = shape.cells(),
                                  .hashes = shape.hashes(),
                                  .sub_tables = SegmentCount(shape.sub_tables()),
                                  .packing = CellPacking::counters});
}

Result<std::vector<FilterShape>> counting_version(const std::vector<FilterShape>& shapes) {
  std::vector<FilterShape> counting;
  for (const FilterShape& shape : shapes) {
    const auto counters = FilterShape::from({.layout = shape.layout(),
                                             .cells = shape.cells(),
                                             .hashes = shape.hashes(),
                                             .cell_bits = BitWidth(4)});
    if (!counters) return failure(counters.error());
    counting.push_back(*counters);
  }
  return counting;
}

}  // namespace peel::analysis
