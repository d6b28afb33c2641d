#include "cli/output/json.hpp"

#include "cli/output/base64.hpp"
#include "cli/output/printable.hpp"
#include "cli/terminal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace peel::cli {

Json json_text(std::string_view bytes) {
  if (is_utf8(bytes)) return bytes;
  return {{"base64", base64(bytes)}};
}

Json json_cell(const rows::Cell& cell) {
  switch (cell.tag) {
    case rows::CellTag::null:
      return nullptr;
    case rows::CellTag::integer:
      return rows::integer_of(cell);
    case rows::CellTag::real:
      return std::isfinite(rows::real_of(cell)) ? Json(rows::real_of(cell)) : Json(rows::text_of(cell));
    case rows::CellTag::blob:
      return {{"base64", base64(cell.payload)}};
    case rows::CellTag::text:
      return json_text(cell.payload);
    case rows::CellTag::json:
      if (cell.is_missing()) return nullptr;
      return Json::accept(cell.payload) ? Json::parse(cell.payload) : json_text(cell.payload);
    case rows::CellTag::decimal:
    case rows::CellTag::time:
    case rows::CellTag::rounded:
      break;
  }
  return rows::text_of(cell);
}

Json json_number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

void write_json_line(Output& output, const Json& object) {
  write_json_line(output, object.dump());
}

void write_json_line(Output& output, std::string json) {
  output.write((is_terminal(stdout) ? json_for_eyes(json) : std::move(json)) + "\n");
}

// They only stand in text: everything else in JSON is plain ASCII.
std::string json_for_eyes(std::string_view json) {
  std::string out;
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t length = std::max<std::size_t>(1, character_length(json.substr(at)));
    const std::string_view character = json.substr(at, length);
    const char32_t point = character_length(character) == 0 ? 0 : code_point(character);
    at += length;
    constexpr char32_t kFirstBeyondAscii = 0x7F;  // DEL is no better than those behind it
    if (point < kFirstBeyondAscii || !is_unseen(point)) {
      out += character;
    } else if (point < 0x10000) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(point));
    } else {
      const std::uint32_t rest = static_cast<std::uint32_t>(point) - 0x10000;
      out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
    }
  }
  return out;
}

}  // namespace peel::cli
