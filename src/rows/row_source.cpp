#include "peel/rows/row_source.hpp"

namespace peel::rows {

Result<void> RowSource::rewind_to(std::span<const std::string>, std::span<const KeyCells>) {
  return failure(ErrorCode::unsupported, name() + " has no index by which rows could be found");
}

}  // namespace peel::rows
