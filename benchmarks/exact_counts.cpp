#include "exact_counts.hpp"

#include <absl/container/flat_hash_map.h>
#include <boost/unordered/unordered_flat_map.hpp>

namespace peel::bench {

namespace {

template <class Map>
ExactCounts count(std::span<const std::uint64_t> keys) {
  Map counts;
  for (const std::uint64_t key : keys) ++counts[key];
  ExactCounts result{.distinct = counts.size(), .copies = 0, .bytes = 0};
  for (const auto& entry : counts) result.copies += entry.second;
  // A slot, and the byte beside it that says what is in it.
  result.bytes = counts.bucket_count() * (sizeof(typename Map::value_type) + 1);
  return result;
}

}  // namespace

ExactCounts count_with_abseil(std::span<const std::uint64_t> keys) {
  return count<absl::flat_hash_map<std::uint64_t, std::uint64_t>>(keys);
}

ExactCounts count_with_boost(std::span<const std::uint64_t> keys) {
  return count<boost::unordered_flat_map<std::uint64_t, std::uint64_t>>(keys);
}

}  // namespace peel::bench
