#include "peel/analysis/multilevel_shape.hpp"

#include <string>

namespace peel {

MultilevelShape::MultilevelShape(const MultilevelSpec& spec)
    : buckets_(spec.buckets), firsts_{0}, slots_(spec.slots) {
  for (const BucketCount each : buckets_) firsts_.push_back(firsts_.back() + each.value);
}

Result<MultilevelShape> MultilevelShape::from(const MultilevelSpec& spec) {
  const std::uint64_t tables = spec.buckets.size(), slots = spec.slots.value;
  if (tables < 1 || tables > kMaxSubTables) {
    return failure(ErrorCode::invalid_argument, std::to_string(tables) + " sub-tables: accepted are 1 to " +
                                                    std::to_string(kMaxSubTables));
  }
  if (slots < 1 || slots > kMaxBucketSlots) {
    return failure(ErrorCode::invalid_argument, "buckets of " + std::to_string(slots) +
                                                    " slots: accepted are 1 to " +
                                                    std::to_string(kMaxBucketSlots));
  }
  std::uint64_t left = kMaxMultilevelSlots / slots;
  for (const BucketCount each : spec.buckets) {
    if (each.value < 1)
      return failure(ErrorCode::invalid_argument, "a sub-table of 0 buckets: accepted are 1 or more");
    if (each.value > left) {
      return failure(ErrorCode::limit_exceeded, "sub-tables with more than " +
                                                    std::to_string(kMaxMultilevelSlots) +
                                                    " slots: that is the most that is accepted");
    }
    left -= each.value;
  }
  return MultilevelShape(spec);
}

}  // namespace peel
