#include "cli/output/printable.hpp"

#include <cstddef>
#include <cstdint>
#include <fmt/format.h>

namespace peel::cli {

namespace {

std::uint8_t byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<std::uint8_t>(bytes[i]);
}

// How many bytes the first character has; 0 if it is not UTF-8.
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

// C0, DEL, and C1, which UTF-8 writes as C2 80 to C2 9F.
bool is_control(std::string_view character) {
  const std::uint8_t first = byte_at(character, 0);
  return first < 0x20 || first == 0x7F || (first == 0xC2 && byte_at(character, 1) < 0xA0);
}

}  // namespace

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
    if (length == 0 || is_control(character)) {
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
