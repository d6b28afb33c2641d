#include "analysis/classic_rate.hpp"

#include "peel/analysis/bloom_rate.hpp"

#include "analysis/distinct_cells.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

namespace peel::analysis {

namespace {

template <unsigned kDigits>
using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<kDigits>,
                                           boost::multiprecision::et_off>;

template <class Decimal>
Decimal power(Decimal base, std::uint64_t exponent) {
  Decimal result(1);
  for (; exponent > 0; exponent >>= 1U) {
    if ((exponent & 1U) != 0) result *= base;
    base *= base;
  }
  return result;
}

// sum over j of w[j] (1 - j/m)^(kn)
template <unsigned kDigits>
double rate_by_inclusion(CellCount cells, HashCount hashes, ItemCount items) {
  using Decimal = Wide<kDigits>;
  const auto weights = unset_weights<Decimal>(hashes, cells);
  Decimal sum(0);
  for (std::uint64_t j = 0; j < weights.size() && j < cells.value; ++j) {
    const Decimal untouched = Decimal(cells.value - j) / Decimal(cells.value);
    sum += weights[j] * power(power(untouched, items.value), hashes.value);
  }
  return static_cast<double>(sum);
}

}  // namespace

// Terms of up to 2^k cancel to a sum of about p^k, and squaring again and again multiplies an error by the
// exponent. So many digits are lost, and 17 shall be left.
double classic_rate(CellCount cells, HashCount hashes, ItemCount items) {
  if (items.value == 0) return 0;
  if (cells.value == 1) return 1;
  const auto k = static_cast<double>(hashes.value);
  const double throws = k * static_cast<double>(items.value);
  const double ln_unset = throws * std::log1p(-1 / static_cast<double>(cells.value));
  // The rate is at least 1 - k P(a cell is unset).
  if (std::log(k) + ln_unset < std::log(0x1p-60)) return 1;
  const double bloom_digits = -k * std::log10(-std::expm1(ln_unset));
  if (bloom_digits > 310) return 0;
  const double digits = 17 + bloom_digits + k * std::log10(2) + std::log10(throws) + 2;
  if (digits <= 50) return rate_by_inclusion<50>(cells, hashes, items);
  if (digits <= 100) return rate_by_inclusion<100>(cells, hashes, items);
  return rate_by_inclusion<400>(cells, hashes, items);
}

}  // namespace peel::analysis
