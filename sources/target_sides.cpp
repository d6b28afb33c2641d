#include "sources/target_sides.hpp"

namespace peel::sources {

Result<std::unique_ptr<reconcile::Endpoint>> open_endpoint_of(const TargetRequest& request,
                                                              reconcile::Side side) {
  const Argument& argument = side == reconcile::Side::left ? request.from : request.target;
  if (request.open) return request.open(argument, side);
  return open_endpoint(argument, request.reading, request.terms, side);
}

Result<std::unique_ptr<rows::RowSource>> open_rows_of_target(const TargetRequest& request) {
  auto endpoint = open_endpoint_of(request, reconcile::Side::right);
  if (!endpoint) return failure(endpoint.error());
  auto* const rows = dynamic_cast<reconcile::RowsEndpoint*>(endpoint->get());
  if (rows == nullptr)
    return failure(ErrorCode::unsupported, request.target.name() + " has no rows that can be written");
  return rows->take_rows();
}

tl::unexpected<Error> explained(const TargetRequest& request, const reconcile::Disagreement& disagreement,
                                const reconcile::Party& from, const reconcile::Party& target) {
  return failure(request.explain ? request.explain(disagreement, from, target) : disagreement.error);
}

Result<reconcile::Terms> terms_of_target(const TargetRequest& request, const reconcile::TermsRequest& wanted,
                                         const reconcile::Party& from, const reconcile::Party& target) {
  auto terms = reconcile::find_terms(from, target, wanted);
  if (!terms) return explained(request, terms.error(), from, target);
  return reconcile::with_sides_swapped(std::move(*terms));
}

}  // namespace peel::sources
