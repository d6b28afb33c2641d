#include "peel/rows/cell_rule.hpp"

#include "rows/number_text.hpp"
#include "rows/time_text.hpp"

#include <cmath>

namespace peel::rows {

namespace {

// Up to here a double has every integer.
constexpr double kMostWhole = 9007199254740992.0;  // 2^53

bool is_bytes(const Cell& cell) {
  return cell.tag == CellTag::text || cell.tag == CellTag::blob || cell.tag == CellTag::json;
}

// What an export writes for the cell.
std::string_view exported(const Cell& cell, CellRoom& room) {
  if (is_bytes(cell)) return cell.payload;
  room.text = text_of(cell);
  return room.text;
}

// Integers where that loses nothing: up to 2^53 every whole number is both.
Cell numeric(double value, CellRoom& room) {
  if (std::abs(value) <= kMostWhole && value == std::trunc(value)) {
    return integer_cell(static_cast<std::int64_t>(value), room.number);
  }
  return real_cell(value, room.number);
}

Cell numeric_cell(const Cell& cell, CellRoom& room) {
  if (cell.tag == CellTag::integer) return cell;
  if (cell.tag == CellTag::real) return numeric(real_of(cell), room);
  const std::string_view text = exported(cell, room);
  const NumberText number = read_number(text);
  switch (number.kind) {
    case NumberText::Kind::integer:
      return integer_cell(number.integer, room.number);
    case NumberText::Kind::real:
      return numeric(number.real, room);
    case NumberText::Kind::none:
      break;
  }
  return {CellTag::text, text};
}

Cell real_type_cell(const Cell& cell, CellRoom& room) {
  if (cell.tag == CellTag::real) return cell;
  if (cell.tag == CellTag::integer) return real_cell(static_cast<double>(integer_of(cell)), room.number);
  const std::string_view text = exported(cell, room);
  const NumberText number = read_number(text);
  if (number.kind == NumberText::Kind::none) return {CellTag::text, text};
  return real_cell(number.real, room.number);
}

// A number only if it is spelled as one would be: 007 is text, such as a number of a form.
Cell cell_as_it_looks(const Cell& cell, CellRoom& room) {
  if (cell.tag == CellTag::integer || cell.tag == CellTag::real) return cell;
  const std::string_view text = exported(cell, room);
  const NumberText number = read_number(text);
  if (!number.is_plain) return {CellTag::text, text};
  return number.kind == NumberText::Kind::integer ? integer_cell(number.integer, room.number)
                                                  : real_cell(number.real, room.number);
}

Cell decimal_cell(const Cell& cell, CellRoom& room) {
  if (cell.tag == CellTag::integer || cell.tag == CellTag::decimal) return cell;
  CellRoom from;
  const std::string_view text = exported(cell, from);
  if (const auto decimal = read_decimal(text, room)) return *decimal;
  room.text = text;
  return {CellTag::text, room.text};
}

Cell time_cell(const Cell& cell, CellRoom& room) {
  if (cell.tag == CellTag::time) return cell;
  const std::string_view text = exported(cell, room);
  const auto microseconds = microseconds_of(text);
  if (!microseconds) return {CellTag::text, text};
  return {CellTag::time, integer_cell(*microseconds, room.number).payload};
}

// A number only if JSON would spell it so: 007 and +7 are text, and so is what is too large for a decimal.
Cell json_cell(const Cell& cell, CellRoom& room) {
  if (cell.tag == CellTag::integer || cell.tag == CellTag::decimal) return cell;
  CellRoom from;
  const std::string_view text = exported(cell, from);
  if (is_json_number(text)) {
    if (const auto decimal = read_decimal(text, room)) return *decimal;
  }
  room.text = text;
  return {CellTag::text, room.text};
}

// Where a column is of whole numbers, true is 1.
Cell truth_as_number(const Cell& cell, CellRoom& room) {
  if (cell.payload == "true") return integer_cell(1, room.number);
  return cell.payload == "false" ? integer_cell(0, room.number) : cell;
}

Cell lent(ColumnType type, const Cell& given, CellRoom& room) {
  if (given.is_null() || given.is_missing()) return {};
  const bool is_whole = type == ColumnType::integer || type == ColumnType::numeric;
  const Cell cell = given.tag == CellTag::json && is_whole ? truth_as_number(given, room) : given;
  switch (type) {
    case ColumnType::text:
      return {CellTag::text, exported(cell, room)};
    case ColumnType::blob:
      return {CellTag::blob, exported(cell, room)};
    case ColumnType::integer:
    case ColumnType::numeric:
    case ColumnType::place:
      return numeric_cell(cell, room);
    case ColumnType::real:
      return real_type_cell(cell, room);
    case ColumnType::decimal:
      return decimal_cell(cell, room);
    case ColumnType::time:
      return time_cell(cell, room);
    case ColumnType::json:
      return json_cell(cell, room);
    case ColumnType::any:
      break;
  }
  return cell_as_it_looks(cell, room);
}

}  // namespace

std::optional<double> number_in(const Cell& cell) {
  if (cell.tag == CellTag::integer) return static_cast<double>(integer_of(cell));
  if (cell.tag == CellTag::real) return real_of(cell);
  if (cell.tag != CellTag::decimal && cell.tag != CellTag::text) return std::nullopt;
  const NumberText number = read_number(cell.payload);
  if (number.kind == NumberText::Kind::none) return std::nullopt;
  return number.real;
}

Cell by_rule(const CellRule& rule, const Cell& cell, CellRoom& room) {
  Cell made = cell;
  if (rule.reading == CellRule::Reading::lent) made = lent(rule.type, cell, room);
  if (rule.reading == CellRule::Reading::as_text) made = {CellTag::text, exported(cell, room)};
  return rule.tolerance ? rule.tolerance->rounded(made, room.number) : made;
}

}  // namespace peel::rows
