#include "sources/count/count_size.hpp"

#include <algorithm>

namespace peel::sources {

namespace {

constexpr ByteWidth kDigestWidth{8};

// The next number of two digits and zeros that is not smaller: what people can be told to type.
ItemCount rounded_up(ItemCount count) {
  std::uint64_t unit = 1;
  while (count.value / unit >= 100) unit *= 10;
  return ItemCount((count.value + unit - 1) / unit * unit);
}

}  // namespace

StreamKind counter_kind(const CountRequest& request, CountedAs keys) {
  return {.key_width = keys == CountedAs::digests ? kDigestWidth : key_width(request.description),
          .variant = request.variant};
}

Result<ItemCount> capacity_for(const CountRequest& request, const StreamKind& kind,
                               std::optional<std::uint64_t> stream_bytes) {
  if (request.capacity) return *request.capacity;
  if (request.memory_bytes) return capacity_within(*request.memory_bytes, kind);
  // One line may be empty; every other takes at least two bytes, and the last one.
  return stream_bytes ? std::min(kUsualCapacity, ItemCount(*stream_bytes / 2 + 2)) : kUsualCapacity;
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

}  // namespace peel::sources
