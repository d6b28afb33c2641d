#include "cli/output/json.hpp"

#include "cli/output/printable.hpp"

#include <cmath>
#include <cstdint>
#include <string>

namespace peel::cli {

namespace {

// RFC 4648, with padding.
std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      bits = bits << 8 | (j < group.size() ? static_cast<std::uint8_t>(group[j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) out += j <= group.size() ? kDigits[bits >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

}  // namespace

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
  output.write(object.dump() + "\n");
}

}  // namespace peel::cli
