// Small texts that a reader can stumble over: quotes, delimiters and ends of lines far more often than in
// life.
#pragma once

#include "support/random.hpp"

#include <array>
#include <string>
#include <string_view>

namespace peel::test {

// Any mixture of what matters to a reader of tables.
inline std::string random_soup(Random& random) {
  constexpr std::array<std::string_view, 12> kPieces = {
      "a", "b", ",", ",", "\n", "\n", "\r\n", "\r", "\"", "\"\"", std::string_view("\0", 1), "\xff"};
  std::string text = random.below(8) == 0 ? "\xEF\xBB\xBF" : "";
  for (std::uint64_t left = random.below(40); left > 0; --left) text += kPieces[random.below(kPieces.size())];
  return text;
}

inline std::string random_cell(Random& random) {
  constexpr std::array<std::string_view, 8> kQuoted = {"x", "yz", "\"\"", ",", "\n", "\r\n", "\r", "\xc3"};
  constexpr std::array<std::string_view, 5> kPlain = {"x", "yz", "\xc3", "q\"", "\r."};
  const bool is_quoted = random.below(3) == 0;
  std::string cell = is_quoted ? "\"" : "";
  const std::uint64_t length = random.below(16) == 0 ? random.below(200) : random.below(4);
  for (std::uint64_t i = 0; i < length; ++i) {
    cell += is_quoted ? kQuoted[random.below(kQuoted.size())] : kPlain[random.below(kPlain.size())];
  }
  return is_quoted ? cell + '"' : cell;
}

// A table as a program would write it, now and then with a fault.
inline std::string random_table(Random& random) {
  const std::uint64_t columns = 1 + random.below(4);
  const std::string_view line_end = random.below(2) == 0 ? "\n" : "\r\n";
  std::string text = random.below(4) == 0 ? "\xEF\xBB\xBF" : "";
  for (std::uint64_t column = 0; column < columns; ++column) {
    if (column > 0) text += ',';
    text.append("c").append(std::to_string(column));
  }
  for (std::uint64_t rows = random.below(12); rows > 0; --rows) {
    text += line_end;
    if (random.below(16) == 0) text += line_end;
    const std::uint64_t fields = random.below(64) == 0 ? columns + 1 : columns;
    for (std::uint64_t field = 0; field < fields; ++field) {
      if (field > 0) text += ',';
      text += random_cell(random);
    }
  }
  if (random.below(3) > 0) text += line_end;
  return text;
}

}  // namespace peel::test
