#include "cli/diff/side.hpp"

#include <algorithm>

namespace peel::cli {

bool DiffSide::key_is_integer() const {
  const sources::Schema& schema = source_->schema();
  if (key_columns_.size() != 1 || !schema.is_typed()) return false;
  const auto at = std::ranges::find(schema.columns, key_columns_.front()) - schema.columns.begin();
  return schema.types[static_cast<std::size_t>(at)] == rows::ColumnType::integer;
}

Result<void> DiffSide::check_deadline() const {
  if (!deadline_ || std::chrono::steady_clock::now() <= *deadline_) return {};
  return failure(ErrorCode::limit_exceeded,
                 "reading " + source_->name() + " takes longer than --timeout allows; give it more time");
}

}  // namespace peel::cli
