#include "peel/analysis/count_min.hpp"

#include "analysis/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace peel::analysis {

namespace {

// c with c^-rows = delta, the factor of Markov's inequality; exactly 2 where delta is 2^-rows.
double markov_factor(RowCount rows, Rate delta) {
  return std::exp2(-std::log2(delta.value()) / real(rows.value));
}

}  // namespace

std::uint64_t count_min_margin(const GridShape& shape, CopyCount total) {
  if (total.value == 0) return 0;
  const Uint128 margin = (2 * static_cast<Uint128>(total.value) - 1) / shape.columns().value;
  return static_cast<std::uint64_t>(std::min<Uint128>(margin, total.value));  // no answer exceeds the total
}

std::uint64_t count_min_margin(const GridShape& shape, CopyCount total, Rate delta) {
  if (delta == slides_delta(shape.rows())) return count_min_margin(shape, total);
  const double margin = std::ceil(count_min_epsilon(shape, delta) * real(total.value)) - 1;
  if (margin <= 0) return 0;
  return margin < real(total.value) ? static_cast<std::uint64_t>(margin) : total.value;
}

double expected_excess(const GridShape& shape, CopyCount total) {
  return real(total.value) / real(shape.columns().value);
}

double excess_probability(const GridShape& shape, CopyCount total, Excess excess) {
  if (excess.copies > total.value) return 0;
  const double share = expected_excess(shape, total) / real(excess.copies);
  return share < 1 ? std::pow(share, real(shape.rows().value)) : 1;
}

Uint128 inner_product_margin(const GridShape& shape, const StreamTotals& totals) {
  const Uint128 product = static_cast<Uint128>(totals.first.value) * totals.second.value;
  const std::uint64_t columns = shape.columns().value;
  if (product == 0 || columns == 1) return product;
  // (2 product - 1) / columns, where 2 product may need more than 128 bits.
  const Uint128 whole = product / columns, rest = product % columns;
  return rest == 0 ? 2 * whole - 1 : 2 * whole + (2 * rest - 1) / columns;
}

double collision_probability(const GridShape& shape, ItemCount others) {
  const double missed = real(others.value) * std::log1p(-1 / real(shape.columns().value));
  return others.value == 0 ? 0 : std::pow(-std::expm1(missed), real(shape.rows().value));
}

double count_min_epsilon(const GridShape& shape, Rate delta) {
  return markov_factor(shape.rows(), delta) / real(shape.columns().value);
}

Rate slides_delta(RowCount rows) {
  return *Rate::from(std::ldexp(1, -static_cast<int>(rows.value)));
}

}  // namespace peel::analysis
