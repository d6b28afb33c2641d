// Any bytes: an error, or heavy texts or hitters that encode to the same bytes, answer within their bounds,
// and double when they are merged with themselves.
#include "peel/wire/heavy_hitters_codec.hpp"
#include "peel/wire/heavy_texts_codec.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/forged_envelope.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace peel;

Result<HeavyStream> decode_texts(ByteView bytes) {
  return wire::decode_heavy_texts(bytes, Seed(1));
}

Result<HeavyHitters> decode_hitters(ByteView bytes) {
  return wire::decode_heavy_hitters(bytes, Seed(1));
}

const HeavyTexts& summary_of(const HeavyStream& stream) {
  return stream.texts;
}

const HeavyHitters& summary_of(const HeavyHitters& hitters) {
  return hitters;
}

// What is said of every counter, whoever wrote it.
template <class Summary>
void claim_bounds_hold_together(const Summary& summary) {
  const auto all = summary.top(summary.size());
  fuzz::claim(all.size() == summary.size().value, "all counters are listed");
  for (const auto& each : all) {
    fuzz::claim(each.count.lower >= 1 && each.count.lower <= each.count.upper, "bounds are in order");
    fuzz::claim(each.count.upper - each.count.lower <= summary.error().value, "and no further apart");
    fuzz::claim(each.count.lower <= summary.total().value, "nothing came more often than all together");
  }
  const bool sorted =
      std::ranges::is_sorted(all, [](const auto& a, const auto& b) { return a.count.lower > b.count.lower; });
  fuzz::claim(sorted, "the most frequent come first");
}

template <class Structure, class Decode>
void claim_it_doubles(const Structure& structure, Decode decode) {
  Structure twice = structure;
  fuzz::claim(twice.merge(structure).has_value(), "a summary merges with its equal");
  const auto before = summary_of(structure).top(ItemCount(1)), after = summary_of(twice).top(ItemCount(1));
  fuzz::claim(before.empty() == after.empty(), "what was there is there");
  if (!before.empty())
    fuzz::claim(after[0].count.lower >= before[0].count.lower, "a count grows by what is merged");
  const auto bytes = wire::encode(twice);
  fuzz::claim(bytes && decode(*bytes), "what was merged encodes and decodes");
}

template <class Decode>
void decode_and_check(ByteView bytes, Decode decode) {
  const auto structure = decode(bytes);
  if (!structure) {
    fuzz::claim(!structure.error().sentence().empty(), "a refusal says why");
    return;
  }
  const auto again = wire::encode(*structure);
  fuzz::claim(again && std::ranges::equal(*again, bytes), "what decodes encodes to the same bytes");
  claim_bounds_hold_together(summary_of(*structure));
  claim_it_doubles(*structure, decode);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::try_as_it_is_and_forged(std::as_bytes(std::span(data, size)), [](ByteView bytes) {
    decode_and_check(bytes, decode_texts);
    decode_and_check(bytes, decode_hitters);
  });
  return 0;
}
