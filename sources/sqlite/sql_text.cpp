#include "sources/sqlite/sql_text.hpp"

#include "sources/sqlite/real_literal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace peel::sources::sqlite {

namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

void append_hex(std::string& sql, std::string_view bytes) {
  sql += "X'";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    sql += kHexDigits[byte >> 4];
    sql += kHexDigits[byte & 15];
  }
  sql += '\'';
}

void append_quoted(std::string& sql, std::string_view text) {
  sql += '\'';
  for (const char c : text) {
    if (c == '\'') sql += '\'';
    sql += c;
  }
  sql += '\'';
}

// A character of text, or a byte that begins none.
struct Character {
  std::uint32_t code = 0;
  std::size_t size = 0;  // 0 if it is not UTF-8
};

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {};
  std::uint32_t code = lead & (0x7FU >> size);
  for (std::size_t at = 1; at < size; ++at) {
    if ((byte(at) & 0xC0U) != 0x80) return {};
    code = code << 6 | (byte(at) & 0x3FU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[size] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
  return {code, size};
}

// C0, DEL and C1: what lines, terminals and editors take for more than text.
bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

// What stands for a control character in a literal or a remark: a backslash, `marks` underscores, and a name.
// No name is the beginning of another.
std::string stand_in(std::uint32_t code, std::size_t marks) {
  std::string text(1, '\\');
  text.append(marks, '_');
  if (code == '\n') return text + 'n';
  if (code == '\r') return text + 'r';
  if (code == '\t') return text + 't';
  text += 'x';
  text += kHexDigits[code >> 4];
  text += kHexDigits[code & 15];
  return text;
}

// How many underscores make stand-ins that the text itself has nowhere. A stand-in has its only backslash at
// its beginning, so two of them never overlap, and replace() finds those that were put in and no others.
std::size_t free_marks(std::string_view text) {
  std::set<std::size_t> taken;
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
    const std::size_t end = std::min(text.find_first_not_of('_', ++at), text.size());
    taken.insert(end - at);
    at = end;
  }
  std::size_t marks = 0;
  while (taken.contains(marks)) ++marks;
  return marks;
}

// `inner`, with the stand-ins of some control characters replaced.
std::string replaced(std::string_view inner, std::span<const std::uint32_t> controls, std::size_t marks) {
  std::string sql;
  for (std::size_t i = 0; i < controls.size(); ++i) sql += "replace(";
  sql += inner;
  for (const std::uint32_t code : controls) {
    sql.append(",'")
        .append(stand_in(code, marks))
        .append("',char(")
        .append(std::to_string(code))
        .append("))");
  }
  return sql;
}

// SQLite's parser does not nest deeply, so calls nest a few at a time. More kinds of control characters than
// that are found in text that is no text; then queries follow one another, each with the result of the last.
void append_replaced(std::string& sql, const std::string& quoted, std::span<const std::uint32_t> controls,
                     std::size_t marks) {
  constexpr std::size_t kMostNested = 8;
  if (controls.size() <= kMostNested) {
    sql += replaced(quoted, controls, marks);
    return;
  }
  sql.append("(WITH t0(x) AS (SELECT ").append(quoted).append(")");
  std::size_t step = 0;
  for (; !controls.empty(); ++step) {
    const auto some = controls.first(std::min(kMostNested, controls.size()));
    controls = controls.subspan(some.size());
    sql.append(", t").append(std::to_string(step + 1)).append("(x) AS (SELECT ");
    sql.append(replaced("x", some, marks)).append(" FROM t").append(std::to_string(step)).append(")");
  }
  sql.append(" SELECT x FROM t").append(std::to_string(step)).append(")");
}

void append_text(std::string& sql, std::string_view text) {
  std::set<std::uint32_t> controls;
  for (std::string_view rest = text; !rest.empty();) {
    const Character character = first_character(rest);
    if (character.size == 0) {
      sql += "CAST(";
      append_hex(sql, text);
      sql += " AS TEXT)";
      return;
    }
    if (is_control(character.code)) controls.insert(character.code);
    rest.remove_prefix(character.size);
  }
  if (controls.empty()) return append_quoted(sql, text);

  const std::size_t marks = free_marks(text);
  std::string shown;
  shown.reserve(text.size() + 16);
  for (std::string_view rest = text; !rest.empty();) {
    const Character character = first_character(rest);
    if (is_control(character.code)) {
      shown += stand_in(character.code, marks);
    } else {
      shown += rest.substr(0, character.size);
    }
    rest.remove_prefix(character.size);
  }
  std::string quoted;
  append_quoted(quoted, shown);
  append_replaced(sql, quoted, std::vector(controls.begin(), controls.end()), marks);
}

}  // namespace

bool is_storable(const rows::Cell& cell) {
  switch (cell.tag) {
    case rows::CellTag::null:
    case rows::CellTag::integer:
    case rows::CellTag::text:
    case rows::CellTag::blob:
      return true;
    case rows::CellTag::real:
      return !std::isnan(rows::real_of(cell));
    case rows::CellTag::decimal:
    case rows::CellTag::time:
    case rows::CellTag::json:
    case rows::CellTag::rounded:
      break;
  }
  return false;
}

void append_literal(std::string& sql, const rows::Cell& cell) {
  switch (cell.tag) {
    case rows::CellTag::integer:
      sql += std::to_string(rows::integer_of(cell));
      return;
    case rows::CellTag::real:
      return append_real(sql, rows::real_of(cell));
    case rows::CellTag::text:
      return append_text(sql, cell.payload);
    case rows::CellTag::blob:
      return append_hex(sql, cell.payload);
    default:
      sql += "NULL";
  }
}

void append_remark(std::string& sql, std::string_view text) {
  sql += "-- ";
  while (!text.empty()) {
    const Character character = first_character(text);
    const std::size_t size = std::max<std::size_t>(character.size, 1);
    if (character.size == 0 || is_control(character.code)) {
      sql += stand_in(character.size == 0 ? static_cast<unsigned char>(text[0]) : character.code, 0);
    } else {
      sql += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  sql += '\n';
}

}  // namespace peel::sources::sqlite
