#include "cli/output/display_width.hpp"

#include "cli/output/printable.hpp"

#include <algorithm>
#include <span>

namespace peel::cli {

namespace {

struct Stretch {
  char32_t first;
  char32_t last;
};

// East_Asian_Width W and F of Unicode, in whole blocks.
constexpr Stretch kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
                             {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},
                             {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
                             {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};

// Combining marks of the scripts that have them on their own, joiners and variation selectors.
constexpr Stretch kWithoutWidth[] = {{0x0300, 0x036F},  {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F},
                                     {0x1AB0, 0x1AFF},  {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x2060, 0x2064},
                                     {0x20D0, 0x20FF},  {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
                                     {0xE0000, 0xE01EF}};

bool is_in(char32_t character, std::span<const Stretch> stretches) {
  return std::ranges::any_of(stretches, [character](const Stretch& stretch) {
    return character >= stretch.first && character <= stretch.last;
  });
}

std::size_t width_of(std::string_view character) {
  if (character.size() == 1) return 1;
  const char32_t code = code_point(character);
  if (is_in(code, kWithoutWidth)) return 0;
  return is_in(code, kWide) ? 2 : 1;
}

// The first character, or the byte that is none.
std::string_view first_of(std::string_view text) {
  return text.substr(0, std::max<std::size_t>(1, character_length(text)));
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    width += width_of(first_of(text));
    text.remove_prefix(first_of(text).size());
  }
  return width;
}

std::string cut_to_width(std::string_view text, std::size_t columns) {
  constexpr std::string_view kDots = "...";
  std::size_t width = 0;
  std::size_t fits_with_dots = 0;  // bytes
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view character = first_of(text.substr(at));
    width += width_of(character);
    if (width > columns) return std::string(text.substr(0, fits_with_dots)).append(kDots);
    at += character.size();
    if (width + kDots.size() <= columns) fits_with_dots = at;
  }
  return std::string(text);
}

}  // namespace peel::cli
