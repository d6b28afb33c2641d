#include "peel/analysis/count_min_forecast.hpp"

#include "analysis/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace peel::analysis {

namespace {

constexpr std::size_t kUnits = 8192;          // of a row's distribution; beyond, heavy keys alone count
constexpr double kMeansCovered = 8;           // as many means of a counter as they span at least
constexpr double kSpread = 256;               // up to so many copies, counts are spread as Poisson variables
constexpr double kNoticedShare = 1.0 / 1000;  // a key of less of the stream is as an absent one

// The coefficients of exp(sum of c_i s^i), where slopes[i] = i c_i, up to the constant factor exp(c_0) whose
// logarithm is given. From P' = c' P, coefficient by coefficient.
std::vector<double> exponential_of(const std::vector<double>& slopes, double logarithm) {
  constexpr double kLarge = 1e200;
  std::vector<double> terms(slopes.size());
  terms[0] = 1;
  for (std::size_t t = 1; t < terms.size(); ++t) {
    double sum = 0;
    for (std::size_t i = 1; i <= t; ++i) sum += slopes[i] * terms[t - i];
    terms[t] = sum / real(t);
    if (terms[t] < kLarge) continue;
    for (std::size_t i = 0; i <= t; ++i) terms[i] /= kLarge;
    logarithm += std::log(kLarge);
  }
  const double factor = std::exp(logarithm);
  for (double& term : terms) term *= factor;
  return terms;
}

}  // namespace

CountMinForecast::CountMinForecast(const GridShape& shape, const Zipf& law, CopyCount draws)
    : shape_(shape), law_(law), draws_(real(draws.value)) {
  unit_ = std::max(1.0, kMeansCovered * draws_ / real(shape.columns().value) / real(kUnits));
  std::vector<Atom> atoms;
  for (const ZipfClass& some : law.classes()) {
    const double copies = draws_ * some.probability, keys = real(some.keys);
    if (copies > kSpread) {
      atoms.push_back({copies, keys});
      continue;
    }
    double share = std::exp(-copies);
    for (double count = 1; count < copies || share * keys > 1e-12; ++count) {
      share *= copies / count;
      atoms.push_back({count, share * keys});
    }
  }
  if (shape.columns().value > 1) make_row(atoms);
}

// A key in one of b columns has the generating function (1 - 1/b) (1 + x s^copies), x = 1 / (b - 1). Copies
// are rounded to whole units; a change of the number of keys makes up for it in the variance, and a shift in
// the mean.
void CountMinForecast::make_row(const std::vector<Atom>& atoms) {
  const double columns = real(shape_.columns().value), x = 1 / (columns - 1);
  std::vector<double> keys_of_units(kUnits);
  double keys_in_all = 0;
  for (const Atom& atom : atoms) {
    const double units = std::max(1.0, std::round(atom.copies / unit_));
    if (units >= real(kUnits)) {
      heavy_.push_back(atom);
      keys_in_all += atom.keys;
      continue;
    }
    const double rounding = atom.copies / (units * unit_), keys = atom.keys * rounding * rounding;
    shift_ += atom.keys * atom.copies * (1 - rounding) / columns;
    keys_of_units[static_cast<std::size_t>(units)] += keys;
    keys_in_all += keys;
  }
  std::vector<double> slopes(kUnits);
  for (std::size_t units = 1; units < kUnits; ++units) {
    double power = -1;  // of -x; the logarithm of 1 + x s^units has the terms -(-x)^m / m s^(m units)
    for (std::size_t at = units; at < kUnits && std::abs(power) > 1e-18; at += units) {
      power *= -x;
      slopes[at] += keys_of_units[units] * power * real(units);
    }
  }
  row_ = exponential_of(slopes, keys_in_all * std::log1p(-1 / columns));
}

double CountMinForecast::mean_of_smallest(const std::vector<double>& row, double own_copies) const {
  const double rows = real(shape_.rows().value), missed = std::log1p(-1 / real(shape_.columns().value));
  double mean = shift_, above = 1;
  for (const double term : row) {
    above -= term;
    if (above < 1e-15) break;
    mean += unit_ * std::pow(above, rows);
  }
  // Beyond, a counter has so much only if it has one of the heavy keys that came as often.
  double others = 0;
  bool is_own_out = own_copies < unit_ * real(kUnits);
  for (std::size_t i = 0; i < heavy_.size(); ++i) {
    others += heavy_[i].keys;
    if (!is_own_out && heavy_[i].copies < own_copies * 1.01) {
      others -= 1;
      is_own_out = true;
    }
    const double next = i + 1 < heavy_.size() ? heavy_[i + 1].copies : unit_ * real(kUnits);
    mean += (heavy_[i].copies - next) * std::pow(-std::expm1(others * missed), rows);
  }
  return std::max(0.0, mean);
}

double CountMinForecast::of_absent_key() const {
  if (shape_.rows().value == 1 || shape_.columns().value == 1) return draws_ / real(shape_.columns().value);
  return mean_of_smallest(row_, 0);
}

double CountMinForecast::of_rank(std::uint64_t rank) const {
  const double columns = real(shape_.columns().value), own = draws_ * law_.probability(rank);
  if (shape_.rows().value == 1 || shape_.columns().value == 1) return (draws_ - own) / columns;
  const double units = std::round(own / unit_);
  if (units < 1) return mean_of_smallest(row_, 0);
  // Division by the key's own generating function.
  std::vector<double> row = row_;
  const double scale = columns / (columns - 1), x = 1 / (columns - 1);
  for (std::size_t t = 0; t < row.size(); ++t) {
    row[t] *= scale;
    if (real(t) >= units) row[t] -= x * row[t - static_cast<std::size_t>(units)];
  }
  return mean_of_smallest(row, own);
}

double CountMinForecast::of_distinct_keys() const {
  double distinct = 0, sum = 0;
  const double absent = of_absent_key();
  for (const ZipfClass& some : law_.classes()) {
    const double came = real(some.keys) * -std::expm1(-draws_ * some.probability);
    distinct += came;
    sum += came * (some.probability < kNoticedShare ? absent : of_rank(some.first_rank));
  }
  return distinct == 0 ? 0 : sum / distinct;
}

}  // namespace peel::analysis
