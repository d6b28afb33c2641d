#include "cli/diff/diff_summary.hpp"

#include <cmath>

namespace peel::cli {

double DiffSummary::error_bound() const {
  if (stats.method != "sketch") return 0;
  const auto left = static_cast<double>(removed + changed);
  const auto right = static_cast<double>(added + changed);
  // Had they hidden each other, there would be one more on each side.
  return std::ldexp((left + 1) * (right + 1), -8 * static_cast<int>(kDigestBytes));
}

}  // namespace peel::cli
