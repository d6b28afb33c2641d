#include "peel/wire/heavy_hitters_codec.hpp"

#include "peel/wire/envelope.hpp"

#include "wire/malformed.hpp"

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace peel::wire {

namespace {

constexpr std::size_t kHittersShapeBytes = 8;
constexpr std::uint64_t kLeastCounterBytes = 2;  // a gap and a count
constexpr Seed kNoSeed{0, 0};

Result<ItemCount> decode_hitters_shape(ByteView bytes) {
  if (bytes.size() != kHittersShapeBytes) {
    return malformed("the shape of heavy hitters has " + std::to_string(kHittersShapeBytes) + " bytes, not " +
                     std::to_string(bytes.size()));
  }
  if (const auto reserved = load_le(bytes.data() + 4, 4); reserved != 0) {
    return malformed("the reserved bytes 4 to 7 of the shape hold " + std::to_string(reserved) +
                     "; accepted is 0");
  }
  return ItemCount(load_le(bytes.data(), 4));
}

Result<std::vector<KeyCounter>> read_counters(ByteReader& in) {
  const auto number = in.integer(8, "the number of counters");
  if (!number) return failure(number.error());
  if (*number > in.remaining() / kLeastCounterBytes) {
    return malformed(std::to_string(*number) + " counters are declared, but only " +
                     std::to_string(in.remaining()) + " bytes follow");
  }
  std::vector<KeyCounter> counters;
  std::uint64_t least = 0;  // that the next key can be
  for (std::uint64_t i = 0; i < *number; ++i) {
    const auto gap = in.varint("the gap before a key");
    if (!gap) return failure(gap.error());
    const auto count = in.varint("a count");
    if (!count) return failure(count.error());
    const bool is_behind_the_last = i > 0 && least == 0;
    if (is_behind_the_last || *gap > std::numeric_limits<std::uint64_t>::max() - least)
      return malformed("key " + std::to_string(i) + " is beyond 2^64 - 1");
    counters.push_back({least + *gap, *count});
    least = counters.back().key + 1;
  }
  if (in.remaining() != 0) {
    return malformed(std::to_string(in.remaining()) + " bytes follow the last counter; accepted are none");
  }
  return counters;
}

}  // namespace

Result<Bytes> encode(const HeavyHitters& hitters) {
  ByteWriter shape;
  shape.integer(hitters.capacity().value, 4);
  shape.integer(0, 4);

  const std::vector<KeyCounter> counters = hitters.counters();
  ByteWriter payload;
  payload.integer(hitters.total().value, 8);
  payload.integer(hitters.error().value, 8);
  payload.integer(counters.size(), 8);
  std::uint64_t least = 0;  // that the next key can be
  for (const auto& [key, count] : counters) {
    payload.varint(key - least);
    payload.varint(count);
    least = key + 1;
  }
  return seal({.kind = Kind::heavy_hitters,
               .hash_family = HashFamily::fast,
               .seed = kNoSeed,
               .shape = shape.view(),
               .payload = payload.view()});
}

Result<HeavyHitters> decode_heavy_hitters(ByteView bytes, Seed seed) {
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  if (envelope->kind != Kind::heavy_hitters) {
    return failure(ErrorCode::unsupported, "kind " + std::to_string(static_cast<unsigned>(envelope->kind)) +
                                               " is not 9 (heavy hitters)");
  }
  if (envelope->hash_family != HashFamily::fast || envelope->seed != kNoSeed) {
    return malformed("a hash family or a seed of heavy hitters, which have none; accepted are 1 and 0");
  }
  const auto capacity = decode_hitters_shape(envelope->shape);
  if (!capacity) return failure(capacity.error());
  ByteReader in(envelope->payload);
  const auto total = in.integer(8, "the total");
  if (!total) return failure(total.error());
  const auto error = in.integer(8, "the error");
  if (!error) return failure(error.error());
  auto counters = read_counters(in);
  if (!counters) return failure(counters.error());
  auto hitters = HeavyHitters::from_parts({.capacity = *capacity,
                                           .seed = seed,
                                           .total = CopyCount(*total),
                                           .error = CopyCount(*error),
                                           .counters = std::move(*counters)});
  if (!hitters) return malformed(hitters.error().sentence());
  return hitters;
}

}  // namespace peel::wire
