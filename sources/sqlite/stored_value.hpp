// What a column makes of a value that is written to it, and when two values are one for a unique key.
#pragma once

#include "peel/rows/cell.hpp"
#include "peel/rows/column_type.hpp"

#include <cstdint>
#include <string>

namespace peel::sources::sqlite {

// Whether a column of this type keeps the value as it is. By the rules of affinity it may turn numbers into
// text, text into numbers, and reals into integers or the other way round. -0.0 is kept only by columns
// without affinity.
bool is_kept(const rows::Cell& cell, rows::ColumnType type);

// Which texts are the same.
enum class TextFold : std::uint8_t {
  bytes,   // those of the same bytes
  coarse,  // also those that any of SQLite's collations takes for equal
};

// Appends bytes that are the same for values which a unique key of the column does not tell apart. Coarse
// texts may be the same where the key does tell them apart, never the other way round.
void append_fold(std::string& fold, const rows::Cell& cell, rows::ColumnType type, TextFold text_fold);

}  // namespace peel::sources::sqlite
