// The rate as a fraction, in whole numbers of any length.
#include "peel/analysis/bloom_rate.hpp"
#include "peel/analysis/filter_shape.hpp"

#include "analysis/distinct_cells.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

namespace peel::analysis {

Result<ExactRate> exact_rate(CellCount cells, HashCount hashes, ItemCount items) {
  using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                                boost::multiprecision::et_off>;  // powers are values at once
  using Fraction = boost::multiprecision::cpp_rational;
  const auto shape = FilterShape::from({.layout = FilterLayout::classic, .cells = cells, .hashes = hashes});
  if (!shape) return failure(shape.error());
  const double throws = static_cast<double>(hashes.value) * static_cast<double>(items.value);
  const double bits =
      (throws + static_cast<double>(hashes.value)) * std::log2(static_cast<double>(cells.value));
  if (bits > kMaxExactBits) {
    return failure(ErrorCode::limit_exceeded,
                   "the exact rate is a fraction of up to " + std::to_string(std::llround(bits)) +
                       " bits: accepted are at most " + std::to_string(std::llround(kMaxExactBits)));
  }
  // No more than kMaxExactBits throws, or there is one cell.
  if (cells.value == 1) return ExactRate{items.value == 0 ? "0" : "1", "1", items.value == 0 ? 0.0 : 1.0};
  const auto exponent = static_cast<unsigned>(hashes.value * items.value);
  const auto weights = unset_weights<Fraction>(hashes, cells);
  Fraction sum(0);
  for (std::uint64_t j = 0; j < weights.size() && j < cells.value; ++j)
    sum += weights[j] * Fraction(boost::multiprecision::pow(Integer(cells.value - j), exponent));
  sum /= Fraction(boost::multiprecision::pow(Integer(cells.value), exponent));
  return ExactRate{numerator(sum).str(), denominator(sum).str(), static_cast<double>(sum)};
}

}  // namespace peel::analysis
