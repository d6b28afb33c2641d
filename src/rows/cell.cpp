#include "peel/rows/cell.hpp"

#include "peel/core/bytes.hpp"

#include "rows/number_text.hpp"
#include "rows/time_text.hpp"

#include <bit>
#include <charconv>
#include <cmath>

namespace peel::rows {

namespace {

constexpr std::uint64_t kOneNan = 0x7FF8000000000000;

// Bytes that it takes, sign included.
std::size_t least_length(std::int64_t value) {
  if (value == 0) return 0;
  const auto magnitude = static_cast<std::uint64_t>(value < 0 ? ~value : value);
  return static_cast<std::size_t>(std::bit_width(magnitude)) / 8 + 1;
}

std::string decimal_text(std::string_view payload) {
  // 1234E-2 is shown as 12.34; exponents that would take many zeros stay as they are.
  constexpr int kMostZeros = 40;
  const std::size_t mark = payload.find('E');
  if (mark == std::string_view::npos) return std::string(payload);  // not canonical
  int exponent = 0;
  std::from_chars(payload.data() + mark + 1, payload.data() + payload.size(), exponent);
  const bool is_negative = payload.starts_with('-');
  std::string digits(payload.substr(is_negative ? 1 : 0, mark - (is_negative ? 1 : 0)));
  const auto length = static_cast<int>(digits.size());
  if (exponent > kMostZeros || exponent < -kMostZeros - length) return std::string(payload);
  if (exponent >= 0) {
    digits.append(static_cast<std::size_t>(exponent), '0');
  } else {
    if (length <= -exponent) digits.insert(0, static_cast<std::size_t>(1 - exponent - length), '0');
    digits.insert(digits.size() - static_cast<std::size_t>(-exponent), 1, '.');
  }
  return (is_negative ? "-" : "") + digits;
}

std::string real_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Inf" : "-Inf";
  std::array<char, 32> room;
  const auto written = [&room](const auto&... how) {
    return std::string(room.data(), std::to_chars(room.data(), room.data() + room.size(), how...).ptr);
  };
  // Fixed where people would write it so, and no more digits than a real has.
  const double magnitude = std::abs(value);
  const bool is_fixed = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16);
  std::string text = written(value, is_fixed ? std::chars_format::fixed : std::chars_format::scientific);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

Cell integer_cell(std::int64_t value, NumberRoom& room) {
  store_le(reinterpret_cast<std::byte*>(room.data()), static_cast<std::uint64_t>(value));
  return {CellTag::integer, {room.data(), least_length(value)}};
}

Cell real_cell(double value, NumberRoom& room) {
  const std::uint64_t bits = std::isnan(value) ? kOneNan : std::bit_cast<std::uint64_t>(value);
  store_le(reinterpret_cast<std::byte*>(room.data()), bits);
  return {CellTag::real, {room.data(), room.size()}};
}

std::int64_t integer_of(const Cell& cell) {
  const std::size_t size = cell.payload.size();
  if (size == 0) return 0;
  const std::uint64_t low = load_le(reinterpret_cast<const std::byte*>(cell.payload.data()), size);
  const auto shift = 64 - 8 * size;
  return static_cast<std::int64_t>(low << shift) >> shift;
}

double real_of(const Cell& cell) {
  return std::bit_cast<double>(load_le(reinterpret_cast<const std::byte*>(cell.payload.data())));
}

bool is_canonical(const Cell& cell) {
  NumberRoom number;
  switch (cell.tag) {
    case CellTag::null:
      return cell.payload.empty();
    case CellTag::integer:
    case CellTag::time:
    case CellTag::rounded:
      return cell.payload.size() <= number.size() &&
             integer_cell(integer_of(cell), number).payload.size() == cell.payload.size();
    case CellTag::real:
      return cell.payload.size() == number.size() && real_cell(real_of(cell), number) == cell;
    case CellTag::decimal: {
      CellRoom room;
      return read_decimal(cell.payload, room) == cell;
    }
    case CellTag::text:
    case CellTag::blob:
    case CellTag::json:  // to parse it is left to those who read values of it
      break;
  }
  return true;
}

std::string text_of(const Cell& cell) {
  switch (cell.tag) {
    case CellTag::null:
      return {};
    case CellTag::integer:
    case CellTag::rounded:
      return std::to_string(integer_of(cell));
    case CellTag::real:
      return real_text(real_of(cell));
    case CellTag::decimal:
      return decimal_text(cell.payload);
    case CellTag::time:
      return time_text(integer_of(cell));
    case CellTag::text:
    case CellTag::blob:
    case CellTag::json:
      break;
  }
  return std::string(cell.payload);
}

std::string_view name_of(CellTag tag) {
  switch (tag) {
    case CellTag::null:
      return "null";
    case CellTag::integer:
      return "integer";
    case CellTag::decimal:
      return "decimal";
    case CellTag::real:
      return "real";
    case CellTag::time:
      return "time";
    case CellTag::text:
      return "text";
    case CellTag::blob:
      return "blob";
    case CellTag::json:
      return "json";
    case CellTag::rounded:
      return "rounded";
  }
  return "unknown";
}

}  // namespace peel::rows
