#include "sources/sqlite/stored_value.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string_view>

namespace peel::sources::sqlite {

namespace {

bool is_numeric(rows::ColumnType type) {
  return type == rows::ColumnType::integer || type == rows::ColumnType::numeric ||
         type == rows::ColumnType::real;
}

// The number that text is wholly, as a column of numbers reads it.
struct Number {
  std::optional<std::int64_t> integer;
  double real = 0;
};

std::optional<Number> number_in(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::size_t digit = text.starts_with('-') ? 1 : 0;
  if (text.size() == digit || (text[digit] != '.' && (text[digit] < '0' || text[digit] > '9'))) {
    return std::nullopt;  // from_chars would read "inf"
  }
  const char* const end = text.data() + text.size();
  Number number;
  std::int64_t integer = 0;
  if (const auto read = std::from_chars(text.data(), end, integer);
      read.ec == std::errc() && read.ptr == end) {
    number.integer = integer;
    number.real = static_cast<double>(integer);
    return number;
  }
  const auto read = std::from_chars(text.data(), end, number.real);
  if (read.ptr != end) return std::nullopt;
  // Out of range: what is too large is infinite, what is too small is nothing.
  if (read.ec != std::errc()) number.real = text.find("e-") == std::string_view::npos ? HUGE_VAL : 0;
  return number;
}

std::optional<std::int64_t> integer_equal_to(double value) {
  if (value != std::floor(value) || value < -0x1p63 || value >= 0x1p63) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

void append_integer(std::string& fold, std::int64_t value) {
  fold += 'i';
  fold += std::to_string(value);
}

// As the integer that is equal to it, if there is one: 1 and 1.0 are one for a unique key.
void append_folded_real(std::string& fold, double value) {
  if (const auto integer = integer_equal_to(value)) return append_integer(fold, *integer);
  rows::NumberRoom room;
  fold += 'f';
  fold += rows::real_cell(value, room).payload;
}

void append_text(std::string& fold, std::string_view text, TextFold text_fold) {
  fold += 't';
  if (text_fold == TextFold::coarse) {
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    for (const char c : text) fold += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  } else {
    fold += text;
  }
}

std::string text_of_real(double value) {
  char room[32];
  const int size = std::snprintf(room, sizeof room, "%.15g", value == 0 ? 0.0 : value);  // without a sign
  std::string text(room, static_cast<std::size_t>(size));
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

bool is_kept(const rows::Cell& cell, rows::ColumnType type) {
  switch (cell.tag) {
    case rows::CellTag::integer:
      return type != rows::ColumnType::text && type != rows::ColumnType::real;
    case rows::CellTag::real: {
      const double value = rows::real_of(cell);
      if (type == rows::ColumnType::text) return false;
      if (type == rows::ColumnType::real) return value != 0 || !std::signbit(value);
      // SQLite leaves the smallest integer real.
      const auto integer = integer_equal_to(value);
      return !is_numeric(type) || !integer || *integer == std::numeric_limits<std::int64_t>::min();
    }
    case rows::CellTag::text:
      return !is_numeric(type) || !number_in(cell.payload).has_value();
    default:
      return true;
  }
}

void append_fold(std::string& fold, const rows::Cell& cell, rows::ColumnType type, TextFold text_fold) {
  const bool becomes_text = type == rows::ColumnType::text;
  switch (cell.tag) {
    case rows::CellTag::integer: {
      const std::int64_t value = rows::integer_of(cell);
      if (becomes_text) return append_text(fold, std::to_string(value), text_fold);
      if (type == rows::ColumnType::real) return append_folded_real(fold, static_cast<double>(value));
      return append_integer(fold, value);
    }
    case rows::CellTag::real:
      if (becomes_text) return append_text(fold, text_of_real(rows::real_of(cell)), text_fold);
      return append_folded_real(fold, rows::real_of(cell));
    case rows::CellTag::text:
      if (is_numeric(type)) {
        if (const auto number = number_in(cell.payload)) {
          if (number->integer && type != rows::ColumnType::real)
            return append_integer(fold, *number->integer);
          return append_folded_real(fold, number->real);
        }
      }
      return append_text(fold, cell.payload, text_fold);
    default:
      fold += static_cast<char>(cell.tag);
      fold += cell.payload;
  }
}

}  // namespace peel::sources::sqlite
