// The generations are files of kind 4, one behind the other: what is checked there is checked here.
#include "peel/wire/rotating_filter_codec.hpp"

#include "peel/wire/envelope.hpp"
#include "peel/wire/filter_codec.hpp"

#include "wire/malformed.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace peel::wire {

namespace {

constexpr std::size_t kRuleBytes = 24;

void put_rule(const RotationRule& rule, std::uint64_t position, ByteWriter& out) {
  out.integer(static_cast<std::uint64_t>(rule.unit()), 1);
  out.integer(rule.generations().value, 1);
  out.integer(0, 6);
  out.integer(rule.window(), 8);
  out.integer(position, 8);
}

Result<RotationRule> decode_rule(ByteView bytes) {
  if (bytes.size() != kRuleBytes) {
    return malformed("the shape of a rotating filter has " + std::to_string(kRuleBytes) + " bytes, not " +
                     std::to_string(bytes.size()));
  }
  if (const auto reserved = load_le(bytes.data() + 2, 6); reserved != 0) {
    return malformed("the reserved bytes 2 to 7 of the shape hold " + std::to_string(reserved) +
                     "; accepted is 0");
  }
  auto rule = RotationRule::from({.unit = static_cast<WindowUnit>(load_le(bytes.data(), 1)),
                                  .window = load_le(bytes.data() + 8),
                                  .generations = GenerationCount(load_le(bytes.data() + 1, 1))});
  if (!rule) return malformed(rule.error().sentence());
  return *rule;
}

}  // namespace

Result<Bytes> encode(const RotatingBloomFilter& filter) {
  ByteWriter shape;
  put_rule(filter.rule(), filter.position(), shape);
  Bytes payload;
  for (const BloomFilter& generation : filter.generations()) {
    const auto added = encode_to(generation, [&](ByteView piece) -> Result<void> {
      payload.insert(payload.end(), piece.begin(), piece.end());
      return {};
    });
    if (!added) return failure(added.error());
  }
  return seal({.kind = Kind::rotating_filter,
               .hash_family = filter.hasher().family(),
               .seed = filter.hasher().seed(),
               .shape = shape.view(),
               .payload = payload});
}

Result<RotatingBloomFilter> decode_rotating_filter(ByteView bytes) {
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  if (envelope->kind != Kind::rotating_filter) {
    return failure(ErrorCode::unsupported, "kind " + std::to_string(static_cast<unsigned>(envelope->kind)) +
                                               " is not 7 (rotating filter)");
  }
  const auto rule = decode_rule(envelope->shape);
  if (!rule) return failure(rule.error());
  const std::uint64_t count = rule->generations().value, each = envelope->payload.size() / count;
  if (envelope->payload.size() % count != 0) {
    return malformed("a payload of " + std::to_string(envelope->payload.size()) + " bytes for " +
                     std::to_string(count) + " generations of one size");
  }
  std::vector<BloomFilter> generations;
  for (std::uint64_t g = 0; g < count; ++g) {
    auto generation = decode_filter(envelope->payload.subspan(g * each, each));
    if (!generation)
      return malformed("generation " + std::to_string(g) + ": " + generation.error().sentence());
    if (generation->keys() != FilterKeys::unknown) {
      return malformed("generation " + std::to_string(g) + ": the reserved byte 3 of its shape holds " +
                       std::to_string(static_cast<unsigned>(generation->keys())) + "; accepted is 0");
    }
    generations.push_back(std::move(*generation));
  }
  const KeyHasher& hasher = generations.front().hasher();
  if (hasher.family() != envelope->hash_family || hasher.seed() != envelope->seed)
    return malformed("the generations have another hash family or seed than the file");
  return RotatingBloomFilter::from_generations(*rule, load_le(envelope->shape.data() + 16),
                                               std::move(generations));
}

}  // namespace peel::wire
