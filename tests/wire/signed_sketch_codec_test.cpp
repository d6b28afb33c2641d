// Signed sketches to bytes and back, and bytes that no encoder writes. tests/malformed has more of those.
#include "peel/wire/signed_sketch_codec.hpp"

#include "support/pairs.hpp"
#include "wire/golden_signed_sketches.hpp"

#include <gtest/gtest.h>

namespace peel::test {
namespace {

constexpr std::size_t kGrossAt = kShapeAt + 16;

TEST(SignedSketchCodec, KeepsEverything) {
  Random random;
  for (const std::uint64_t columns : {1U, 21U, 64U, 1'000U}) {
    auto sketch =
        value_of(SignedSketch::make(shape_of(GridSpec{RowCount(3), ColumnCount(columns), BitWidth(64)}),
                                    HashFamily::siphash, random.seed()));
    for (int i = 0; i < 200; ++i) {
      const auto change = static_cast<std::int64_t>(random.next() >> random.below(64) >> 9);
      EXPECT_OK(sketch.add(random.below(300), CountChange{i % 2 == 0 ? change : -change}));
    }
    const Bytes bytes = value_of(wire::encode(sketch));
    const SignedSketch again = value_of(wire::decode_signed_sketch(bytes));
    EXPECT_EQ(again, sketch);
    EXPECT_EQ(value_of(wire::encode(again)), bytes);
  }
}

// A counter of -1 needs one bit, not 64.
TEST(SignedSketchCodec, TakesFewBitsForSmallCountersOfEitherSign) {
  const GridShape shape = shape_of(GridSpec{RowCount(1), ColumnCount(64), BitWidth(64)});
  const KeyHasher hasher(HashFamily::fast, kDefaultSeed);
  std::vector<std::uint64_t> counters(64);
  counters[9] = ~std::uint64_t{0};
  const auto size = [&](std::uint64_t gross) {
    return value_of(wire::encode(value_of(
                        SignedSketch::from_words(shape, hasher, CopyCount(gross), packed(shape, counters)))))
        .size();
  };
  EXPECT_EQ(size(1), kGrossAt + 8 + 1 + 8);
  counters[9] = 1;
  EXPECT_EQ(size(1), kGrossAt + 8 + 1 + 16);
}

TEST(SignedSketchCodec, RefusesEveryCutWithARightChecksum) {
  for (const GoldenSignedSketch& golden : golden_signed_sketches()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    for (std::size_t length = kGrossAt; length < whole.size(); ++length) {
      Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      cut = forged(std::move(cut), wire::layout::kPayloadLengthAt, length - kGrossAt);
      EXPECT_FALSE(wire::decode_signed_sketch(cut)) << golden.name << " cut at " << length;
    }
  }
}

// Any byte, any value, with a right checksum: refused, or a sketch that encodes to just these bytes.
TEST(SignedSketchCodec, AcceptsNoSecondEncodingOfAnything) {
  for (const GoldenSignedSketch& golden : golden_signed_sketches()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    for (std::size_t at = kShapeAt; at < whole.size(); ++at) {
      for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
        const Bytes changed = forged(whole, at, std::to_integer<unsigned>(whole[at]) ^ flip, 1);
        const auto sketch = wire::decode_signed_sketch(changed);
        if (!sketch) continue;
        EXPECT_EQ(value_of(wire::encode(*sketch)), changed) << golden.name << " at " << at;
      }
    }
  }
}

TEST(SignedSketchCodec, CallsAnotherKindByItsNumber) {
  EXPECT_EQ(wire::decode_signed_sketch(encoded(small_table())).error().sentence(),
            "kind 1 is not 11 (signed sketch)");
}

}  // namespace
}  // namespace peel::test
