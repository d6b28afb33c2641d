#include "sources/json/canonical_text.hpp"

#include "peel/rows/cell_rule.hpp"

#include "sources/json/json_reader.hpp"

namespace peel::sources {

namespace {

// So many digits are always a 64-bit integer.
constexpr std::size_t kSurelyInteger = 18;
constexpr std::size_t kMostPower = 10'000;

bool by_decimal(std::string_view spelled, std::string& to) {
  rows::CellRoom room;
  const rows::Cell text{rows::CellTag::text, spelled};
  const rows::Cell number =
      rows::by_rule({rows::CellRule::Reading::lent, rows::ColumnType::decimal}, text, room);
  if (number.tag == rows::CellTag::text) return false;
  if (number.tag == rows::CellTag::decimal) {
    to += number.payload;
  } else {
    to += rows::text_of(number);
  }
  return true;
}

std::string_view without_zeros_before(std::string_view digits) {
  const std::size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? std::string_view() : digits.substr(first);
}

}  // namespace

void append_escaped(std::string_view text, std::string& to) {
  constexpr std::string_view kFrom = "\"\\\b\f\n\r\t";
  constexpr std::string_view kTo = "\"\\bfnrt";
  constexpr const char* kDigits = "0123456789abcdef";
  for (const char byte : text) {
    const auto number = static_cast<unsigned char>(byte);
    if (number >= 0x20 && byte != '"' && byte != '\\') {
      to += byte;
      continue;
    }
    to += '\\';
    const std::size_t found = kFrom.find(byte);
    if (found != std::string_view::npos) {
      to += kTo[found];
    } else {
      to += "u00";
      to += kDigits[number >> 4];
      to += kDigits[number & 15];
    }
  }
}

void append_canonical_text(std::string_view spelled, std::string& to) {
  if (spelled.find('\\') == std::string_view::npos) {
    to += spelled;
    return;
  }
  std::string text;
  append_unescaped(spelled, text);
  append_escaped(text, to);
}

bool append_canonical_number(std::string_view spelled, std::string& to) {
  const bool is_negative = spelled.front() == '-';
  const std::string_view digits = spelled.substr(is_negative ? 1 : 0);
  const std::size_t mark = digits.find_first_of(".eE");
  if (mark == std::string_view::npos && digits.size() <= kSurelyInteger) {
    to += digits == "0" ? digits : spelled;
    return true;
  }
  if (mark == std::string_view::npos || digits.find_first_of("eE", mark) != std::string_view::npos)
    return by_decimal(spelled, to);
  // What most fractions are, without the detour: 12.50 is 125E-1.
  const std::size_t last = digits.find_last_not_of('0');
  if (last <= mark) return append_canonical_number(spelled.substr(0, mark + (is_negative ? 1 : 0)), to);
  const std::string_view fraction = digits.substr(mark + 1, last - mark);
  if (fraction.size() > kMostPower) return false;
  const std::string_view whole = without_zeros_before(digits.substr(0, mark));
  if (is_negative) to += '-';
  to += whole;
  to += whole.empty() ? without_zeros_before(fraction) : fraction;
  to += "E-";
  to += std::to_string(fraction.size());
  return true;
}

}  // namespace peel::sources
