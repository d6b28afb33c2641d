#include "plot/range.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace peel::plot {

namespace {

// Beyond these, differences and ratios would leave the range of a double: such points are left out like
// infinite ones.
constexpr double kLargest = 1e150;
constexpr double kSmallestPositive = 1e-150;
// A range narrower than this, relative to its ends, has no ticks that differ in a sensible number of digits.
constexpr double kNarrowest = 1e-9;
// Rounding of a quotient must neither lose a tick at the end of the axis nor add one beyond.
constexpr double kTickSlack = 1e-9;
constexpr std::size_t kStepsToRoundTo = 10;

// 1, 2 or 5 times a power of ten.
struct Step {
  int digit;
  int exponent;

  double times(double count) const {
    // Dividing keeps what has a short decimal text at the double next to it: 3 / 10, not 3 * 0.1.
    const double scale = std::pow(10.0, std::abs(exponent));
    return exponent < 0 ? count * digit / scale : count * digit * scale;
  }
  double size() const { return times(1); }
  Step next() const {
    if (digit == 1) return {2, exponent};
    return digit == 2 ? Step{5, exponent} : Step{1, exponent + 1};
  }
};

// The smallest step of which at most `most` make up the distance.
Step step_for(double distance, std::size_t most) {
  const double least = distance / static_cast<double>(most);
  Step step{1, static_cast<int>(std::floor(std::log10(least)))};
  while (step.size() < least * (1 - kTickSlack)) step = step.next();
  return step;
}

// The largest 1, 2 or 5 times a power of ten that is no larger than the value, and the smallest no smaller.
Step step_below(double value) {
  Step step{1, static_cast<int>(std::floor(std::log10(value))) - 1};
  while (step.next().size() <= value * (1 + kTickSlack)) step = step.next();
  return step;
}

Step step_above(double value) {
  Step step = step_below(value);
  return step.size() < value * (1 - kTickSlack) ? step.next() : step;
}

// What is to be seen on one axis, as far as it has a place there.
class Extent {
 public:
  explicit Extent(Scale scale) : place_{scale, 0, 1} {}
  void add(double value) {
    if (!place_.can_place(value)) return;
    low_ = is_empty_ ? value : std::min(low_, value);
    high_ = is_empty_ ? value : std::max(high_, value);
    is_empty_ = false;
  }
  Range range(const Axis& axis) const;

 private:
  Range place_;
  bool is_empty_ = true;
  double low_ = 0;
  double high_ = 0;
};

Range rounded_outwards(Range range) {
  if (range.scale == Scale::logarithmic) {
    return {range.scale, step_below(range.low).size(), step_above(range.high).size()};
  }
  const Step step = step_for(range.high - range.low, kStepsToRoundTo);
  return {range.scale, step.times(std::floor(range.low / step.size() + kTickSlack)),
          step.times(std::ceil(range.high / step.size() - kTickSlack))};
}

// Room around a single value.
Range widened(Scale scale, double middle) {
  if (scale == Scale::logarithmic) return {scale, middle / 2, middle * 2};
  const double room = middle == 0 ? 1 : std::abs(middle) / 4;
  return {scale, middle - room, middle + room};
}

bool is_narrow(double low, double high) {
  return high - low <= kNarrowest * std::max(std::abs(low), std::abs(high));
}

Range Extent::range(const Axis& axis) const {
  const Scale scale = place_.scale;
  const bool has_low = axis.low && place_.can_place(*axis.low);
  const bool has_high = axis.high && place_.can_place(*axis.high);
  if (has_low && has_high && !is_narrow(*axis.low, *axis.high)) return {scale, *axis.low, *axis.high};

  Range range{scale, scale == Scale::logarithmic ? 1.0 : 0.0, scale == Scale::logarithmic ? 10.0 : 1.0};
  if (!is_empty_) range = is_narrow(low_, high_) ? widened(scale, low_) : Range{scale, low_, high_};
  range = rounded_outwards(range);
  if (has_low == has_high) return range;
  const double given = has_low ? *axis.low : *axis.high;
  (has_low ? range.low : range.high) = given;
  if (!is_narrow(range.low, range.high)) return range;
  // All of the data is beyond the end that was asked for.
  range = rounded_outwards(widened(scale, given));
  (has_low ? range.low : range.high) = given;
  return range;
}

// With so many digits behind the first one, in the shortest form.
std::string scientific_text(double value, int digits) {
  char text[64];
  const auto end =
      std::to_chars(std::begin(text), std::end(text), value, std::chars_format::scientific, digits);
  std::from_chars(std::begin(text), end.ptr, value);
  return shortest_text(value);
}

std::string fixed_text(double value, int digits) {
  char text[64];
  const auto end = std::to_chars(std::begin(text), std::end(text), value, std::chars_format::fixed, digits);
  return {std::begin(text), end.ptr};
}

std::vector<Tick> linear_ticks(const Range& range, std::size_t most) {
  constexpr int kMostPlainDigits = 6;
  constexpr int kMostPlainDecimals = 4;
  const Step step = step_for(range.high - range.low, std::max<std::size_t>(most, 2) - 1);
  const double first = std::ceil(range.low / step.size() - kTickSlack);
  const double last = std::floor(range.high / step.size() + kTickSlack);
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  const int magnitude = static_cast<int>(std::floor(std::log10(largest)));
  const bool is_plain = magnitude < kMostPlainDigits && step.exponent >= -kMostPlainDecimals;
  std::vector<Tick> ticks;
  for (double count = first; count <= last; ++count) {
    const double value = count == 0 ? 0 : step.times(count);  // never -0
    ticks.push_back({value, is_plain ? fixed_text(value, std::max(0, -step.exponent))
                                     : scientific_text(value, std::max(0, magnitude - step.exponent))});
  }
  return ticks;
}

// On a logarithmic axis: in full where all of it is of a readable length, else as 5e-7.
std::string logarithmic_label(const Step& step, const Range& range) {
  constexpr double kLeastInFull = 1e-3;
  constexpr double kMostInFull = 1e6;
  const bool is_in_full = range.low >= kLeastInFull * (1 - kTickSlack) && range.high < kMostInFull;
  if (is_in_full) return fixed_text(step.size(), std::max(0, -step.exponent));
  return std::to_string(step.digit) + "e" + std::to_string(step.exponent);
}

std::vector<Tick> decade_ticks(const Range& range, std::size_t most) {
  const int first = static_cast<int>(std::ceil(std::log10(range.low) - kTickSlack));
  const int last = static_cast<int>(std::floor(std::log10(range.high) + kTickSlack));
  constexpr int kFirstPlain = -3;
  constexpr int kLastPlain = 5;
  const bool is_power = first < kFirstPlain || last > kLastPlain;
  const int decades = last - first + 1;
  const int limit = static_cast<int>(std::max<std::size_t>(most, 2));
  const int stride = std::max(1, (decades + limit - 1) / limit);
  std::vector<Tick> ticks;
  for (int exponent = first; exponent <= last; ++exponent) {
    if (exponent % stride != 0) continue;
    const Step power{1, exponent};
    ticks.push_back(
        {power.size(),
         is_power ? shortest_text(power.size()) : fixed_text(power.size(), std::max(0, -exponent)), is_power,
         exponent});
  }
  return ticks;
}

std::vector<Tick> logarithmic_ticks(const Range& range, std::size_t most) {
  constexpr double kDecadesThatSuffice = 2.5;
  const double decades = std::log10(range.high / range.low);
  if (decades >= kDecadesThatSuffice) return decade_ticks(range, most);
  std::vector<Tick> ticks;
  for (Step step = step_above(range.low); step.size() <= range.high * (1 + kTickSlack); step = step.next()) {
    ticks.push_back({step.size(), logarithmic_label(step, range)});
  }
  if (ticks.size() > most) return decade_ticks(range, most);
  return ticks.size() < 3 ? linear_ticks(range, most) : ticks;
}

}  // namespace

bool Range::can_place(double value) const {
  if (!std::isfinite(value) || std::abs(value) > kLargest) return false;
  return scale == Scale::linear || value >= kSmallestPositive;
}

double Range::position_of(double value) const {
  if (scale == Scale::linear) return (value - low) / (high - low);
  return std::log(value / low) / std::log(high / low);
}

bool Range::shows(double value) const {
  return can_place(value) && value >= low && value <= high;
}

Range x_range(const Plot& plot) {
  Extent extent(plot.x.scale);
  for (const Series& series : plot.series) {
    for (const Point& point : series.points) extent.add(point.x);
  }
  for (const Mark& mark : plot.marks) extent.add(mark.x);
  return extent.range(plot.x);
}

Range y_range(const Plot& plot) {
  Extent extent(plot.y.scale);
  for (const Series& series : plot.series) {
    for (const Point& point : series.points) {
      extent.add(point.y);
      if (point.high) extent.add(*point.high);
      if (point.low && plot.y.scale == Scale::linear) extent.add(*point.low);
    }
  }
  return extent.range(plot.y);
}

std::vector<Tick> ticks_of(const Range& range, std::size_t most) {
  return range.scale == Scale::linear ? linear_ticks(range, most) : logarithmic_ticks(range, most);
}

std::string shortest_text(double value) {
  char text[64];
  const auto plain = std::to_chars(std::begin(text), std::end(text), value);
  std::string shortest(std::begin(text), plain.ptr);
  // "1e+06" and "1e-07" as people write them.
  const std::size_t exponent = shortest.find('e');
  if (exponent == std::string::npos) return shortest;
  std::size_t digits = exponent + 1;
  const bool is_negative = shortest[digits] == '-';
  if (is_negative || shortest[digits] == '+') ++digits;
  while (digits + 1 < shortest.size() && shortest[digits] == '0') ++digits;
  return shortest.substr(0, exponent + 1) + (is_negative ? "-" : "") + shortest.substr(digits);
}

}  // namespace peel::plot
