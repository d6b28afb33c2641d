#include "sources/target_sides.hpp"

namespace peel::sources {

namespace {

Result<std::unique_ptr<rows::RowSource>> open_side(const TargetRequest& request, const Argument& argument,
                                                   reconcile::Side side) {
  return request.open ? request.open(argument, side)
                      : open_rows(argument, request.reading, request.terms, side);
}

}  // namespace

Result<std::unique_ptr<rows::RowSource>> open_from(const TargetRequest& request) {
  return open_side(request, request.from, reconcile::Side::left);
}

Result<std::unique_ptr<rows::RowSource>> open_rows_of_target(const TargetRequest& request) {
  return open_side(request, request.target, reconcile::Side::right);
}

tl::unexpected<Error> explained(const TargetRequest& request, const reconcile::Disagreement& disagreement,
                                const rows::RowSource& from, const rows::RowSource& target) {
  return failure(request.explain ? request.explain(disagreement, from, target) : disagreement.error);
}

Result<reconcile::Terms> terms_of_target(const TargetRequest& request, const reconcile::TermsRequest& wanted,
                                         const rows::RowSource& from, const rows::RowSource& target) {
  auto terms = reconcile::find_terms(reconcile::Party::of(from), reconcile::Party::of(target), wanted);
  if (!terms) return explained(request, terms.error(), from, target);
  return reconcile::with_sides_swapped(std::move(*terms));
}

}  // namespace peel::sources
