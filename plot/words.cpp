#include "plot/words.hpp"

#include <cstdint>
#include <sstream>

namespace peel::plot {

namespace {

constexpr std::string_view kUnknown = "?";

std::size_t length_by_first_byte(unsigned char byte) {
  if (byte < 0x80) return 1;
  if (byte >= 0xC2 && byte < 0xE0) return 2;
  if (byte >= 0xE0 && byte < 0xF0) return 3;
  return byte >= 0xF0 && byte < 0xF5 ? 4 : 0;
}

// The length of the character that the text starts with; 0 if it is none that may be shown.
std::size_t length_of_first(std::string_view text) {
  const std::size_t length = length_by_first_byte(static_cast<unsigned char>(text[0]));
  if (length == 0 || length > text.size()) return 0;
  if (length == 1) return 1;
  std::uint32_t code = static_cast<unsigned char>(text[0]) & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80) return 0;
    code = code << 6 | (byte & 0x3FU);
  }
  constexpr std::uint32_t kFirstOfLength[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  const bool is_no_character = code == 0xFFFE || code == 0xFFFF || code > 0x10FFFF;
  return code < kFirstOfLength[length] || is_surrogate || is_no_character ? 0 : length;
}

bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7F;
  return character.size() == 2 && first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

}  // namespace

std::string_view name_of(Source source) {
  switch (source) {
    case Source::printed:
      return "printed";
    case Source::theory:
      return "theory";
    case Source::observed:
      return "observed";
    case Source::ours:
      return "ours";
  }
  return "unknown";
}

std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> characters;
  while (!text.empty()) {
    const std::size_t length = length_of_first(text);
    const std::string_view character = length == 0 ? kUnknown : text.substr(0, length);
    characters.emplace_back(is_control(character) ? " " : character);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return characters;
}

std::string plain(std::string_view text) {
  std::string ascii;
  for (const std::string& character : characters_of(text)) {
    ascii += character.size() == 1 ? character : std::string(kUnknown);
  }
  return ascii;
}

std::string wrapped(std::string_view text, std::string_view first, std::size_t columns) {
  std::istringstream words{std::string(text)};
  std::string lines;
  std::string line(first);
  bool is_start = true;
  for (std::string word; words >> word; is_start = false) {
    if (!is_start && line.size() + 1 + word.size() > columns) {
      lines += line + "\n";
      line = std::string(first.size(), ' ') + word;
    } else {
      line += (is_start ? "" : " ") + word;
    }
  }
  return lines + line + "\n";
}

}  // namespace peel::plot
