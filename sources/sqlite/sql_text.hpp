// Values and remarks as SQL text. A literal comes back from SQLite as the cell that it was made of: in the
// same storage class and with the same bytes, whatever they are.
#pragma once

#include "peel/rows/cell.hpp"

#include <string>
#include <string_view>

namespace peel::sources::sqlite {

// Whether SQLite has such a value: NULL, an integer, a real that is not NaN, text or a blob.
bool is_storable(const rows::Cell& cell);

// Appends a storable cell as SQL writes it, on one line and without control characters.
//
// Text is quoted. Where it has control characters, replace() puts them in, since a shell that reads lines may
// change or end at some: replace('a\nb','\n',char(10)). This works in every encoding of a database. Text that
// is not UTF-8 becomes CAST(X'..' AS TEXT); only a database in UTF-8 can hold it.
//
// A real is in decimal where SQLite 3.40 reads it back bit for bit, and a quotient of such reals elsewhere.
// Its reader errs by less than one part in 10^18 where `long double` has 64 bits or more; a decimal is used
// only if all numbers within four parts in 10^18 round to the real, so a correct reader and later ones agree.
// -0.0 stays -0.0; whether a column keeps it is up to its type.
void append_literal(std::string& sql, const rows::Cell& cell);

// Appends a remark: "-- " and the text, with escapes for control characters, so that no name can end it.
void append_remark(std::string& sql, std::string_view text);

}  // namespace peel::sources::sqlite
