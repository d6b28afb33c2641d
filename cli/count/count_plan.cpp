#include "cli/count/count_plan.hpp"

#include "cli/memory_there.hpp"

#include <algorithm>
#include <string>

namespace peel::cli {

namespace {

// The next number of two digits and zeros that is not smaller: what people can be told to type.
ItemCount rounded_up(ItemCount count) {
  std::uint64_t unit = 1;
  while (count.value / unit >= 100) unit *= 10;
  return ItemCount((count.value + unit - 1) / unit * unit);
}

}  // namespace

Result<ItemCount> capacity_for(const CountPlan& plan, const StreamKind& kind,
                               std::optional<std::uint64_t> stream_bytes) {
  if (plan.capacity) {
    const auto shape = planned_stream(*plan.capacity, kind);
    if (!shape) return failure(shape.error());
    const std::string asked = "--capacity " + std::to_string(plan.capacity->value);
    if (auto there = check_memory_there(asked, shape->bytes()); !there) return failure(there.error());
    return *plan.capacity;
  }
  if (!plan.memory_bytes) {
    // One line may be empty; every other takes at least two bytes, and the last one.
    return stream_bytes ? std::min(kUsualCapacity, ItemCount(*stream_bytes / 2 + 2)) : kUsualCapacity;
  }
  if (auto there = check_memory_there("--memory " + std::to_string(*plan.memory_bytes), *plan.memory_bytes);
      !there)
    return failure(there.error());
  const auto capacity = capacity_within(*plan.memory_bytes, kind);
  if (!capacity) return failure(capacity.error().code(), "--memory: " + capacity.error().sentence());
  return *capacity;
}

void add_unlisted(CountSummary& summary, const StrataEstimate& unlisted, ItemCount listed,
                  const StreamKind& kind) {
  summary.unlisted = {unlisted, ItemCount(0), 0};
  if (unlisted.basis == StrataEstimate::Basis::none) return;
  // A counter that was not even full had bad luck, and a larger one will do too.
  const ItemCount needed = rounded_up(
      ItemCount(std::max(listed.value + unlisted.most.value, summary.capacity + summary.capacity / 4)));
  const auto shape = planned_stream(needed, kind);
  if (!shape) return;
  summary.unlisted->capacity_needed = needed;
  summary.unlisted->bytes_needed = shape->bytes();
}

}  // namespace peel::cli
