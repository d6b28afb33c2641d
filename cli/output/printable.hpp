// Text that is safe to print: names of files and other bytes from outside may hold anything.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace peel::cli {

// How many bytes the first character has, of at least one byte; 0 if it is not UTF-8.
std::size_t character_length(std::string_view bytes);
// The number of the character that these bytes are, which must be one.
char32_t code_point(std::string_view character);

// Whether the character makes text look like what it is not: a control character, one that turns the
// direction of text, so that what follows is not where it seems to be, or one that ends a line.
bool is_treacherous(char32_t character);

// Whether a reader would not see the character, or it changes how others are shown: controls, spaces that are
// not the common one, joiners, and those that turn the direction of text.
bool is_unseen(char32_t character);

// Whether these bytes are UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool is_utf8(std::string_view bytes);

// The text with treacherous characters and bytes that are not UTF-8 as \xNN: for sentences and layouts that
// people read. cli/output/quoted.hpp has what programs read back.
std::string printable(std::string_view text);

}  // namespace peel::cli
