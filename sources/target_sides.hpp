// The two sides of a sync, opened and joined as a request says.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/sources/open_target.hpp"

#include <memory>

namespace peel::sources {

// What the target shall equal, if left, or the target itself. Fails as the request's way of opening does.
Result<std::unique_ptr<reconcile::Endpoint>> open_endpoint_of(const TargetRequest& request,
                                                              reconcile::Side side);
// The rows of a target that is at hand.
Result<std::unique_ptr<rows::RowSource>> open_rows_of_target(const TargetRequest& request);

// The error of two sides that cannot be compared as asked, as the request wants it explained.
tl::unexpected<Error> explained(const TargetRequest& request, const reconcile::Disagreement& disagreement,
                                const reconcile::Party& from, const reconcile::Party& target);

// What the two are compared by, with the target as the left side.
Result<reconcile::Terms> terms_of_target(const TargetRequest& request, const reconcile::TermsRequest& wanted,
                                         const reconcile::Party& from, const reconcile::Party& target);

}  // namespace peel::sources
