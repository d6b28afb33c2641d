#include "sources/sqlite/real_literal.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace peel::sources::sqlite {

namespace {

// Below this SQLite 3.40 scales twice, and rounds twice. (With 17 digits it does so from 10^-291 on.)
constexpr double kLeastDecimal = 1e-290;

// Decimal digits as to_chars writes them with an exponent: d.ddde-12.
struct Decimal {
  std::uint64_t digits = 0;  // at most 17
  int count = 0;             // of them
  int exponent = 0;          // of the first
};

Decimal parsed(std::string_view scientific) {
  Decimal decimal;
  const std::size_t mark = scientific.find('e');
  for (const char c : scientific.substr(0, mark)) {
    if (c == '.') continue;
    decimal.digits = decimal.digits * 10 + static_cast<std::uint64_t>(c - '0');
    ++decimal.count;
  }
  const std::string_view power = scientific.substr(mark + 1);
  const bool has_plus = power.starts_with('+');
  std::from_chars(power.data() + (has_plus ? 1 : 0), power.data() + power.size(), decimal.exponent);
  return decimal;
}

// Rounded correctly.
double read(std::uint64_t digits, int exponent) {
  const std::string text = std::to_string(digits) + "e" + std::to_string(exponent);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// Whether a reader that is off by four parts in 10^18 still reads the value.
bool is_safe(std::string_view scientific, double value) {
  constexpr int kWidth = 19;  // digits that 64 bits hold
  Decimal decimal = parsed(scientific);
  for (; decimal.count < kWidth; ++decimal.count) decimal.digits *= 10;
  const std::uint64_t first = decimal.digits / 1'000'000'000'000'000'000;
  const std::uint64_t error = 4 * (first + 1);
  const int exponent = decimal.exponent - (kWidth - 1);
  return read(decimal.digits - error, exponent) == value && read(decimal.digits + error, exponent) == value;
}

// `magnitude` is positive and finite. False if no decimal is safe; then nothing is appended.
bool append_decimal(std::string& sql, double magnitude) {
  std::array<char, 32> room;
  char* const begin = room.data();
  char* end = std::to_chars(begin, begin + room.size(), magnitude, std::chars_format::scientific).ptr;
  if (is_safe({begin, end}, magnitude)) {
    end =
        std::to_chars(begin, begin + room.size(), magnitude).ptr;  // the same digits, perhaps written plainly
  } else {
    end = std::to_chars(begin, begin + room.size(), magnitude, std::chars_format::scientific, 16).ptr;
    if (!is_safe({begin, end}, magnitude)) return false;
  }
  const std::string_view text(begin, end);
  sql += text;
  if (text.find_first_of(".e") == std::string_view::npos) sql += ".0";
  return true;
}

// m / 2^a / 2^b with a whole m below 2^53: no step of it rounds. Powers of two between 2^-540 and 2^540 all
// have a safe decimal.
void append_quotient(std::string& sql, double magnitude) {
  int exponent = 0;
  double mantissa = std::ldexp(std::frexp(magnitude, &exponent), 53);
  exponent -= 53;
  // A subnormal has fewer bits, and there is no power below.
  constexpr int kLeastExponent = -1074;
  if (exponent < kLeastExponent) {
    mantissa = std::ldexp(mantissa, exponent - kLeastExponent);
    exponent = kLeastExponent;
  }
  const int half = -exponent / 2;
  sql += '(';
  sql += std::to_string(static_cast<std::uint64_t>(mantissa));
  sql += ".0/";
  append_decimal(sql, std::ldexp(1.0, half));
  sql += '/';
  append_decimal(sql, std::ldexp(1.0, -exponent - half));
  sql += ')';
}

}  // namespace

void append_real(std::string& sql, double value) {
  if (std::signbit(value)) sql += '-';
  const double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) {
    sql += "9e999";
  } else if (magnitude == 0) {
    sql += "0.0";
  } else if (magnitude < kLeastDecimal || !append_decimal(sql, magnitude)) {
    append_quotient(sql, magnitude);
  }
}

}  // namespace peel::sources::sqlite
