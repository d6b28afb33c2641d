#include "cli/output/printable.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>

namespace peel::cli {

namespace {

std::uint8_t byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<std::uint8_t>(bytes[i]);
}

struct PrintableStretch {
  char32_t first;
  char32_t last;
};

// Unicode's controls, default ignorable characters and white space, without the space of ASCII and that of
// ideographic writing. cli/diff/html/text.js has the same.
constexpr PrintableStretch kUnseen[] = {
    {0x00, 0x1F},     {0x7F, 0xA0},       {0xAD, 0xAD},       {0x34F, 0x34F},   {0x61C, 0x61C},
    {0x115F, 0x1160}, {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x2000, 0x200F}, {0x2028, 0x202F},
    {0x205F, 0x206F}, {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

}  // namespace

std::size_t character_length(std::string_view bytes) {
  const std::uint8_t lead = byte_at(bytes, 0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || bytes.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(bytes, i) & 0xC0) != 0x80) return 0;
  }
  const std::uint8_t second = byte_at(bytes, 1);
  const bool is_overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool is_surrogate = lead == 0xED && second >= 0xA0;
  const bool is_too_large = lead == 0xF4 && second >= 0x90;
  return is_overlong || is_surrogate || is_too_large ? 0 : length;
}

char32_t code_point(std::string_view character) {
  const std::uint8_t lead = byte_at(character, 0);
  if (lead < 0x80) return lead;
  char32_t code = lead & (0xFFU >> (character.size() + 1));
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte_at(character, i) & 0x3FU);
  return code;
}

bool is_treacherous(char32_t character) {
  const bool is_control = character < 0x20 || (character >= 0x7F && character < 0xA0);  // C0, DEL and C1
  const bool ends_line = character == 0x2028 || character == 0x2029;
  const bool turns_direction = character == 0x061C || character == 0x200E || character == 0x200F ||
                               (character >= 0x202A && character <= 0x202E) ||
                               (character >= 0x2066 && character <= 0x2069);
  return is_control || ends_line || turns_direction;
}

bool is_unseen(char32_t character) {
  return std::ranges::any_of(kUnseen, [character](const PrintableStretch& stretch) {
    return character >= stretch.first && character <= stretch.last;
  });
}

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = character_length(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (length == 0 || is_treacherous(code_point(character))) {
      for (std::size_t i = 0; i < character.size(); ++i)
        out += fmt::format("\\x{:02X}", byte_at(character, i));
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
  return out;
}

}  // namespace peel::cli
