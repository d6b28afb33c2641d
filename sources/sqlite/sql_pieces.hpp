// SQL as it stands in a schema, piece by piece: quoted text and comments are one piece each, whatever is in
// them.
#pragma once

#include "sources/sqlite/names.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace peel::sources::sqlite {

inline bool is_space(char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

// Whether SQL takes the byte for a part of a name or number that stands without quotes.
inline bool is_word(char byte) {
  return (byte >= '0' && byte <= '9') || (lower(byte) >= 'a' && lower(byte) <= 'z') || byte == '_' ||
         (byte & '\x80') != 0;
}

// How many bytes the quoted text, the comment or the single byte takes that `sql` begins with.
std::size_t piece_size(std::string_view sql);

// The same for statements that differ in spaces, comments and the case of letters outside of quotes alone.
std::string without_layout(std::string_view sql);

}  // namespace peel::sources::sqlite
