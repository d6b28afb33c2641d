// Names, cells and lines as text that can be read back: as they are where that is clear, and else in quotes,
// as C and git spell them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace peel::cli {

// What ends a record of text: a line feed, or as -z asks a NUL, and then nothing is quoted.
enum class LineEnd : std::uint8_t { feed, null };

// In double quotes: \" \\ \a \b \t \n \v \f \r, and three octal digits for each other byte of a control
// character, of one that turns the direction of text or ends a line, and of what is not UTF-8.
std::string in_quotes(std::string_view text);

// Whether the text can be printed as it is: it is UTF-8 without any character that in_quotes() spells by its
// bytes, and without \n, \r and the like. Tabs are allowed.
bool is_plain(std::string_view text);

// What tabs do to a line: a pipe gets them as they are, a terminal in quotes.
enum class Tabs : std::uint8_t { plain, quoted };

// A whole line or key with nothing but a remark behind it. In quotes if it is not plain, begins with a quote,
// is in brackets like a digest, or ends like a remark: "  (x2)", "... (300 bytes)".
std::string line_text(std::string_view line, Tabs tabs = Tabs::plain);

// A name with something else behind it. In quotes if it is empty or not plain, holds a tab, begins with a
// quote, is in brackets, begins or ends with a space, or holds "->", ": ", "  (" or one of `marks`.
std::string word_text(std::string_view word, std::string_view marks = "");

}  // namespace peel::cli
