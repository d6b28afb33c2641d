#include "rows/number_text.hpp"

#include <charconv>
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

double real_in(std::string_view text, bool is_negative) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc::result_out_of_range) return value;
  // Too large or too small: the exponent, or the number of digits, says which.
  const std::size_t mark = text.find_first_of("eE");
  const bool is_tiny = mark != std::string_view::npos ? text.substr(mark + 1).starts_with('-')
                                                      : text.find_first_of("123456789") > text.find('.');
  const double magnitude = is_tiny ? 0.0 : std::numeric_limits<double>::infinity();
  return is_negative ? -magnitude : magnitude;
}

}  // namespace

NumberText read_number(std::string_view text) {
  using Kind = NumberText::Kind;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (text.empty()) return {};
  if (!is_digit(text.front()) && text.front() != '-' && text.front() != '+' && text.front() != '.') {
    return text == "Inf" ? NumberText{Kind::real, 0, kInfinity, true} : NumberText{};
  }
  if (text == "-Inf") return {Kind::real, 0, -kInfinity, true};
  const auto parts = parts_of(text);
  if (!parts) return {};
  const bool is_trim = !parts->has_plus && !parts->whole.empty() &&
                       (parts->whole.size() == 1 || parts->whole.front() != '0') &&
                       (!parts->has_point || !parts->fraction.empty());
  NumberText number{Kind::real, 0, 0, is_trim};
  if (!parts->has_point && parts->exponent.empty()) {
    const std::string_view digits = parts->has_plus ? text.substr(1) : text;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number.integer);
    if (problem == std::errc()) {
      number.kind = Kind::integer;
      number.is_plain = is_trim && text != "-0";
      return number;
    }
  }
  number.real = real_in(text, parts->is_negative);
  return number;
}

std::optional<Cell> read_decimal(std::string_view text, CellRoom& room) {
  constexpr int kMostExponent = 10'000;
  const auto parts = parts_of(text);
  if (!parts) return std::nullopt;
  int exponent = 0;
  if (!parts->exponent.empty()) {
    const std::string_view digits = parts->exponent.substr(parts->exponent.front() == '+' ? 1 : 0);
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (problem != std::errc() || exponent > kMostExponent || exponent < -kMostExponent) return std::nullopt;
  }
  std::string digits = std::string(parts->whole).append(parts->fraction);
  const std::size_t first = digits.find_first_not_of('0');
  if (first == std::string::npos) return integer_cell(0, room.number);
  const std::size_t last = digits.find_last_not_of('0');
  exponent += static_cast<int>(digits.size() - 1 - last) - static_cast<int>(parts->fraction.size());
  std::string mantissa(parts->is_negative ? "-" : "");
  mantissa.append(digits, first, last + 1 - first);
  if (exponent >= 0 && exponent < 19) {
    std::string whole = mantissa;
    whole.append(static_cast<std::size_t>(exponent), '0');
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(whole.data(), whole.data() + whole.size(), value);
    if (problem == std::errc()) return integer_cell(value, room.number);
  }
  room.text = std::move(mantissa);
  room.text += 'E';
  room.text += std::to_string(exponent);
  return Cell{CellTag::decimal, room.text};
}

}  // namespace peel::rows
