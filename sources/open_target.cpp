#include "peel/sources/open_target.hpp"

#include "sources/row_target.hpp"
#include "sources/sqlite/database_target.hpp"
#include "sources/tree/sync/tree_target.hpp"

#include <utility>

namespace peel::sources {

Result<std::unique_ptr<reconcile::Target>> open_target(const TargetRequest& request) {
  if (request.from.kind == Argument::Kind::folder || request.target.kind == Argument::Kind::folder) {
    auto target = tree::TreeTarget::open(request);
    if (!target) return failure(target.error());
    return std::move(*target);
  }
  switch (request.target.kind) {
    case Argument::Kind::far:
    case Argument::Kind::text: {
      auto target = RowTarget::open(request);
      if (!target) return failure(target.error());
      return std::make_unique<RowTarget>(std::move(*target));
    }
    case Argument::Kind::database: {
      auto target = sqlite::DatabaseTarget::open(request);
      if (!target) return failure(target.error());
      return std::make_unique<sqlite::DatabaseTarget>(std::move(*target));
    }
    case Argument::Kind::folder:
    case Argument::Kind::peel_file:
      break;
  }
  return failure(ErrorCode::unsupported, request.target.name() +
                                             " is a file that peel wrote, which is not written row by row; "
                                             "accepted are files of text, databases and folders");
}

}  // namespace peel::sources
