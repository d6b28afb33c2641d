#include "sources/line_field.hpp"

namespace peel::sources {

namespace {

constexpr bool is_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

// By hand: std::string_view::find_first_of looks at the whole set for each byte.
std::optional<std::string_view> word_of(std::string_view line, std::uint32_t number) {
  const char* at = line.data();
  const char* const end = at + line.size();
  for (;; --number) {
    while (at != end && is_blank(*at)) ++at;
    const char* const begin = at;
    while (at != end && !is_blank(*at)) ++at;
    if (begin == at) return std::nullopt;
    if (number == 1) return std::string_view(begin, static_cast<std::size_t>(at - begin));
  }
}

}  // namespace

std::optional<std::string_view> field_of(std::string_view line, FieldChoice choice) {
  if (choice.delimiter == 0) return word_of(line, choice.number);
  const char delimiter = static_cast<char>(choice.delimiter);
  for (std::uint32_t passed = 1; passed < choice.number; ++passed) {
    const std::size_t found = line.find(delimiter);
    if (found == std::string_view::npos) return std::nullopt;
    line.remove_prefix(found + 1);
  }
  return line.substr(0, line.find(delimiter));
}

}  // namespace peel::sources
