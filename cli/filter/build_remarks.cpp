#include "cli/filter/build_remarks.hpp"

#include "cli/numbers.hpp"

#include <cstdio>
#include <string>

namespace peel::cli {

// A filter of few keys errs more often than planned, or less, since its bits are drawn by lot: with as many
// keys as it was made for that is no news, and neither are more keys if the rate is kept all the same.
void say_if_too_full(const BloomFilter& filter, const Asked& asked) {
  constexpr double kNotable = 1.05;
  constexpr double kHardlyOfUse = 0.5;
  const double rate = filter.current_rate();
  if (!asked.rate) {
    if (rate <= kHardlyOfUse) return;
    std::fprintf(stderr, "peel: the filter is too small for its keys: it affirms %.3g %% of others\n",
                 100 * rate);
    return;
  }
  if (!asked.items || rate <= kNotable * asked.rate->value()) return;
  const analysis::ItemEstimate items = filter.estimated_items();
  if (items.items - 3 * items.standard_error <= kNotable * static_cast<double>(asked.items->value)) return;
  const std::string held = items.items < 1e18
                               ? "about " + grouped(static_cast<std::uint64_t>(items.items)) + " keys"
                               : "more keys than can be told";
  std::fprintf(stderr, "peel: the filter holds %s and was made for %s: it affirms %.3g %% of others\n",
               held.c_str(), grouped(asked.items->value).c_str(), 100 * rate);
}

void say_what_is_odd(const sources::AddedKeys& added, const BloomFilter& filter, const Asked& asked) {
  if (added.keyless > 0) {
    std::fprintf(stderr, "peel: %s of %s %s %s passed over\n", grouped(added.keyless).c_str(),
                 grouped(added.rows).c_str(), added.rows == 1 ? "row" : "rows",
                 added.keyless == 1 ? "has no key and was" : "have no key and were");
  }
  say_if_too_full(filter, asked);
}

}  // namespace peel::cli
