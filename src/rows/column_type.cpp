#include "peel/rows/column_type.hpp"

namespace peel::rows {

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
  }
  return "unknown";
}

}  // namespace peel::rows
