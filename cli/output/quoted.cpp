#include "cli/output/quoted.hpp"

#include "cli/output/printable.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace peel::cli {

namespace {

constexpr std::string_view kEscaped = "\"\\\a\b\t\n\v\f\r";
constexpr std::string_view kEscapes = "\"\\abtnvfr";

// The length of the first character, or 0 if it has to be spelled by its bytes.
std::size_t shown_length(std::string_view text) {
  const std::size_t length = character_length(text);
  return length == 0 || is_treacherous(code_point(text.substr(0, length))) ? 0 : length;
}

bool is_in_brackets(std::string_view text) {
  return text.starts_with('[') && text.ends_with(']');
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = shown_length(text);
    if (const std::size_t escape = kEscaped.find(text.front()); escape != std::string_view::npos) {
      out += '\\';
      out += kEscapes[escape];
      text.remove_prefix(1);
    } else if (length > 0) {
      out += text.substr(0, length);
      text.remove_prefix(length);
    } else {
      const std::size_t bytes = std::max<std::size_t>(1, character_length(text));
      for (const char byte : text.substr(0, bytes))
        fmt::format_to(std::back_inserter(out), "\\{:03o}", static_cast<unsigned char>(byte));
      text.remove_prefix(bytes);
    }
  }
  return out + '"';
}

bool is_plain(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = text.front() == '\t' ? 1 : shown_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string line_text(std::string_view line, Tabs tabs) {
  const bool has_remark = line.ends_with(')') && (holds(line, "  (") || holds(line, "... ("));
  const bool is_clear = !line.starts_with('"') && !is_in_brackets(line) && !has_remark &&
                        (tabs == Tabs::plain || !holds(line, "\t")) && is_plain(line);
  return is_clear ? std::string(line) : in_quotes(line);
}

std::string word_text(std::string_view word, std::string_view marks) {
  constexpr std::array<std::string_view, 4> kSeparators = {"->", ": ", "  (", "\t"};
  const bool is_clear =
      !word.empty() && !word.starts_with('"') && !is_in_brackets(word) && !word.starts_with(' ') &&
      !word.ends_with(' ') &&
      std::ranges::none_of(kSeparators, [word](std::string_view part) { return holds(word, part); }) &&
      word.find_first_of(marks) == std::string_view::npos && is_plain(word);
  return is_clear ? std::string(word) : in_quotes(word);
}

}  // namespace peel::cli
