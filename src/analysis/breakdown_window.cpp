#include "analysis/breakdown_window.hpp"

#include "peel/analysis/coupled_peeling.hpp"
#include "peel/analysis/irregular_peeling.hpp"
#include "peel/analysis/peeling.hpp"

#include "analysis/numbers.hpp"
#include "analysis/peeling_measurements.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>

namespace peel::analysis {

namespace {

// The loads of one table, brought to a form that hardly changes with its size:
//   lag[i] = (threshold - load[i]) * sqrt(cells of a sub-table)
struct Curve {
  double threshold = 0;  // keys per cell
  std::array<double, kKeptLevels> lag{};
  double trials = 0;
  double decades_beyond = 0;  // how far outside what was measured, as a power of ten of cells
};

double sub_cells_of(const PeelingMeasurement& row) {
  return static_cast<double>(row.cells) / row.sub_tables;
}

Curve curve_of(const PeelingMeasurement& row) {
  Curve curve;
  curve.threshold = row.threshold;
  for (std::size_t i = 0; i < kKeptLevels; ++i) {
    curve.lag[i] = (row.threshold - row.loads[i]) * std::sqrt(sub_cells_of(row));
  }
  curve.trials = row.trials;
  return curve;
}

Curve mix(const Curve& a, const Curve& b, double share_of_b) {
  Curve mixed = a;
  for (std::size_t i = 0; i < kKeptLevels; ++i) mixed.lag[i] += share_of_b * (b.lag[i] - a.lag[i]);
  mixed.trials = std::min(a.trials, b.trials);
  mixed.decades_beyond = std::max(a.decades_beyond, b.decades_beyond);
  return mixed;
}

// Among rows of the same kind in ascending order of `size`: linear in its logarithm, constant beyond both
// ends.
template <class Size>
Curve interpolate(std::span<const PeelingMeasurement> rows, double wanted, const Size& size) {
  Curve curve;
  if (wanted <= size(rows.front())) {
    curve = curve_of(rows.front());
    curve.decades_beyond = std::log10(size(rows.front()) / wanted);
  } else if (wanted >= size(rows.back())) {
    curve = curve_of(rows.back());
    curve.decades_beyond = std::log10(wanted / size(rows.back()));
  } else {
    std::size_t next = 1;
    while (size(rows[next]) < wanted) ++next;
    const double from = std::log(size(rows[next - 1]));
    const double share = (std::log(wanted) - from) / (std::log(size(rows[next])) - from);
    curve = mix(curve_of(rows[next - 1]), curve_of(rows[next]), share);
  }
  return curve;
}

template <class Belongs>
std::span<const PeelingMeasurement> rows_where(std::span<const PeelingMeasurement> rows,
                                               const Belongs& belongs) {
  const auto first = std::find_if(rows.begin(), rows.end(), belongs);
  const auto last = std::find_if_not(first, rows.end(), belongs);
  return {first, last};
}

std::span<const PeelingMeasurement> measurements_of(KeysPerCell shown) {
  return shown == KeysPerCell::one ? peeling_measurements() : two_key_measurements();
}

// Of tables that differ in their size alone. In long tables the middle of the window approaches the threshold
// as cells^(-2/3), its width as cells^(-1/2).                                     [Dembo, Montanari 2008]
Curve curve_by_cells(std::span<const PeelingMeasurement> rows, double cells) {
  Curve curve = interpolate(rows, cells, [](const PeelingMeasurement& row) { return row.cells; });
  const double largest = rows.back().cells;
  if (cells > largest) {
    const double median = curve.lag[0];
    const double shift = median * (std::pow(largest / cells, 1.0 / 6) - 1);
    for (double& lag : curve.lag) lag += shift;
  }
  return curve;
}

// Tables with other light keys than the measured ones are taken to be as far from their own threshold.
Curve irregular_curve(const TableGeometry& table) {
  Curve curve = curve_by_cells(irregular_measurements(), real(table.cells.value));
  if (table.light != densest_light_keys() || table.hashes.value != irregular_measurements().front().hashes) {
    curve.threshold = 1 / irregular_threshold(table.hashes, table.light);
    curve.decades_beyond += 1;
  }
  return curve;
}

Curve partitioned_curve(double cells, std::uint64_t k, KeysPerCell shown) {
  const std::uint64_t measured_k = shown == KeysPerCell::one ? k : std::min<std::uint64_t>(k, 6);
  const auto rows = rows_where(measurements_of(shown), [measured_k](const PeelingMeasurement& row) {
    return row.hashes == measured_k && row.sub_tables == measured_k;
  });
  Curve curve = curve_by_cells(rows, cells);
  if (k != measured_k) {
    curve.threshold = core_threshold(static_cast<unsigned>(k), 3);
    curve.decades_beyond += 1;
  }
  return curve;
}

// Keys of a window per cell of a segment at the threshold.
double density(const PeelingMeasurement& row) {
  return row.threshold * row.sub_tables / (row.sub_tables - row.hashes + 1.0);
}

// The same in the limit of long chains. Where cells show two keys the longest one is there already.
double limit_density(std::uint64_t k, KeysPerCell shown, const PeelingMeasurement& longest) {
  if (shown == KeysPerCell::two && longest.hashes == k) return density(longest);
  return 1 / coupled_threshold_limit(HashCount{k}, shown);
}

// What is beyond the limit falls by a constant factor per segment. Keys per cell.
struct ChainEnds {
  const PeelingMeasurement& shorter;
  const PeelingMeasurement& longer;
  const PeelingMeasurement& longest;
};
double coupled_load(std::uint64_t k, double segments, KeysPerCell shown, const ChainEnds& rows) {
  const auto excess_of = [&](const PeelingMeasurement& row) {
    return std::max(1e-9, density(row) - limit_density(row.hashes, shown, rows.longest));
  };
  const double between = rows.longer.sub_tables - rows.shorter.sub_tables;
  const double share =
      between > 0 ? std::clamp((segments - rows.shorter.sub_tables) / between, 0.0, 1.0) : 0.0;
  const double excess =
      std::pow(excess_of(rows.shorter), 1 - share) * std::pow(excess_of(rows.longer), share);
  return (limit_density(k, shown, rows.longest) + excess) * (segments - real(k) + 1.0) / segments;
}

Curve coupled_curve(double sub_cells, std::uint64_t k, std::uint64_t segments, KeysPerCell shown) {
  const std::uint64_t measured_k = std::clamp<std::uint64_t>(k, shown == KeysPerCell::one ? 3 : 2, 4);
  const auto all = rows_where(measurements_of(shown), [measured_k](const PeelingMeasurement& row) {
    return row.hashes == measured_k && row.sub_tables > measured_k;
  });
  const auto with = [&all](std::uint64_t count) {
    return rows_where(all, [count](const PeelingMeasurement& row) { return row.sub_tables == count; });
  };
  // The last measured number of segments that is not larger, and the first that is not smaller.
  std::uint64_t shorter = all.front().sub_tables;
  std::uint64_t longer = all.back().sub_tables;
  for (const PeelingMeasurement& row : all) {
    if (row.sub_tables <= segments) shorter = row.sub_tables;
    if (row.sub_tables >= segments) longer = std::min<std::uint64_t>(longer, row.sub_tables);
  }
  const double wanted = sub_cells / (real(segments) * real(segments));
  const auto by_square = [](const PeelingMeasurement& row) {
    return sub_cells_of(row) / (static_cast<double>(row.sub_tables) * row.sub_tables);
  };
  const double share = longer > shorter
                           ? std::log(real(segments) / real(shorter)) / std::log(real(longer) / real(shorter))
                           : 0.0;
  Curve curve =
      mix(interpolate(with(shorter), wanted, by_square), interpolate(with(longer), wanted, by_square), share);
  curve.threshold =
      coupled_load(k, real(segments), shown, {with(shorter).front(), with(longer).front(), all.back()});
  if (k != measured_k) curve.decades_beyond += 1;
  if (segments < shorter) curve.decades_beyond += std::log10(real(shorter) / real(segments));
  if (segments > longer) curve.decades_beyond += std::log10(real(segments) / real(longer));
  return curve;
}

// Of the deviate of a failure's frequency in so many trials.
double standard_error(double deviate, double trials) {
  const double failure = std::erfc(deviate / std::numbers::sqrt2) / 2;
  const double density = std::exp(-deviate * deviate / 2) / std::sqrt(2 * std::numbers::pi);
  return std::sqrt(failure * (1 - failure) / trials) / density;
}

constexpr double kInterpolationError = 0.05;  // what tables between the measured ones were seen to differ
constexpr double kEnoughFailures = 20;        // behind a load of the table

}  // namespace

WindowDeviate window_deviate(ItemCount n, const TableGeometry& table, KeysPerCell shown) {
  const double cells = real(table.cells.value);
  const double sub_cells = cells / real(table.sub_tables.value);
  const std::uint64_t k = table.hashes.value;
  const Curve curve = table.light.any() ? irregular_curve(table)
                      : table.sub_tables.value == k
                          ? partitioned_curve(cells, k, shown)
                          : coupled_curve(sub_cells, k, table.sub_tables.value, shown);
  const double lag = (curve.threshold - real(n.value) / cells) * std::sqrt(sub_cells);
  // The first level of a rarer failure, or the last; beyond both ends the outermost piece continues.
  std::size_t next = 1;
  while (next + 1 < kKeptLevels && curve.lag[next] < lag) ++next;
  const double slope = (kLevelDeviates[next] - kLevelDeviates[next - 1]) /
                       std::max(1e-9, curve.lag[next] - curve.lag[next - 1]);
  const double deviate = kLevelDeviates[next - 1] + slope * (lag - curve.lag[next - 1]);

  double deepest = 1.0;
  for (std::size_t i = 0; i < kKeptLevels; ++i) {
    if (kLevelFailures[i] * curve.trials >= kEnoughFailures) deepest = kLevelDeviates[i];
  }
  const double trusted = std::clamp(deviate, -deepest, deepest);
  const double error = kInterpolationError + 2 * standard_error(trusted, curve.trials) +
                       0.1 * std::abs(deviate - trusted) + 0.15 * curve.decades_beyond;
  const double failures = curve.trials * std::erfc(deviate / std::numbers::sqrt2) / 2;
  return {deviate, error, curve.decades_beyond == 0 && failures >= kEnoughFailures};
}

}  // namespace peel::analysis
