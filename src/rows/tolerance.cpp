// Most questions are answered by doubles, whose errors are known; where these leave it open, decimals answer.
// The work grows with the number of digits in the text, never with the size of exponents.
#include "peel/rows/tolerance.hpp"

#include "peel/rows/cell_rule.hpp"

#include "rows/number_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace peel::rows {

namespace {

constexpr double kMostMultiples = 9007199254740992.0;  // 2^53
// Above the share by which a quotient or a difference of two numbers, each rounded to a double, may be wrong.
constexpr double kRoundingErrors = 0x1p-51;

__extension__ using Wide = unsigned __int128;

std::optional<Decimal> decimal_of_real(double value) {
  constexpr double kMostInteger = 0x1p63;
  const bool is_integer = std::abs(value) <= kMostInteger && value == std::trunc(value);
  std::array<char, 32> text;
  const auto end =
      is_integer ? std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed)
                 : std::to_chars(text.data(), text.data() + text.size(), value);
  return decimal_in({text.data(), end.ptr});
}

// Nothing for what is not finite.
std::optional<Decimal> exact_decimal(const Cell& cell) {
  if (cell.tag == CellTag::real) return decimal_of_real(real_of(cell));
  if (cell.tag == CellTag::integer) return decimal_in(std::to_string(integer_of(cell)));
  return decimal_in(cell.payload);
}

void strip_zeros(Decimal& number) {
  const std::size_t last = number.digits.find_last_not_of('0');
  if (last == std::string::npos) {
    number = {};
    return;
  }
  number.exponent += static_cast<std::int64_t>(number.digits.size() - 1 - last);
  number.digits.resize(last + 1);
  number.digits.erase(0, number.digits.find_first_not_of('0'));
}

// The distance between two numbers whose digits are near each other.
Decimal distance(Decimal left, Decimal right) {
  const std::int64_t exponent = std::min(left.exponent, right.exponent);
  const std::int64_t top = std::max(left.top(), right.top()) + 1;
  for (Decimal* const number : {&left, &right}) {
    number->digits.append(static_cast<std::size_t>(number->exponent - exponent), '0');
    number->digits.insert(0, static_cast<std::size_t>(top - exponent) - number->digits.size(), '0');
    number->exponent = exponent;
  }
  const bool is_sum = left.is_negative != right.is_negative;
  if (!is_sum && left.digits < right.digits) std::swap(left, right);
  int carry = 0;
  for (std::size_t i = left.digits.size(); i-- > 0;) {
    const int other = right.digits[i] - '0' + carry;
    const int digit = left.digits[i] - '0' + (is_sum ? other : -other);
    carry = digit < 0 || digit > 9 ? 1 : 0;
    left.digits[i] = static_cast<char>('0' + (digit + 10) % 10);
  }
  strip_zeros(left);
  return left;
}

// Compares two numbers that are not zero, without their signs.
bool is_at_most(const Decimal& number, const Decimal& most) {
  if (number.top() != most.top()) return number.top() < most.top();
  return number.digits <= most.digits;
}

bool are_within(const Decimal& left, const Decimal& right, const Decimal& most) {
  if (left.digits.empty()) return right.digits.empty() || is_at_most(right, most);
  if (right.digits.empty()) return is_at_most(left, most);
  if (left.top() < right.top()) return are_within(right, left, most);
  // The larger number, of either sign, decides where it is far from the other and from the tolerance.
  if (left.top() - 2 >= std::max(right.top(), most.top())) return false;
  if (left.top() + 2 <= most.top()) return true;
  // A number below the last digit of both others can only tip the balance, so any such number does.
  const std::int64_t last = std::min(left.exponent, most.exponent);
  const Decimal apart =
      distance(left, right.top() > last ? right : Decimal{right.is_negative, "1", last - 1});
  return apart.digits.empty() || is_at_most(apart, most);
}

Wide power_of_ten(std::int64_t exponent) {
  Wide power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

}  // namespace

std::optional<Tolerance> Tolerance::from(std::string_view text) {
  constexpr std::size_t kMostDigits = 19;
  const auto number = decimal_in(text);
  if (!number || number->is_negative || number->digits.empty() || number->digits.size() > kMostDigits)
    return std::nullopt;
  if (!is_at_most(*number, {false, "1", 300}) || !is_at_most({false, "1", -300}, *number))
    return std::nullopt;
  return Tolerance(std::stoull(number->digits), number->exponent, read_number(text).real);
}

bool Tolerance::covers(const Cell& left, const Cell& right) const {
  if (left == right) return true;
  const auto a = number_in(left);
  const auto b = number_in(right);
  if (!a || !b) return false;
  const double apart = std::abs(*a - *b);
  const double doubt = (std::abs(*a) + std::abs(*b) + nearest_) * kRoundingErrors;
  if (apart + doubt < nearest_) return true;
  if (std::isfinite(doubt) && apart - doubt > nearest_) return false;
  const auto one = exact_decimal(left);
  const auto other = exact_decimal(right);
  return one && other && are_within(*one, *other, {false, std::to_string(digits_), exponent_});
}

Cell Tolerance::rounded(const Cell& cell, NumberRoom& room) const {
  const auto multiple_cell = [&room](std::int64_t multiple) {
    return Cell{CellTag::rounded, integer_cell(multiple, room).payload};
  };
  const auto nearest = number_in(cell);
  if (!nearest) return cell;
  const double quotient = *nearest / nearest_;
  if (!(std::abs(quotient) <= 2 * kMostMultiples)) return cell;
  const double whole = std::nearbyint(quotient);
  const double doubt = std::abs(quotient) * kRoundingErrors;
  if (std::abs(quotient - whole) + doubt < 0.5) return multiple_cell(static_cast<std::int64_t>(whole));

  const auto number = exact_decimal(cell);
  if (!number) return cell;
  // In units of a tenth of the tolerance's last digit, half a tolerance is a whole number. Rounded to a
  // double, the quotient is at most 2^54, so that 37 digits are before the point at most, which 128 bits can
  // hold.
  const std::int64_t whole_digits = number->top() - (exponent_ - 1);
  const Wide step = Wide{digits_} * 10;
  Wide units = 0;
  std::int64_t place = 0;
  for (; place < whole_digits && place < std::ssize(number->digits); ++place)
    units = units * 10 + static_cast<unsigned>(number->digits[static_cast<std::size_t>(place)] - '0');
  units *= power_of_ten(whole_digits - place);
  const bool has_more = place < std::ssize(number->digits);
  const Wide rest = units % step;
  const Wide half = step / 2;
  auto multiple = static_cast<std::int64_t>(units / step);
  if (rest > half || (rest == half && (has_more || multiple % 2 != 0))) ++multiple;
  if (multiple > static_cast<std::int64_t>(kMostMultiples)) return cell;
  return multiple_cell(number->is_negative ? -multiple : multiple);
}

}  // namespace peel::rows
