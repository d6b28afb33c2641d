#include "cli/numbers.hpp"
#include "cli/plan/plans.hpp"

#include <fmt/format.h>

namespace peel::cli {

std::string in_words(const Placement& placement) {
  if (placement.kind() == PlacementKind::partitioned) return "partitioned";
  if (placement.kind() == PlacementKind::irregular) {
    const LightKeys& light = placement.weights().light;
    return fmt::format("irregular, {} cells for {:.3g} % of keys", light.hashes.value, light.share / 655.36);
  }
  return fmt::format("coupled, {} segments", grouped(placement.sub_tables().value));
}

std::string in_words(const analysis::ListingFailure& failure) {
  return fmt::format("{:.2g}, believed {:.2g} to {:.2g}{}", failure.probability, failure.least, failure.most,
                     failure.measured ? "" : " (beyond what was measured)");
}

}  // namespace peel::cli
