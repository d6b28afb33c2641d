#include "peel/rows/column_type.hpp"

namespace peel::rows {

std::optional<ColumnType> column_type(std::uint8_t byte) {
  switch (static_cast<ColumnType>(byte)) {
    case ColumnType::any:
    case ColumnType::text:
    case ColumnType::integer:
    case ColumnType::numeric:
    case ColumnType::real:
    case ColumnType::decimal:
    case ColumnType::time:
    case ColumnType::blob:
    case ColumnType::place:
    case ColumnType::json:
      return static_cast<ColumnType>(byte);
  }
  return std::nullopt;
}

std::string_view name_of(ColumnType type) {
  switch (type) {
    case ColumnType::any:
      return "any";
    case ColumnType::text:
      return "text";
    case ColumnType::integer:
      return "integer";
    case ColumnType::numeric:
      return "numeric";
    case ColumnType::real:
      return "real";
    case ColumnType::decimal:
      return "decimal";
    case ColumnType::time:
      return "time";
    case ColumnType::blob:
      return "blob";
    case ColumnType::place:
      return "place";
    case ColumnType::json:
      return "json";
  }
  return "unknown";
}

}  // namespace peel::rows
