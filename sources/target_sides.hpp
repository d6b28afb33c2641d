// The two sides of a sync, opened and joined as a request says.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/sources/open_target.hpp"

#include <memory>

namespace peel::sources {

// What the target shall equal, and the target itself. Fails as the request's way of opening does.
Result<std::unique_ptr<rows::RowSource>> open_from(const TargetRequest& request);
Result<std::unique_ptr<rows::RowSource>> open_rows_of_target(const TargetRequest& request);

// The error of two sides that cannot be compared as asked, as the request wants it explained.
tl::unexpected<Error> explained(const TargetRequest& request, const reconcile::Disagreement& disagreement,
                                const rows::RowSource& from, const rows::RowSource& target);

// What the two are compared by, with the target as the left side.
Result<reconcile::Terms> terms_of_target(const TargetRequest& request, const reconcile::TermsRequest& wanted,
                                         const rows::RowSource& from, const rows::RowSource& target);

}  // namespace peel::sources
