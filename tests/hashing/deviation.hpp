// How far an observation lies from its expectation, in standard errors. Every statistical test of hashing
// compares one of these with kLimit.
#pragma once

#include <cmath>

namespace peel::test {

// A normal variable leaves +-6.5 standard errors with probability 8e-11. The tests make about 4 * 10^5
// such comparisons a run, so one run in some 30,000 raises a false alarm.
inline constexpr double kLimit = 6.5;

// Heads among `tosses` of a fair coin.
inline double fair_coin_deviation(double heads, double tosses) {
  return (heads - tosses / 2) / std::sqrt(tosses / 4);
}

// A count with a Poisson distribution: the signed root of its deviance. For small means it is fairer than
// (count - mean) / sqrt(mean): by Chernoff's bound, P(deviation >= z) <= exp(-z^2 / 2) for every mean.
inline double poisson_deviation(double count, double mean) {
  const double relative_entropy = (count > 0 ? count * std::log(count / mean) : 0.0) - (count - mean);
  return std::copysign(std::sqrt(2 * std::fmax(relative_entropy, 0.0)), count - mean);
}

// A chi-square statistic: its cube root is nearly normal [Wilson, Hilferty 1931].
inline double chi_square_deviation(double statistic, double degrees_of_freedom) {
  const double variance = 2 / (9 * degrees_of_freedom);
  return (std::cbrt(statistic / degrees_of_freedom) - (1 - variance)) / std::sqrt(variance);
}

}  // namespace peel::test
