#include "peel/analysis/counter_failure.hpp"

#include "peel/analysis/counter_thresholds.hpp"
#include "peel/analysis/peeling.hpp"

#include "analysis/listing_thresholds.hpp"
#include "analysis/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace peel::analysis {

double listing_threshold(CounterVariant variant, unsigned k) {
  switch (variant) {
    case CounterVariant::standard:
      return core_threshold(k, 2);
    case CounterVariant::even_odd:
      return even_odd_threshold(k);
    case CounterVariant::one_key:
      return kOneKeyThresholds[k - kFewestTabulated];
    case CounterVariant::combined:
      return kCombinedThresholds[k - kFewestTabulated];
    case CounterVariant::moment:
      return core_threshold(k, 3);
  }
  return kUndefined;
}

ListingFailure counter_listing_failure(ItemCount n, const TableGeometry& table, CounterVariant variant) {
  if (variant == CounterVariant::standard) return listing_failure(n, table, KeysPerCell::one);
  if (variant == CounterVariant::moment) return listing_failure(n, table, KeysPerCell::two);
  const std::uint64_t k = table.hashes.value;
  if (k < kFewestTabulated || k > kMostTabulated || table.sub_tables.value != k) {
    return {kUndefined, kUndefined, kUndefined, false};
  }
  const auto hashes = static_cast<unsigned>(k);
  const double like_standard = core_threshold(hashes, 2) / listing_threshold(variant, hashes);
  const auto failure_of = [&](double share) {
    const double keys = std::ceil(static_cast<double>(n.value) * like_standard * share);
    return listing_failure(ItemCount(static_cast<std::uint64_t>(keys)), table);
  };
  constexpr double kUnsure = 0.03;
  const double probability = failure_of(1).probability;
  return {probability, std::min(probability, failure_of(1 - kUnsure).least / 3),
          std::max(probability, failure_of(1 + kUnsure).most), false};
}

}  // namespace peel::analysis
