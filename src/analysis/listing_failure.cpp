#include "peel/analysis/listing_failure.hpp"

#include "analysis/bisection.hpp"
#include "analysis/breakdown_window.hpp"
#include "analysis/numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace peel::analysis {

namespace {

constexpr std::uint64_t kMostMeasuredHashes = 8;
constexpr std::size_t kSmallSizes = 4;           // at most
constexpr std::uint64_t kMostSegments = 65'535;  // of a Placement
constexpr std::uint64_t kMostCells = std::uint64_t{1} << 32U;

// Light keys of two cells have cycles at any load, as tables of two hashes do: nothing is known of those.
bool has_known_light_keys(const TableGeometry& table) {
  return table.light.hashes.value >= 3 && table.light.hashes < table.hashes &&
         table.sub_tables.value == table.hashes.value;
}

bool is_table(const TableGeometry& table) {
  return (!table.light.any() || has_known_light_keys(table)) && table.hashes.value >= 2 &&
         table.hashes.value <= kMostMeasuredHashes && table.sub_tables.value >= table.hashes.value &&
         table.cells.value >= 1;
}

// Without the overflow of cells + sub_tables - 1.
std::uint64_t sub_cells_of(const TableGeometry& table) {
  return (table.cells.value - 1) / table.sub_tables.value + 1;
}

// The fewest keys that a cell does not show. Twice as many are the largest of the sets that count as small.
std::uint64_t hidden(KeysPerCell shown) {
  return static_cast<std::uint64_t>(shown) + 1;
}

// For sets of `hidden` to 2 `hidden` given keys: how many such sets there are, and the probability that one
// is a stopping set.
struct SmallSets {
  std::array<double, kSmallSizes> count{};
  std::array<double, kSmallSizes> probability{};
};

double binomial(double n, std::uint64_t chosen) {
  double ways = 1;
  for (std::uint64_t i = 0; i < chosen; ++i) ways *= std::max(0.0, n - real(i)) / real(i + 1);
  return ways;
}

// Two keys of an irregular table share all cells: both are light, in the same sub-tables, or both are heavy.
// Larger sets are rarer by a factor of n, and counted as large.
SmallSets irregular_pairs(ItemCount n, const TableGeometry& table) {
  const double cells = real(sub_cells_of(table));
  const double light = table.light.share / 65'536.0;
  const double choices = binomial(real(table.hashes.value), table.light.hashes.value);
  SmallSets sets;
  sets.count[0] = binomial(real(n.value), 2);
  sets.probability[0] = light * light / choices * std::pow(cells, -real(table.light.hashes.value)) +
                        (1 - light) * (1 - light) * std::pow(cells, -real(table.hashes.value));
  return sets;
}

SmallSets small_sets(ItemCount n, const TableGeometry& table, KeysPerCell shown) {
  if (table.light.any()) return irregular_pairs(n, table);
  const double k = real(table.hashes.value);
  const double cells = real(sub_cells_of(table));
  const double windows = real(table.sub_tables.value - table.hashes.value + 1);
  const std::uint64_t least = hidden(shown);
  // That so many balls, dropped into as many cells, leave none in a cell of fewer than `least`: they are all
  // together; twice `least` balls are, or are in two halves.
  const auto together = [cells](std::uint64_t balls) { return std::pow(cells, 1 - real(balls)); };
  const double halves = binomial(real(2 * least), least);
  const double largest = (halves / 2 * (cells - 1) + 1) * together(2 * least);
  // The lowest segment that a set uses holds `least` of its keys, all of one window, and so does the highest.
  // Hence the keys share their window, or are two halves, some windows apart: each half is alone in as many
  // segments, both are in the rest.
  const double half = together(least);
  double two_halves = 0;
  for (std::uint64_t apart = 1; apart < table.hashes.value && real(apart) < windows; ++apart) {
    two_halves +=
        (windows - real(apart)) * std::pow(half, 2 * real(apart)) * std::pow(largest, k - real(apart));
  }
  if (windows > k) two_halves += (windows - k) * (windows - k + 1) / 2 * std::pow(half, 2 * k);

  SmallSets sets;
  for (std::uint64_t keys = least; keys <= 2 * least; ++keys) {
    const std::size_t i = keys - least;
    sets.count[i] = binomial(real(n.value), keys);
    sets.probability[i] = keys < 2 * least ? std::pow(together(keys), k) / std::pow(windows, real(keys - 1))
                                           : std::pow(largest, k) / std::pow(windows, real(keys - 1)) +
                                                 halves * two_halves / std::pow(windows, real(keys));
  }
  return sets;
}

// A lower bound for the probability that there is a small set, by the second moment of the number of the
// smallest, E[sets]^2 / E[sets^2]. Three keys that share all cells often have company: two such sets of four
// keys share two, in 12 ways, of five keys one, in 30.
double least_of_triples(const SmallSets& sets) {
  const double triples = sets.count[0] * sets.probability[0];
  if (triples == 0) return 0;
  const double overlapping =
      12 * sets.count[1] * sets.probability[1] + 30 * sets.count[2] * sets.probability[2];
  return triples * triples / (triples + triples * triples + overlapping);
}

// Two sub-tables are a bipartite graph, and a stopping set contains a cycle. The expected number of cycles
// of 2, 4, 6, ... keys; finite only below the threshold.
double expected_cycles(ItemCount n, double sub_cells) {
  double cycles = 0;
  double paths = 1;  // closed ways of 2l keys, from each of their starts and in both directions
  for (double length = 0; length < 1e4 && 2 * length + 1 < real(n.value) && length < sub_cells; ++length) {
    const double keys = real(n.value) - 2 * length;
    const double side = (sub_cells - length) / (sub_cells * sub_cells);
    paths *= keys * (keys - 1) * side * side;
    cycles += paths / (2 * (length + 1));
  }
  return cycles;
}

double upper_tail(double deviate) {
  return std::erfc(deviate / std::numbers::sqrt2) / 2;
}

// That at least one of two independent events happens; never less than either of them by rounding.
double either(double a, double b) {
  return std::max({a, b, std::min(1.0, a + b * (1 - a))});
}

}  // namespace

double expected_small_stopping_sets(ItemCount n, const TableGeometry& table, KeysPerCell shown) {
  if (!is_table(table)) return kUndefined;
  const SmallSets sets = small_sets(n, table, shown);
  double expected = 0;
  for (std::size_t i = 0; i < sets.count.size(); ++i) expected += sets.count[i] * sets.probability[i];
  return expected;
}

ListingFailure listing_failure(ItemCount n, const TableGeometry& table, KeysPerCell shown) {
  if (!is_table(table)) return {kUndefined, kUndefined, kUndefined, false};
  const std::uint64_t cells = sub_cells_of(table) * table.sub_tables.value;
  // Every cell that shows its keys is empty once they are listed.
  if (n.value > static_cast<std::uint64_t>(shown) * cells) return {1, 1, 1, true};

  // As if the sets were independent. They nearly are while failures are rare, and for the fewest keys it is
  // exact.
  const SmallSets sets = small_sets(n, table, shown);
  double log_none = 0;
  for (std::size_t i = 0; i < sets.count.size(); ++i) {
    if (sets.count[i] > 0) log_none += sets.count[i] * std::log1p(-std::min(1.0, sets.probability[i]));
  }
  const double small = 0 - std::expm1(log_none);  // not -0 where there are no sets
  const double fewest =
      shown == KeysPerCell::one ? small * (1 - 0.5 * small) : std::min(small, least_of_triples(sets));
  const double bound = std::max(small, std::min(1.0, expected_small_stopping_sets(n, table, shown)));
  const std::uint64_t largest_small = table.light.any() ? hidden(shown) : 2 * hidden(shown);
  if (n.value <= largest_small) return {small, fewest, bound, true};

  if (table.hashes.value == 2 && shown == KeysPerCell::one) {
    if (2 * n.value >= cells) return {1, 0.5, 1, false};
    const double probability = -std::expm1(-expected_cycles(n, real(sub_cells_of(table))));
    return {probability, probability / 2, std::min(1.0, 2 * probability), false};
  }
  const WindowDeviate window =
      window_deviate(n, {CellCount{cells}, table.hashes, table.sub_tables, table.light}, shown);
  const double likely = upper_tail(window.deviate);
  const double at_most = upper_tail(window.deviate - window.error);
  const double probability = either(small, likely);
  return {probability, std::min(probability, either(fewest, upper_tail(window.deviate + window.error))),
          std::max(probability, either(bound, at_most)), window.is_measured || at_most < 0.1 * small};
}

CellCount fewest_cells(ItemCount n, const TableGeometry& kind, Rate failure, KeysPerCell shown) {
  // In cells of a sub-table. Comparisons with NaN are false, so what is no table ends at once.
  TableGeometry table = kind;
  const auto fails = [&](std::uint64_t sub_cells) {
    table.cells = CellCount{sub_cells * kind.sub_tables.value};
    return listing_failure(n, table, shown).probability > failure.value();
  };
  const std::uint64_t each = std::max<std::uint64_t>(1, kind.sub_tables.value);
  const SearchFrom from{0, std::max<std::uint64_t>(1, n.value / each), kMostCells / each};
  return CellCount{fewest_that_suffice(from, fails) * kind.sub_tables.value};
}

CellCount fewest_cells(ItemCount n, HashCount k, SegmentCount sub_tables, Rate failure, KeysPerCell shown) {
  return fewest_cells(n, {CellCount{1}, k, sub_tables}, failure, shown);
}

SegmentCount best_segments(ItemCount n, HashCount k, Rate failure, KeysPerCell shown) {
  SegmentCount best{k.value + 1};
  CellCount fewest{std::numeric_limits<std::uint64_t>::max()};
  const double most = std::min(real(kMostSegments), 4 * std::cbrt(real(n.value)) + real(k.value) + 8);
  double segments = real(k.value) + 4;
  while (segments <= most) {
    const SegmentCount candidate{static_cast<std::uint64_t>(segments)};
    const CellCount cells = fewest_cells(n, k, candidate, failure, shown);
    if (cells < fewest) {
      best = candidate;
      fewest = cells;
    }
    segments *= 1.06;
  }
  return best;
}

SegmentCount best_segments(ItemCount n, HashCount k) {
  const double keys = real(n.value);
  // With three hashes pairs of keys in the same cells are what limits the number of segments.
  const double fitted =
      k.value <= 3 ? std::min(0.16 * std::sqrt(keys), 1.75 * std::cbrt(keys)) : 1.75 * std::cbrt(keys);
  return SegmentCount{static_cast<std::uint64_t>(std::clamp(fitted, real(k.value) + 4, real(kMostSegments)))};
}

}  // namespace peel::analysis
