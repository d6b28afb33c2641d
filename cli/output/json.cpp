#include "cli/output/json.hpp"

#include "cli/output/base64.hpp"
#include "cli/output/printable.hpp"

#include <cmath>
#include <string>

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
      return cell.is_missing() ? Json(nullptr) : Json::parse(cell.payload, nullptr, false);
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
