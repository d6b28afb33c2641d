// Compiled once for each kind of vectors, like src/membership/block_kernels.cpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "frequency/counter_kernels.cpp"
#include "frequency/counter_kernels.hpp"

#include "hashing/key_groups.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <hwy/foreach_target.h>
#include <span>
// Behind foreach_target.h, as Highway asks.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace peel::detail::HWY_NAMESPACE {

// Which slots of a bucket hold this key or none, the first slot in the lowest bit.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE HWY_ATTR std::uint32_t key_or_empty(const std::uint64_t* bucket, std::uint64_t masked) {
  const hn::CappedTag<std::uint64_t, CounterTable::kSlots> d;
  const auto wanted = hn::Set(d, masked), empty = hn::Zero(d);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < CounterTable::kSlots; i += hn::Lanes(d)) {
    const auto keys = hn::Load(d, bucket + i);
    std::array<std::uint8_t, 8> some = {};
    hn::StoreMaskBits(d, hn::Or(hn::Eq(keys, wanted), hn::Eq(keys, empty)), some.data());
    bits |= std::uint32_t{some[0]} << i;
  }
  return bits;
}

#else

inline std::uint32_t key_or_empty(const std::uint64_t* bucket, std::uint64_t masked) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < CounterTable::kSlots; ++i)
    bits |= static_cast<std::uint32_t>(bucket[i] == masked || bucket[i] == 0) << i;
  return bits;
}

#endif

HWY_INLINE HWY_ATTR std::uint64_t slot_of(const std::uint64_t* keys, std::uint64_t masked, HomeBucket home) {
  constexpr std::uint64_t kSlots = CounterTable::kSlots;
  if (masked == 0) [[unlikely]]
    return kSlots * home.of;
  std::uint64_t bucket = home.bucket;
  std::uint32_t bits = key_or_empty(keys + kSlots * bucket, masked);
  while (bits == 0) [[unlikely]] {
      bucket = bucket + 1 == home.of ? 0 : bucket + 1;
      bits = key_or_empty(keys + kSlots * bucket, masked);
    }
  return kSlots * bucket + static_cast<std::uint64_t>(std::countr_zero(bits));
}

HWY_ATTR std::uint64_t find_slot(const std::uint64_t* keys, std::uint64_t masked, HomeBucket home) {
  return slot_of(keys, masked, home);
}

struct OneOfEach {
  static constexpr bool kMayBeNone = false;
  std::uint64_t of(std::uint64_t) const { return 1; }
};
struct GivenCopies {
  static constexpr bool kMayBeNone = true;
  const CopyCount* copies;
  std::uint64_t of(std::uint64_t i) const { return copies[i].value; }
};

struct NoEntries {
  void note(const CounterTable::Entry&, std::uint64_t) {}
};
struct NewEntries {
  CounterTable::Entry* next;
  void note(const CounterTable::Entry& entry, std::uint64_t is_new) {
    *next = entry;
    next += is_new;
  }
};

// Two groups are under way: while the keys of one are served, the buckets of the next are fetched.
template <class Copies, class Entries>
HWY_ATTR std::uint64_t raise_groups(CounterView& view, std::span<const std::uint64_t> keys, Copies copies,
                                    Entries entries) {
  constexpr std::uint64_t kSlots = CounterTable::kSlots;
  const CounterView table = view;  // apart, so that no counter written can change it
  std::array<std::array<std::uint64_t, kMostGroup>, 2> buckets;
  const auto locate = [&](std::uint64_t first, std::uint64_t size) HWY_ATTR {
    auto& group = buckets[first / kMostGroup % 2];
    for (std::uint64_t i = 0; i < size; ++i)
      group[i] = bucket_of(keys[first + i] ^ table.mask[0], table.mask[1], table.buckets);
  };
  std::uint64_t room = table.limit - table.size + 1;  // for new keys, with the one that is too much
  std::uint64_t i = 0;
  locate(0, std::min<std::uint64_t>(kMostGroup, keys.size()));
  while (i < keys.size() && room > 0) {
    const std::uint64_t first = i, end = std::min<std::uint64_t>(keys.size(), first + kMostGroup);
    const std::uint64_t coming = std::min<std::uint64_t>(kMostGroup, keys.size() - end);
    locate(end, coming);
    const auto& group = buckets[first / kMostGroup % 2];
    const auto& next = buckets[end / kMostGroup % 2];
    for (; i < end && room > 0; ++i) {
      if (i - first < coming) {
        ask_for<Access::write>(table.keys + kSlots * next[i - first]);
        ask_for<Access::write>(table.counts + kSlots * next[i - first]);
      }
      const std::uint64_t masked = keys[i] ^ table.mask[0], by = copies.of(i);
      if (Copies::kMayBeNone && by == 0) continue;
      const std::uint64_t slot = slot_of(table.keys, masked, {group[i - first], table.buckets});
      const std::uint64_t is_new = raise_slot(table, slot, {masked, by});
      entries.note({i, slot}, is_new);
      room -= is_new;
    }
  }
  view.size = table.limit + 1 - room;
  return i;
}

HWY_ATTR std::uint64_t raise_batch(CounterView& view, std::span<const std::uint64_t> keys,
                                   std::span<const CopyCount> copies, CounterTable::Entry* entries) {
  if (!copies.empty()) return raise_groups(view, keys, GivenCopies{copies.data()}, NoEntries{});
  return entries == nullptr ? raise_groups(view, keys, OneOfEach{}, NoEntries{})
                            : raise_groups(view, keys, OneOfEach{}, NewEntries{entries});
}

}  // namespace peel::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace peel::detail {

HWY_EXPORT(find_slot);
HWY_EXPORT(raise_batch);

std::uint64_t slot_for(const std::uint64_t* keys, std::uint64_t masked, HomeBucket home) {
  return HWY_DYNAMIC_DISPATCH(find_slot)(keys, masked, home);
}

std::uint64_t raise_counters(CounterView& table, std::span<const std::uint64_t> keys,
                             std::span<const CopyCount> copies, CounterTable::Entry* entries) {
  return HWY_DYNAMIC_DISPATCH(raise_batch)(table, keys, copies, entries);
}

}  // namespace peel::detail
#endif
