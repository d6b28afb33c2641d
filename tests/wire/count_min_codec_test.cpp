// Count-Min sketches to bytes and back, and bytes that no encoder writes. tests/malformed has more of those.
#include "peel/wire/count_min_codec.hpp"

#include "support/pairs.hpp"
#include "wire/golden_grids.hpp"

#include <gtest/gtest.h>
#include <tuple>

namespace peel::test {
namespace {

constexpr std::size_t kTotalAt = kShapeAt + 16;
constexpr std::size_t kCountersAt = kTotalAt + 8;

using BitsAndRule = std::tuple<std::uint64_t, CountMinRule>;

class CountMinCodecOf : public testing::TestWithParam<BitsAndRule> {};
INSTANTIATE_TEST_SUITE_P(BitsAndRules, CountMinCodecOf,
                         testing::Combine(testing::Values(8, 16, 32, 64),
                                          testing::Values(CountMinRule::plain, CountMinRule::conservative)));

// With columns that fill no group, just one, and several and a part.
TEST_P(CountMinCodecOf, KeepsEverything) {
  Random random;
  const auto [bits, rule] = GetParam();
  for (const std::uint64_t columns : {1U, 16U, 17U, 1'000U}) {
    auto sketch =
        value_of(CountMinSketch::make(shape_of(GridSpec{RowCount(4), ColumnCount(columns), BitWidth(bits)}),
                                      rule, HashFamily::siphash, random.seed()));
    for (int i = 0; i < 300; ++i)
      sketch.add(random.below(400), CopyCount(random.next() >> random.below(64) >> 9));
    const Bytes bytes = value_of(wire::encode(sketch));
    const CountMinSketch again = value_of(wire::decode_count_min(bytes));
    EXPECT_EQ(again, sketch);
    EXPECT_EQ(value_of(wire::encode(again)), bytes);
  }
}

std::size_t size_of(const GridSpec& spec, const std::vector<std::uint64_t>& counters, std::uint64_t total) {
  const GridShape shape = shape_of(spec);
  const KeyHasher hasher(HashFamily::fast, kDefaultSeed);
  return value_of(wire::encode(value_of(CountMinSketch::from_words(
                      shape, CountMinRule::plain, hasher, CopyCount(total), packed(shape, counters)))))
      .size();
}

TEST(CountMinCodec, TakesAByteForAGroupOfEmptyCounters) {
  const GridSpec spec{RowCount(1), ColumnCount(64'000)};
  EXPECT_EQ(size_of(spec, {}, 0), kCountersAt + 1'000);
}

// The least and the most that a group can take: what the limits of the format document rest on.
TEST(CountMinCodec, TakesAsManyBitsForACounterAsTheLargestOfItsGroupNeeds) {
  const GridSpec spec{RowCount(1), ColumnCount(128)};
  std::vector<std::uint64_t> counters(128, 1);
  counters[100] = 1'023;
  EXPECT_EQ(size_of(spec, counters, 127 + 1'023), kCountersAt + 2 + (64 + 640) / 8);
  counters[100] = 1'024;
  EXPECT_EQ(size_of(spec, counters, 127 + 1'024), kCountersAt + 2 + (64 + 704) / 8);
}

TEST(CountMinCodec, RefusesEveryCutWithARightChecksum) {
  for (const GoldenCountMin& golden : golden_count_mins()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    const std::size_t step = 1 + whole.size() / 300;
    for (std::size_t length = kTotalAt; length < whole.size(); length += step) {
      Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      cut = forged(std::move(cut), wire::layout::kPayloadLengthAt, length - kTotalAt);
      EXPECT_FALSE(wire::decode_count_min(cut)) << golden.name << " cut at " << length;
    }
  }
}

TEST(CountMinCodec, RefusesEveryDamagedByte) {
  const Bytes whole = value_of(wire::encode(made(golden_count_min_plain())));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes damaged = whole;
    damaged[at] ^= std::byte{0x10};
    EXPECT_FALSE(wire::decode_count_min(damaged)) << at;
  }
}

// Any byte, any value, with a right checksum: refused, or a sketch that encodes to just these bytes.
TEST(CountMinCodec, AcceptsNoSecondEncodingOfAnything) {
  for (const GoldenCountMin& golden : golden_count_mins()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    const std::size_t step = 1 + whole.size() / 300;
    for (std::size_t at = kShapeAt; at < whole.size(); at += at < kTotalAt ? 1 : step) {
      for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
        const Bytes changed = forged(whole, at, std::to_integer<unsigned>(whole[at]) ^ flip, 1);
        const auto sketch = wire::decode_count_min(changed);
        if (!sketch) continue;
        EXPECT_EQ(value_of(wire::encode(*sketch)), changed) << golden.name << " at " << at;
      }
    }
  }
}

// Every number of columns is refused but the right one, before memory is reserved for it.
TEST(CountMinCodec, RefusesOtherNumbersOfColumns) {
  const Bytes whole = value_of(wire::encode(made(golden_count_min_plain())));
  for (unsigned bit = 5; bit < 64; ++bit) {
    const std::uint64_t columns = 10 ^ std::uint64_t{1} << bit;
    EXPECT_FALSE(wire::decode_count_min(forged(whole, kShapeAt + 8, columns))) << columns;
  }
}

TEST(CountMinCodec, CallsAnotherKindByItsNumber) {
  EXPECT_EQ(wire::decode_count_min(encoded(small_table())).error().sentence(),
            "kind 1 is not 10 (Count-Min sketch)");
}

}  // namespace
}  // namespace peel::test
