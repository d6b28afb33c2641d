#include "peel/analysis/irregular_peeling.hpp"

#include "analysis/numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace peel::analysis {

namespace {

constexpr std::uint64_t kMostIrregularHashes = 8;
constexpr double kAllShares = 65'536;

bool is_irregular(HashCount k, const LightKeys& light) {
  return light.hashes.value >= 2 && light.hashes.value < k.value && k.value <= kMostIrregularHashes;
}

double light_share(const LightKeys& light) {
  return light.share / kAllShares;
}

double choices(std::uint64_t from, std::uint64_t chosen) {
  if (chosen > from) return 0;
  double ways = 1;
  for (std::uint64_t i = 0; i < chosen; ++i) ways *= real(from - i) / real(i + 1);
  return ways;
}

// That a key with `cells` cells avoids `given` cells of as many sub-tables: `met` of these are among its own.
double avoids(std::uint64_t given, std::uint64_t cells, std::uint64_t k, double sub_cells) {
  double probability = 0;
  for (std::uint64_t met = 0; met <= std::min(given, cells); ++met) {
    probability += choices(given, met) * choices(k - given, cells - met) / choices(k, cells) *
                   std::pow(1 - 1 / sub_cells, real(met));
  }
  return probability;
}

double all_cells_shared(std::uint64_t others, const TableGeometry& table, HashCount own) {
  const std::uint64_t k = table.hashes.value;
  const bool is_degree = own == table.hashes || own == table.light.hashes;
  if (!is_irregular(table.hashes, table.light) || table.sub_tables.value != k || table.cells.value == 0 ||
      !is_degree) {
    return kUndefined;
  }
  const double sub_cells = std::ceil(real(table.cells.value) / real(k));
  const double share = light_share(table.light);
  double failure = 0;
  for (std::uint64_t given = 0; given <= own.value; ++given) {
    const double avoided = share * avoids(given, table.light.hashes.value, k, sub_cells) +
                           (1 - share) * avoids(given, k, k, sub_cells);
    const double all_free = others == 0 ? 1.0 : std::pow(avoided, real(others));
    failure += (given % 2 == 0 ? 1 : -1) * choices(own.value, given) * all_free;
  }
  return std::clamp(failure, 0.0, 1.0);
}

}  // namespace

double mixed_threshold(std::span<const double> shares) {
  if (std::ranges::any_of(shares, [](double share) { return !(share >= 0); })) return kUndefined;
  // Cells per key that q asks for; its largest value is flat at the top, so that a fine grid finds it.
  const auto asked = [&](double q) {
    double slope = 0;
    double power = 1;
    for (std::size_t d = 1; d < shares.size(); ++d, power *= q) slope += shares[d] * real(d) * power;
    return slope / -std::log1p(-q);
  };
  constexpr int kSteps = 4'000;
  double most = 0;
  for (int i = 1; i < kSteps; ++i) most = std::max(most, asked(real(static_cast<std::uint64_t>(i)) / kSteps));
  return most > 0 ? most : kUndefined;
}

double irregular_threshold(HashCount k, const LightKeys& light) {
  if (!is_irregular(k, light)) return kUndefined;
  std::array<double, kMostIrregularHashes + 1> shares{};
  shares[light.hashes.value] = light_share(light);
  shares[k.value] = 1 - light_share(light);
  return mixed_threshold(shares);
}

double mean_cells_per_key(HashCount k, const LightKeys& light) {
  if (!light.any()) return real(k.value);
  return real(k.value) - light_share(light) * real(k.value - light.hashes.value);
}

LightKeys densest_light_keys() {
  return {HashCount(3), 56'696};
}

double irregular_get_present_failure(ItemCount n, const TableGeometry& table, HashCount own) {
  return all_cells_shared(n.value == 0 ? 0 : n.value - 1, table, own);
}

double irregular_get_absent_failure(ItemCount n, const TableGeometry& table, HashCount own) {
  return all_cells_shared(n.value, table, own);
}

}  // namespace peel::analysis
