// Reals as SQL text. Private to sql_text.
#pragma once

#include <string>

namespace peel::sources::sqlite {

// Any double but NaN.
void append_real(std::string& sql, double value);

}  // namespace peel::sources::sqlite
