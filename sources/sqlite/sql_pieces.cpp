#include "sources/sqlite/sql_pieces.hpp"

namespace peel::sources::sqlite {

std::size_t piece_size(std::string_view sql) {
  std::size_t end = std::string_view::npos;
  if (sql.starts_with("--")) {
    end = sql.find('\n');
  } else if (sql.starts_with("/*")) {
    end = sql.find("*/", 2);
    if (end != std::string_view::npos) ++end;
  } else if (const char quote = sql.front() == '[' ? ']' : sql.front();
             quote == '\'' || quote == '"' || quote == '`' || (quote == ']' && sql.front() == '[')) {
    end = sql.find(quote, 1);
  } else {
    return 1;
  }
  return end == std::string_view::npos ? sql.size() : end + 1;
}

std::string without_layout(std::string_view sql) {
  std::string bare;
  bool is_after_space = false;
  for (std::size_t i = 0, size = 0; i < sql.size(); i += size) {
    size = piece_size(sql.substr(i));
    const std::string_view piece = sql.substr(i, size);
    if (is_space(piece.front()) || piece.starts_with("--") || piece.starts_with("/*")) {
      is_after_space = true;
      continue;
    }
    if (is_after_space && !bare.empty() && is_word(bare.back()) && is_word(piece.front())) bare += ' ';
    is_after_space = false;
    bare += size == 1 ? lowered(piece) : std::string(piece);
  }
  return bare;
}

}  // namespace peel::sources::sqlite
