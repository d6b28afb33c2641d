// Range sketches to bytes and back, and bytes that no encoder writes. tests/malformed has more of those.
#include "peel/wire/range_sketch_codec.hpp"

#include "support/pairs.hpp"
#include "wire/golden_range_sketches.hpp"

#include <gtest/gtest.h>

namespace peel::test {
namespace {

constexpr std::size_t kPiecesAt = kShapeAt + 16;  // the payload

TEST(RangeSketchCodec, KeepsEverything) {
  for (const GoldenRangeSketch& golden : golden_range_sketches()) {
    const RangeSketch sketch = made(golden);
    const Bytes bytes = value_of(wire::encode(sketch));
    const RangeSketch again = value_of(wire::decode_range_sketch(bytes));
    EXPECT_EQ(again, sketch) << golden.name;
    EXPECT_EQ(value_of(wire::encode(again)), bytes) << golden.name;
  }
}

TEST(RangeSketchCodec, OfDecodedSketchesMergesLikeTheSketchesThemselves) {
  RangeSketch sketch = made(golden_range_sketch_bytes());
  RangeSketch decoded = value_of(wire::decode_range_sketch(value_of(wire::encode(sketch))));
  EXPECT_OK(decoded.merge(sketch));
  EXPECT_OK(sketch.merge(sketch));
  EXPECT_EQ(decoded, sketch);
}

TEST(RangeSketchCodec, RefusesEveryCutWithARightChecksum) {
  for (const GoldenRangeSketch& golden : golden_range_sketches()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    const std::size_t step = 1 + whole.size() / 300;
    for (std::size_t length = kPiecesAt; length < whole.size(); length += step) {
      Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      cut = forged(std::move(cut), wire::layout::kPayloadLengthAt, length - kPiecesAt);
      EXPECT_FALSE(wire::decode_range_sketch(cut)) << golden.name << " cut at " << length;
    }
  }
}

// Any byte, any value, with a right checksum: refused, or a sketch that encodes to just these bytes.
TEST(RangeSketchCodec, AcceptsNoSecondEncodingOfAnything) {
  for (const GoldenRangeSketch& golden : golden_range_sketches()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    const std::size_t step = 1 + whole.size() / 300;
    for (std::size_t at = kShapeAt; at < whole.size(); at += at < kPiecesAt ? 1 : step) {
      for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
        const Bytes changed = forged(whole, at, std::to_integer<unsigned>(whole[at]) ^ flip, 1);
        const auto sketch = wire::decode_range_sketch(changed);
        if (!sketch) continue;
        EXPECT_EQ(value_of(wire::encode(*sketch)), changed) << golden.name << " at " << at;
      }
    }
  }
}

TEST(RangeSketchCodec, CallsAnotherKindByItsNumber) {
  EXPECT_EQ(wire::decode_range_sketch(encoded(small_table())).error().sentence(),
            "kind 1 is not 12 (range sketch)");
}

}  // namespace
}  // namespace peel::test
