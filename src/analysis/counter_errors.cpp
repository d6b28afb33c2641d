#include "peel/analysis/counter_errors.hpp"

#include "peel/analysis/counter_variant.hpp"

#include "analysis/numbers.hpp"
#include "analysis/segment_kinds.hpp"

#include <algorithm>
#include <cmath>

namespace peel::analysis {

namespace {

constexpr double kModulus = 2305843009213693951.0;  // 2^61 - 1
constexpr int kElementBits = 60;
constexpr std::uint64_t kWidestWholeKey = 7;  // bytes of a key that is an element as it stands

// That a random element is a key of this cell.
double is_key_of_cell(ByteWidth key_width, double chance_of_cell) {
  const int bits = static_cast<int>(8 * std::min(key_width.value, kWidestWholeKey));
  if (key_width.value <= kWidestWholeKey) return std::ldexp(1.0, bits) / kModulus * chance_of_cell;
  const double is_element = std::ldexp(1.0, kElementBits) / kModulus;
  if (key_width.value > 8) return is_element * std::ldexp(1.0, -kElementBits);
  return is_element * std::min(1.0, real(kQuotientCells) * chance_of_cell);
}

// E[max(0, keys - 2)] for Poisson(mean) keys: how often a cell is looked at while it holds three or more.
double hidden_states(double mean) {
  if (mean < 0.1) return std::pow(mean, 3) / 6 * (1 - mean / 2 + 3 * mean * mean / 20);
  return mean - 2 + std::exp(-mean) * (2 + mean);
}

}  // namespace

double standard_wrong_bound(CellCount m, HashRange s) {
  return real(m.value) * (real(m.value) + 1) / (2 * s.values);
}

double even_odd_wrong_bound(CopyCount count, HashRange s) {
  return real(count.value) * (real(count.value) + 1) / (2 * s.values);
}

double one_key_wrong_bound(CopyCount count, HashRange s) {
  return (std::pow(real(count.value), 3) + 5 * real(count.value)) / (3 * s.values);
}

double wrong_pair(ByteWidth key_width, double chance_of_cell, CopyCount gross_total) {
  if (key_width.value < 1 || !(chance_of_cell >= 0 && chance_of_cell <= 1)) return kUndefined;
  const double key = is_key_of_cell(key_width, chance_of_cell);
  const double multiplicities = std::min(1.0, (real(gross_total.value) + 1) / kModulus);
  return key * key * multiplicities / 2 + key / (kModulus * kModulus);
}

double wrong_moment_listing(ItemCount n, const TableGeometry& table, ByteWidth key_width,
                            CopyCount gross_total) {
  if (!has_segments(table)) return kUndefined;
  if (n.value < 3) return 0;
  const double sub_cells = cells_of_segment(table);
  double expected = 0;
  for_each_kind_of_segment(table, [&](double alike, double share) {
    expected += alike * sub_cells * hidden_states(real(n.value) * share / sub_cells) *
                wrong_pair(key_width, share / sub_cells, gross_total);
  });
  return expected;
}

double digest_collisions(ItemCount n, const TableGeometry& table) {
  if (!has_segments(table)) return kUndefined;
  double share_a_cell = 0;
  for_each_kind_of_segment(table, [&](double alike, double share) {
    share_a_cell += alike * share * share / cells_of_segment(table);
  });
  const double pairs = real(n.value) * std::max(0.0, real(n.value) - 1) / 2;
  return std::ldexp(pairs * std::min(1.0, share_a_cell), -kElementBits);
}

}  // namespace peel::analysis
