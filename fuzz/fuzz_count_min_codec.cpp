// Any bytes: an error, or a sketch that encodes to the same bytes. A Count-Min sketch then never says less
// than it is given, and doubles when it is merged with itself; a signed one cancels when it is subtracted
// from itself; a range sketch counts no range as more than all.
#include "peel/wire/count_min_codec.hpp"
#include "peel/wire/range_sketch_codec.hpp"
#include "peel/wire/signed_sketch_codec.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/forged_envelope.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace peel;

void claim_it_counts(CountMinSketch sketch) {
  for (std::uint64_t key = 0; key < 16; ++key) {
    const CountBounds before = sketch.bounds(key);
    sketch.add(key, CopyCount(3));
    const CountBounds after = sketch.bounds(key);
    fuzz::claim(after.saturated || after.upper >= before.upper + 3, "a count grows by what was added");
    fuzz::claim(after.lower <= after.upper, "bounds are in order");
  }
  const auto bytes = wire::encode(sketch);
  fuzz::claim(bytes && wire::decode_count_min(*bytes), "what was added to encodes and decodes");
}

void claim_it_doubles(const CountMinSketch& sketch) {
  CountMinSketch twice = sketch;
  const bool merged = twice.merge(sketch).has_value();
  fuzz::claim(merged == (sketch.rule() == CountMinRule::plain), "plain sketches merge, and no others");
  if (!merged) return;
  for (std::uint64_t key = 0; key < 4; ++key) {
    const CountBounds once = sketch.bounds(key), both = twice.bounds(key);
    fuzz::claim(both.saturated || both.upper == 2 * once.upper, "a sketch and its equal count twice");
  }
  const auto bytes = wire::encode(twice);
  fuzz::claim(bytes && wire::decode_count_min(*bytes), "what was merged encodes and decodes");
}

void check(const CountMinSketch& sketch) {
  claim_it_counts(sketch);
  claim_it_doubles(sketch);
}

void check(const SignedSketch& sketch) {
  SignedSketch twice = sketch;
  if (!twice.merge(sketch)) return;  // gross totals beyond the limit
  for (std::uint64_t key = 0; key < 4; ++key) {
    const SignedBounds bounds = sketch.bounds(key);
    fuzz::claim(bounds.lower <= bounds.estimate && bounds.estimate <= bounds.upper, "bounds are in order");
    fuzz::claim(twice.estimate(key) == 2 * bounds.estimate, "a sketch and its equal count twice");
  }
  const auto bytes = wire::encode(twice);
  fuzz::claim(bytes && wire::decode_signed_sketch(*bytes), "what was merged encodes and decodes");
  SignedSketch none = sketch;
  fuzz::claim(none.subtract(sketch).has_value() && none.second_moment().estimate == 0,
              "a sketch less itself is empty");
}

void check(const RangeSketch& sketch) {
  const std::uint64_t last = sketch.shape().largest_key(), total = sketch.total().value;
  const CountBounds all = sketch.range({.first = 0, .last = last});
  fuzz::claim(all.lower == total && all.upper == total, "all keys came as often as there are");
  for (const std::uint64_t key : {std::uint64_t{0}, last / 3, last}) {
    const CountBounds rank = sketch.rank(key);
    fuzz::claim(rank.lower <= rank.upper && rank.upper <= total, "no rank is beyond the last");
  }
  if (const auto median = sketch.quantile(0.5); median)
    fuzz::claim(median->key <= last, "a quantile is a key");
  RangeSketch twice = sketch;
  fuzz::claim(twice.merge(sketch).has_value(), "a sketch merges with its equal");
  const auto bytes = wire::encode(twice);
  fuzz::claim(bytes && wire::decode_range_sketch(*bytes), "what was merged encodes and decodes");
}

template <class Sketch>
void check_decoded(const Result<Sketch>& sketch, ByteView bytes) {
  if (!sketch) {
    fuzz::claim(!sketch.error().sentence().empty(), "a refusal says why");
    return;
  }
  const auto again = wire::encode(*sketch);
  fuzz::claim(again && std::ranges::equal(*again, bytes), "what decodes encodes to the same bytes");
  check(*sketch);
}

void decode_and_check(ByteView bytes) {
  check_decoded(wire::decode_count_min(bytes), bytes);
  check_decoded(wire::decode_signed_sketch(bytes), bytes);
  check_decoded(wire::decode_range_sketch(bytes), bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::try_as_it_is_and_forged(std::as_bytes(std::span(data, size)), decode_and_check);
  return 0;
}
