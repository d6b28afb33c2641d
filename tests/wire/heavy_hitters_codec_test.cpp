// Heavy hitters to bytes and back, and bytes that no encoder writes. tests/malformed has more of those.
#include "peel/wire/heavy_hitters_codec.hpp"

#include "support/pairs.hpp"
#include "wire/golden_heavy_hitters.hpp"

#include <gtest/gtest.h>

namespace peel::test {
namespace {

constexpr std::size_t kHittersAt = kShapeAt + 8;  // the payload

Result<HeavyHitters> decoded_hitters(ByteView bytes) {
  return wire::decode_heavy_hitters(bytes, Seed(11));
}

// More keys than there is room for.
HeavyHitters random_hitters(Random& random) {
  auto hitters = value_of(HeavyHitters::make(ItemCount(40), random.seed()));
  for (int i = 0; i < 400; ++i) {
    const std::uint64_t copies = 1 + (random.below(8) == 0 ? random.below(500) : 0);
    hitters.add(random.next() >> random.below(64), CopyCount(copies));
  }
  return hitters;
}

TEST(HeavyHittersCodec, KeepsEverythingButTheSeed) {
  Random random;
  const HeavyHitters hitters = random_hitters(random);
  const Bytes bytes = value_of(wire::encode(hitters));
  const HeavyHitters again = value_of(decoded_hitters(bytes));
  EXPECT_EQ(again.capacity(), hitters.capacity());
  EXPECT_EQ(again.total(), hitters.total());
  EXPECT_EQ(again.error(), hitters.error());
  EXPECT_EQ(again.counters(), hitters.counters());
  EXPECT_EQ(again.seed(), Seed(11));
  EXPECT_EQ(value_of(wire::encode(again)), bytes);
}

TEST(HeavyHittersCodec, SaysNothingOfTheSeed) {
  auto one = value_of(HeavyHitters::make(ItemCount(3), Seed(1)));
  auto other = value_of(HeavyHitters::make(ItemCount(3), Seed(2)));
  one.add(7);
  other.add(7);
  EXPECT_EQ(value_of(wire::encode(one)), value_of(wire::encode(other)));
}

TEST(HeavyHittersCodec, TakesTwoBytesForASmallCounterOfANeighbour) {
  auto hitters = value_of(HeavyHitters::make(ItemCount(3), Seed(1)));
  hitters.add(1'000'000);
  const std::size_t one = value_of(wire::encode(hitters)).size();
  hitters.add(1'000'001, CopyCount(100));
  EXPECT_EQ(value_of(wire::encode(hitters)).size() - one, 2U);
}

TEST(HeavyHittersCodec, RefusesEveryCutWithARightChecksum) {
  for (const GoldenHeavyHitters& golden : golden_heavy_hitters()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    for (std::size_t length = kHittersAt; length < whole.size(); ++length) {
      Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      cut = forged(std::move(cut), wire::layout::kPayloadLengthAt, length - kHittersAt);
      EXPECT_FALSE(decoded_hitters(cut)) << golden.name << " cut at " << length;
    }
  }
}

// Any byte, any value, with a right checksum: refused, or hitters that encode to just these bytes.
TEST(HeavyHittersCodec, AcceptsNoSecondEncodingOfAnything) {
  for (const GoldenHeavyHitters& golden : golden_heavy_hitters()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    for (std::size_t at = wire::layout::kFamilyAt; at < whole.size(); ++at) {
      for (const unsigned flip : {0x01U, 0x02U, 0x80U, 0xFFU}) {
        const Bytes changed = forged(whole, at, std::to_integer<unsigned>(whole[at]) ^ flip, 1);
        const auto hitters = decoded_hitters(changed);
        if (!hitters) continue;
        EXPECT_EQ(value_of(wire::encode(*hitters)), changed) << golden.name << " at " << at;
      }
    }
  }
}

TEST(HeavyHittersCodec, CallsAnotherKindByItsNumber) {
  EXPECT_EQ(decoded_hitters(encoded(small_table())).error().sentence(), "kind 1 is not 9 (heavy hitters)");
}

}  // namespace
}  // namespace peel::test
