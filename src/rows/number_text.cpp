#include "rows/number_text.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace peel::rows {

namespace {

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

// The parts of digits[.digits][e[sign]digits]. At least one digit before the exponent.
struct Parts {
  bool is_negative = false;
  bool has_plus = false;
  std::string_view whole;
  std::string_view fraction;
  bool has_point = false;
  std::string_view exponent;  // with its sign; empty if there is none
};

std::string_view take_digits(std::string_view& rest) {
  std::size_t count = 0;
  while (count < rest.size() && is_digit(rest[count])) ++count;
  const std::string_view digits = rest.substr(0, count);
  rest.remove_prefix(count);
  return digits;
}

std::optional<Parts> parts_of(std::string_view text) {
  Parts parts;
  if (text.starts_with('-') || text.starts_with('+')) {
    parts.is_negative = text.front() == '-';
    parts.has_plus = !parts.is_negative;
    text.remove_prefix(1);
  }
  parts.whole = take_digits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    parts.has_point = true;
    parts.fraction = take_digits(text);
  }
  if (parts.whole.empty() && parts.fraction.empty()) return std::nullopt;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    const std::string_view whole_exponent = text;
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    if (take_digits(text).empty()) return std::nullopt;
    parts.exponent = whole_exponent.substr(0, whole_exponent.size() - text.size());
  }
  if (!text.empty()) return std::nullopt;
  return parts;
}

// Of a written exponent, or the number next to it that 64 bits can hold.
std::int64_t exponent_of(const Parts& parts) {
  std::string_view digits = parts.exponent;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t exponent = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (problem != std::errc::result_out_of_range) return exponent;
  using Limits = std::numeric_limits<std::int64_t>;
  return digits.starts_with('-') ? Limits::min() : Limits::max();
}

Decimal scaled(const Parts& parts) {
  std::string digits = std::string(parts.whole).append(parts.fraction);
  const std::size_t first = digits.find_first_not_of('0');
  if (first == std::string::npos) return {};
  const std::size_t last = digits.find_last_not_of('0');
  const auto shift =
      static_cast<std::int64_t>(digits.size() - 1 - last) - static_cast<std::int64_t>(parts.fraction.size());
  Decimal number{parts.is_negative, digits.substr(first, last + 1 - first), exponent_of(parts)};
  // An exponent at the edge of 64 bits stays there: no text is long enough to bring it back.
  if (__builtin_add_overflow(number.exponent, shift, &number.exponent)) number.exponent = exponent_of(parts);
  return number;
}

double real_in(std::string_view text, const Parts& parts) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc::result_out_of_range) return value;
  // Too large or too small. The power of ten of the first digit says which, and is far from 0.
  const Decimal number = scaled(parts);
  const bool is_tiny = number.exponent < -static_cast<std::int64_t>(number.digits.size());
  const double magnitude = is_tiny ? 0.0 : std::numeric_limits<double>::infinity();
  return parts.is_negative ? -magnitude : magnitude;
}

// No leading zeros or plus, digits on both sides of a point.
bool is_trim(const Parts& parts) {
  return !parts.has_plus && !parts.whole.empty() && (parts.whole.size() == 1 || parts.whole.front() != '0') &&
         (!parts.has_point || !parts.fraction.empty());
}

// Whether a real can stand for the number: it neither overflows nor vanishes, and has no more digits than
// tell all doubles apart. 0e1 and 0e2 are rather two codes than one number.
bool keeps_its_digits(const Parts& parts, double value) {
  constexpr std::size_t kMost = 17;
  if (!parts.exponent.empty() && parts.whole.front() == '0') return false;
  if (!std::isfinite(value)) return false;
  const bool is_short = parts.whole.size() + parts.fraction.size() <= kMost;
  if (is_short && value != 0) return true;
  const std::size_t digits = scaled(parts).digits.size();
  return value == 0 ? digits == 0 : digits <= kMost;
}

}  // namespace

NumberText read_number(std::string_view text) {
  using Kind = NumberText::Kind;
  using Limits = std::numeric_limits<double>;
  if (text.empty()) return {};
  if (text == "Inf") return {Kind::real, 0, Limits::infinity(), true};
  if (text == "-Inf") return {Kind::real, 0, -Limits::infinity(), true};
  if (text == "NaN") return {Kind::real, 0, Limits::quiet_NaN(), true};
  const auto parts = parts_of(text);
  if (!parts) return {};
  const bool is_whole = !parts->has_point && parts->exponent.empty();
  if (is_whole) {
    const std::string_view digits = parts->has_plus ? text.substr(1) : text;
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem == std::errc()) {
      const bool is_minus_zero = value == 0 && parts->is_negative;
      return {Kind::integer, value, is_minus_zero ? -0.0 : static_cast<double>(value),
              is_trim(*parts) && !is_minus_zero};
    }
  }
  const double value = real_in(text, *parts);
  return {Kind::real, 0, value, !is_whole && is_trim(*parts) && keeps_its_digits(*parts, value)};
}

bool is_json_number(std::string_view text) {
  const auto parts = parts_of(text);
  return parts && is_trim(*parts);
}

std::optional<Decimal> decimal_in(std::string_view text) {
  constexpr std::int64_t kMostExponent = std::int64_t{1} << 60;
  const auto parts = parts_of(text);
  if (!parts) return std::nullopt;
  Decimal number = scaled(*parts);
  if (number.exponent > kMostExponent || number.exponent < -kMostExponent) return std::nullopt;
  return number;
}

std::optional<Cell> read_decimal(std::string_view text, CellRoom& room) {
  constexpr std::int64_t kMostExponent = 10'000;
  const auto parts = parts_of(text);
  if (!parts) return std::nullopt;
  const Decimal number = scaled(*parts);
  if (number.digits.empty()) return integer_cell(0, room.number);
  if (number.exponent > kMostExponent || number.exponent < -kMostExponent) return std::nullopt;
  std::string mantissa = (parts->is_negative ? "-" : "") + number.digits;
  if (number.exponent >= 0 && number.exponent < 19) {
    std::string whole = mantissa;
    whole.append(static_cast<std::size_t>(number.exponent), '0');
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(whole.data(), whole.data() + whole.size(), value);
    if (problem == std::errc()) return integer_cell(value, room.number);
  }
  room.text = std::move(mantissa);
  room.text += 'E';
  room.text += std::to_string(number.exponent);
  return Cell{CellTag::decimal, room.text};
}

}  // namespace peel::rows
