#include "cli/output/columns.hpp"

namespace peel::cli {

namespace {

bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

std::size_t columns_of_byte(char byte) {
  if (continues_character(byte)) return 0;
  return static_cast<unsigned char>(byte) < 0x80 ? 1 : 2;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (const char byte : text) columns += columns_of_byte(byte);
  return columns;
}

std::string shortened(std::string text, std::size_t columns) {
  constexpr std::string_view kDots = "...";
  std::size_t taken = columns_of(text);
  if (taken <= columns) return text;
  if (columns < kDots.size()) return "";
  // Ends at the first byte of a character: only that has columns.
  while (taken + kDots.size() > columns) {
    taken -= columns_of_byte(text.back());
    text.pop_back();
  }
  return text.append(kDots);
}

}  // namespace peel::cli
