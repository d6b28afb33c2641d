// How far a number that was measured may be from the truth: intervals, and whether two numbers agree.
// Full references: docs/theory/references.md.
#pragma once

#include <cstdint>
#include <span>

namespace peel::lab {

// Half-widths in standard errors. What is shown is the usual 95 %; a verdict allows five, since a lab judges
// dozens of numbers and must not find a fault by chance (once in two million at five).
inline constexpr double kShownDeviations = 1.959964;
inline constexpr double kJudgedDeviations = 5.0;

struct Interval {
  double low;
  double high;
};

// For a proportion, to be shown: close on average, also where none or all of the trials succeed. [Wilson
// 1927]
Interval wilson_interval(std::uint64_t successes, std::uint64_t trials, double deviations);

// For a proportion, to be judged by: misses the truth on either side no more often than a normal variable
// exceeds `deviations`, however rare the event. (Wilson's would be fooled by a single rare event at five
// deviations: one trial in 500 refutes a probability of 0.00003.)            [Clopper, Pearson 1934]
Interval exact_interval(std::uint64_t successes, std::uint64_t trials, double deviations);

// For a mean, by Student's t, which for many samples is the normal interval. Unbounded for a single sample.
Interval mean_interval(std::span<const double> samples, double deviations);

// The t that a Student variable of so many degrees of freedom exceeds in absolute value as rarely as a normal
// variable exceeds `deviations`.                          [Abramowitz, Stegun 1964, 26.7.3, 26.7.4, 26.7.5]
double student_deviations(std::uint64_t degrees_of_freedom, double deviations);

// A number with its uncertainty; none if it was computed and not measured.
struct Estimate {
  double value;
  Interval shown;
  Interval judged;

  // Computed, right to within `error`.
  static Estimate computed(double value, double error = 0);
  static Estimate proportion(std::uint64_t successes, std::uint64_t trials);
  static Estimate mean(std::span<const double> samples);
  // The mean of one share for each trial, of `of_each` keys. As wide as the interval of the mean and as that
  // of all keys taken as independent: trials that agree by chance do not pass for certainty.
  static Estimate mean_share(std::span<const double> shares, std::uint64_t of_each);

  // So many times what was estimated, for a mean of all keys in place of one.
  Estimate times(double factor) const;
  Estimate in_percent() const;
  bool is_exact() const { return shown.low == shown.high; }
};

// Whether two independent estimates may be of one number, which was rounded by at most `rounding`. The
// distances to the facing ends of both intervals add like standard errors.       [Newcombe 1998, method 10]
bool agree(const Estimate& a, const Estimate& b, double rounding = 0);

}  // namespace peel::lab
