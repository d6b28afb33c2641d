// Counted streams to bytes and back, and bytes that no encoder writes. tests/malformed has more of those.
#include "peel/wire/counter_codec.hpp"

#include "peel/wire/sketch_codec.hpp"

#include "support/pairs.hpp"
#include "wire/golden_counters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <map>

namespace peel::test {
namespace {

using Keys = StreamDescription::Keys;
using testing::HasSubstr;

constexpr std::size_t kStreamPayloadAt = kShapeAt + 24;

void expect_same_counts(const CountedStream& stream, const CountedStream& expected) {
  EXPECT_EQ(stream.description, expected.description);
  EXPECT_EQ(stream.lines, expected.lines);
  EXPECT_EQ(stream.keyless, expected.keyless);
  EXPECT_EQ(stream.counter.shape(), expected.counter.shape());
  EXPECT_EQ(stream.counter.hashing(), expected.counter.hashing());
  EXPECT_EQ(stream.counter.gross_total(), expected.counter.gross_total());
  EXPECT_TRUE(std::ranges::equal(stream.counter.cells(), expected.counter.cells()));
  EXPECT_EQ(stream.distinct.shape(), expected.distinct.shape());
  for (std::size_t level = 0; level < expected.distinct.levels().size(); ++level) {
    EXPECT_TRUE(std::ranges::equal(stream.distinct.levels()[level].cells(),
                                   expected.distinct.levels()[level].cells()));
  }
}

CountedStream random_counted_stream(Random& random, const CounterSpec& spec,
                                    const StreamDescription& description) {
  const Seed seed = random.seed();
  CounterSpec wide = spec;
  wide.key_width = key_width(description);
  CountedStream stream{
      description, 600, 40, InvertibleCounter(value_of(CounterShape::from(wide)), HashFamily::fast, seed),
      StrataEstimator(value_of(StrataShape::from({.level_cells = CellCount(72)})), HashFamily::fast, seed)};
  const StreamKeys keys(description, KeyHasher(HashFamily::fast, seed));
  Bytes key(keys.width());
  for (int i = 0; i < 100; ++i) {
    keys.write(text_of(random_bytes(random, 16)), key.data());
    EXPECT_OK(stream.counter.add(key, static_cast<std::int64_t>(random.below(2'000)) - 500));
    EXPECT_OK(stream.distinct.insert(std::vector<std::uint64_t>{random.next()}));
  }
  return stream;
}

using VariantAndText = std::tuple<CounterVariant, std::uint8_t>;

class CounterCodecOf : public testing::TestWithParam<VariantAndText> {};

TEST_P(CounterCodecOf, KeepsEverything) {
  Random random;
  const auto [variant, key_bytes] = GetParam();
  const StreamDescription description =
      key_bytes == 0
          ? StreamDescription{.part = {.keys = Keys::addresses}, .key_bytes = 0}
          : StreamDescription{.part = {.keys = Keys::fields, .field = 70'000}, .key_bytes = key_bytes};
  const CountedStream stream = random_counted_stream(
      random, {.cells = CellCount(120), .segments = SegmentCount(10), .variant = variant}, description);
  const Bytes bytes = value_of(wire::encode(stream));
  const CountedStream decoded = value_of(wire::decode_counter(bytes));
  expect_same_counts(decoded, stream);
  EXPECT_EQ(value_of(wire::encode(decoded)), bytes);
}

INSTANTIATE_TEST_SUITE_P(VariantsAndWidths, CounterCodecOf,
                         testing::Combine(testing::ValuesIn(kCounterVariants),
                                          testing::Values(0, 16, 17, 32, 63)));

TEST(CounterCodec, KeepsWhichKeyIsKept) {
  Random random;
  for (const KeptKey kept : {KeptKey::first, KeptKey::last, KeptKey::random}) {
    const CountedStream stream = random_counted_stream(
        random, {.cells = CellCount(30), .variant = CounterVariant::one_key, .kept = kept}, {});
    expect_same_counts(value_of(wire::decode_counter(value_of(wire::encode(stream)))), stream);
  }
}

TEST(CounterCodec, OfADecodedDifferenceListsAndEstimates) {
  Random random;
  CountedStream left = random_counted_stream(random, {.cells = CellCount(300)}, {}), right = left;
  const std::vector<Bytes> extra = {random_bytes(random, 17), random_bytes(random, 17)};
  for (const Bytes& key : extra) EXPECT_OK(right.counter.insert(key));
  EXPECT_OK(right.distinct.insert(std::vector<std::uint64_t>{1, 2}));
  right.lines += 2;
  EXPECT_OK(left.subtract(right));
  const CountedStream decoded = value_of(wire::decode_counter(value_of(wire::encode(left))));
  EXPECT_EQ(decoded.lines, -2);
  EXPECT_EQ(decoded.distinct.estimate().items, ItemCount(2));
  const CounterListing listing = decoded.counter.list();
  EXPECT_TRUE(listing.complete());
  std::map<Bytes, std::int64_t> counts;
  for (std::size_t i = 0; i < listing.keys.size(); ++i) {
    const ByteView key = listing.keys.key(i);
    counts[Bytes(key.begin(), key.end())] = listing.keys.count(i);
  }
  EXPECT_EQ(counts, (std::map<Bytes, std::int64_t>{{extra[0], -1}, {extra[1], -1}}));
}

// The least that a cell can take: what the limit of decode_counter's memory rests on.
TEST(CounterCodec, TakesOneBitForAnEmptyCell) {
  const GoldenCounter golden = golden_counter_lines();
  GoldenCounter larger = golden;
  larger.spec.cells = CellCount(8'006);
  larger.counts = {};
  GoldenCounter smaller = golden;
  smaller.counts = {};
  EXPECT_EQ(value_of(wire::encode(made(larger))).size() - value_of(wire::encode(made(smaller))).size(),
            1'000U);
}

// The first seven bytes of an IPv4 address are zeros, of other addresses they are not.
TEST(CounterCodec, TakesNoBitsForAWordThatNoCellUses) {
  GoldenCounter golden = golden_counter_addresses();
  golden.spec.variant = CounterVariant::standard;
  golden.counts = {{1, address_v4({192, 0, 2, 1})}, {5, address_v4({192, 0, 2, 2})}};
  const std::size_t first_word = kStreamPayloadAt + 40;
  EXPECT_EQ(value_of(wire::encode(made(golden)))[first_word], std::byte{0});
  golden.counts.push_back({1, std::string(16, '\x01')});
  EXPECT_EQ(value_of(wire::encode(made(golden)))[first_word], std::byte{49});
}

TEST(CounterCodec, RefusesEveryCut) {
  const Bytes whole = value_of(wire::encode(made(golden_counter_lines())));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(wire::decode_counter(ByteView(whole).first(length))) << length;
  }
}

// Behind the header, as a hostile sender would cut it: with length and checksum put right.
TEST(CounterCodec, RefusesEveryCutWithARightChecksum) {
  for (const GoldenCounter& golden : golden_counters()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    for (std::size_t length = kStreamPayloadAt; length < whole.size(); ++length) {
      Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      cut = forged(std::move(cut), wire::layout::kPayloadLengthAt, length - kStreamPayloadAt);
      EXPECT_FALSE(wire::decode_counter(cut)) << golden.name << " cut at " << length;
    }
  }
}

TEST(CounterCodec, RefusesEveryDamagedByte) {
  const Bytes whole = value_of(wire::encode(made(golden_counter_fields())));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes damaged = whole;
    damaged[at] ^= std::byte{0x10};
    EXPECT_FALSE(wire::decode_counter(damaged)) << at;
  }
}

// Any byte, any value, with a right checksum: refused, or a stream that encodes to just these bytes.
TEST(CounterCodec, AcceptsNoSecondEncodingOfAnything) {
  for (const GoldenCounter& golden : golden_counters()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    for (std::size_t at = kShapeAt; at < whole.size(); ++at) {
      for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
        const Bytes changed = forged(whole, at, std::to_integer<unsigned>(whole[at]) ^ flip, 1);
        const auto decoded = wire::decode_counter(changed);
        if (!decoded) continue;
        EXPECT_EQ(value_of(wire::encode(*decoded)), changed) << golden.name << " at " << at;
      }
    }
  }
}

// Every number of cells is refused but the right one, before memory is reserved for it.
TEST(CounterCodec, RefusesOtherNumbersOfCells) {
  const Bytes whole = value_of(wire::encode(made(golden_counter_lines())));
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint64_t cells = 6 ^ std::uint64_t{1} << bit;
    EXPECT_FALSE(wire::decode_counter(forged(whole, kShapeAt + 8, cells))) << cells;
  }
}

TEST(CounterCodec, RefusesToEncodeWhatItWouldNotDecode) {
  CountedStream stream = made(golden_counter_lines());
  stream.description.part.field = 1;
  EXPECT_EQ(wire::encode(stream).error().code(), ErrorCode::invalid_argument);
  stream = made(golden_counter_lines());
  stream.description.key_bytes = 17;
  EXPECT_EQ(wire::encode(stream).error().sentence(),
            "keys of 17 bytes; lines with room for text of 17 have 18");
  stream = made(golden_counter_lines());
  stream.lines = std::numeric_limits<std::int64_t>::min();
  EXPECT_THAT(wire::encode(stream).error().sentence(), HasSubstr("-9223372036854775808 lines"));
  stream = made(golden_counter_lines());
  stream.keyless = static_cast<std::int64_t>(kMaxCounted) + 1;
  EXPECT_THAT(wire::encode(stream).error().sentence(), HasSubstr("1152921504606846977 lines"));
  stream = made(golden_counter_lines());
  stream.distinct = StrataEstimator(stream.distinct.shape(), HashFamily::fast, Seed(99));
  EXPECT_THAT(wire::encode(stream).error().sentence(), HasSubstr("different seeds"));
}

TEST(CounterCodec, CallsAnotherKindByItsNumber) {
  EXPECT_EQ(wire::decode_counter(encoded(small_table())).error().sentence(), "kind 1 is not 3 (counter)");
  const Bytes counter = value_of(wire::encode(made(golden_counter_lines())));
  EXPECT_EQ(wire::decode_iblt(counter).error().sentence(), "kind 3 is not 1 (iblt)");
  EXPECT_EQ(wire::decode_sketch(counter).error().sentence(), "kind 3 is not 2 (sketch)");
}

}  // namespace
}  // namespace peel::test
