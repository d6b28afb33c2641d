#include "sources/source.hpp"

namespace peel::sources {

Result<void> RowSource::rewind_to(std::span<const std::string>, std::span<const KeyCells>) {
  return failure(ErrorCode::unsupported, name() + " has no index by which rows could be found");
}

}  // namespace peel::sources
