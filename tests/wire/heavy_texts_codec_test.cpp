// Heavy texts to bytes and back, and bytes that no encoder writes. tests/malformed has more of those.
#include "peel/wire/heavy_texts_codec.hpp"

#include "frequency/counter_kernels.hpp"
#include "support/pairs.hpp"
#include "wire/golden_heavy_texts.hpp"

#include <algorithm>
#include <ctime>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace peel::test {
namespace {

using PartKeys = CountedPart::Keys;

constexpr std::size_t kTextsAt = kShapeAt + 16;  // the payload

Result<HeavyStream> decoded_texts(ByteView bytes) {
  return wire::decode_heavy_texts(bytes, Seed(11));
}

void expect_same_texts(const HeavyStream& stream, const HeavyStream& expected) {
  EXPECT_EQ(stream.part, expected.part);
  EXPECT_EQ(stream.lines, expected.lines);
  EXPECT_EQ(stream.keyless, expected.keyless);
  EXPECT_EQ(stream.texts.shape(), expected.texts.shape());
  EXPECT_EQ(stream.texts.hasher().family(), expected.texts.hasher().family());
  EXPECT_EQ(stream.texts.hasher().seed(), expected.texts.hasher().seed());
  EXPECT_EQ(stream.texts.total(), expected.texts.total());
  EXPECT_EQ(stream.texts.error(), expected.texts.error());
  const auto texts = stream.texts.top(stream.texts.size());
  const auto wanted = expected.texts.top(expected.texts.size());
  ASSERT_EQ(texts.size(), wanted.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(texts[i].text, wanted[i].text);
    EXPECT_EQ(texts[i].length, wanted[i].length);
    EXPECT_EQ(texts[i].digest, wanted[i].digest);
    EXPECT_EQ(texts[i].count, wanted[i].count);
  }
}

Bytes part_of_a_line(Random& random, std::size_t length) {
  Bytes text = random_bytes(random, length);
  std::ranges::replace(text, std::byte{'\n'}, std::byte{'n'});
  return text;
}

// More texts than there is room for, some of them longer than the width.
HeavyStream random_heavy_stream(Random& random) {
  HeavyStream stream{{.keys = PartKeys::fields, .field = 70'000, .delimiter = '\t'},
                     1'000,
                     10,
                     value_of(HeavyTexts::make({.capacity = ItemCount(40), .text_width = ByteWidth(10)},
                                               HashFamily::siphash, random.seed()))};
  for (int i = 0; i < 400; ++i) {
    const std::uint64_t copies = 1 + (random.below(8) == 0 ? random.below(500) : 0);
    stream.texts.add(part_of_a_line(random, random.below(16)), CopyCount(copies));
  }
  return stream;
}

TEST(HeavyTextsCodec, KeepsEverything) {
  Random random;
  const HeavyStream stream = random_heavy_stream(random);
  const Bytes bytes = value_of(wire::encode(stream));
  const HeavyStream again = value_of(decoded_texts(bytes));
  expect_same_texts(again, stream);
  EXPECT_EQ(value_of(wire::encode(again)), bytes);
}

TEST(HeavyTextsCodec, OfDecodedStreamsMergesLikeTheStreamsThemselves) {
  Random random;
  HeavyStream left = random_heavy_stream(random), right = left;
  for (int i = 0; i < 100; ++i) right.texts.add(part_of_a_line(random, 3));
  HeavyStream merged = value_of(decoded_texts(value_of(wire::encode(left))));
  ASSERT_TRUE(merged.merge(value_of(decoded_texts(value_of(wire::encode(right))))));
  ASSERT_TRUE(left.merge(right));
  expect_same_texts(merged, left);
}

// Where a text is kept in full, its digest follows from it.
TEST(HeavyTextsCodec, TakesTwoBytesAndTheTextForASmallCounter) {
  GoldenHeavyTexts golden = golden_heavy_texts_lines();
  golden.error = 1;
  golden.counters = {{"pear", 127}};
  const std::size_t one = value_of(wire::encode(made(golden))).size();
  golden.counters.push_back({"apples", 1});
  EXPECT_EQ(value_of(wire::encode(made(golden))).size() - one, 2U + 6U);
}

TEST(HeavyTextsCodec, TakesEightBytesMoreForTheDigestOfALongText) {
  GoldenHeavyTexts golden = golden_heavy_texts_lines();
  golden.error = 1;
  golden.counters = {{"pear", 127}};
  const std::size_t one = value_of(wire::encode(made(golden))).size();
  golden.counters.push_back({"apples!", 1});
  EXPECT_EQ(value_of(wire::encode(made(golden))).size() - one, 2U + 8U + 6U);
}

TEST(HeavyTextsCodec, RefusesEveryCutWithARightChecksum) {
  for (const GoldenHeavyTexts& golden : golden_heavy_texts()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    for (std::size_t length = kTextsAt; length < whole.size(); ++length) {
      Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      cut = forged(std::move(cut), wire::layout::kPayloadLengthAt, length - kTextsAt);
      EXPECT_FALSE(decoded_texts(cut)) << golden.name << " cut at " << length;
    }
  }
}

TEST(HeavyTextsCodec, RefusesEveryDamagedByte) {
  const Bytes whole = value_of(wire::encode(made(golden_heavy_texts_lines())));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes damaged = whole;
    damaged[at] ^= std::byte{0x10};
    EXPECT_FALSE(decoded_texts(damaged)) << at;
  }
}

// Any byte, any value, with a right checksum: refused, or a stream that encodes to just these bytes.
TEST(HeavyTextsCodec, AcceptsNoSecondEncodingOfAnything) {
  for (const GoldenHeavyTexts& golden : golden_heavy_texts()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    for (std::size_t at = kShapeAt; at < whole.size(); ++at) {
      for (const unsigned flip : {0x01U, 0x02U, 0x80U, 0xFFU}) {
        const Bytes changed = forged(whole, at, std::to_integer<unsigned>(whole[at]) ^ flip, 1);
        const auto stream = decoded_texts(changed);
        if (!stream) continue;
        EXPECT_EQ(value_of(wire::encode(*stream)), changed) << golden.name << " at " << at;
      }
    }
  }
}

// Texts that are all longer than a width of 1, with these digests.
Bytes file_of_digests(std::vector<std::uint64_t> digests) {
  std::ranges::sort(digests);
  const std::uint64_t number = digests.size();
  ByteWriter shape, payload;
  for (const std::uint64_t field : {number, std::uint64_t{1}, std::uint64_t{1}, std::uint64_t{0}})
    shape.integer(field, 4);
  for (const std::uint64_t field : {number, std::uint64_t{0}, number, std::uint64_t{0}, number})
    payload.integer(field, 8);
  for (const std::uint64_t digest : digests) {
    payload.varint(1);
    payload.varint(2);
    payload.integer(digest, 8);
    payload.bytes(as_bytes("a"));
  }
  return wire::seal({.kind = wire::Kind::heavy_texts,
                     .hash_family = HashFamily::fast,
                     .seed = kDefaultSeed,
                     .shape = shape.view(),
                     .payload = payload.view()});
}

// Of the processor, so that what else the machine does plays no part; the shortest of three.
std::clock_t time_to_decode(ByteView bytes) {
  std::clock_t shortest = std::numeric_limits<std::clock_t>::max();
  for (int i = 0; i < 3; ++i) {
    const std::clock_t start = std::clock();
    EXPECT_OK(decoded_texts(bytes));
    shortest = std::min(shortest, std::clock() - start);
  }
  return shortest;
}

// Digests of long texts are what a sender says they are. If it could have them lie side by side, decoding
// would take a time that grows with the square of their number: some 50 times that of others here.
TEST(HeavyTextsCodec, TakesNoLongerForDigestsThatShareABucketUnderTheSeedOfTheFile) {
  constexpr std::size_t kTexts = 10'000;
  constexpr std::uint64_t kPlacementPurpose = 0x746578742D736C6F;
  const Seed known = kDefaultSeed.derive(kPlacementPurpose);
  Random random;
  std::vector<std::uint64_t> any, chosen;
  while (any.size() < kTexts) any.push_back(random.next());
  while (chosen.size() < kTexts) {
    const std::uint64_t digest = random.next();
    if (peel::detail::bucket_of(digest ^ known.word(0), known.word(1), 256) == 0) chosen.push_back(digest);
  }
  const Bytes with_any = file_of_digests(any), with_chosen = file_of_digests(chosen);
  constexpr std::clock_t kTicks = 1000;  // the clock may go in steps
  EXPECT_LT(time_to_decode(with_chosen), 10 * time_to_decode(with_any) + kTicks);
}

TEST(HeavyTextsCodec, TakesALineFeedOnlyAsAByteOfAnAddress) {
  GoldenHeavyTexts golden = golden_heavy_texts_lines();
  golden.counters = {{"a\nb", 306}};
  EXPECT_EQ(wire::encode(made(golden)).error().sentence(),
            "a line feed in a text, of lines or their fields; accepted is any other byte");
  golden.shape.text_width = ByteWidth(16);
  golden.part.keys = PartKeys::addresses;
  golden.counters = {{std::string(16, '\n'), 306}};
  EXPECT_OK(decoded_texts(value_of(wire::encode(made(golden)))));
}

TEST(HeavyTextsCodec, RefusesToEncodeWhatItWouldNotDecode) {
  HeavyStream stream = made(golden_heavy_texts_lines());
  stream.part.field = 1;
  EXPECT_EQ(wire::encode(stream).error().code(), ErrorCode::invalid_argument);
  stream = made(golden_heavy_texts_lines());
  stream.keyless = 307;
  EXPECT_EQ(wire::encode(stream).error().sentence(), "307 lines without a key, of 306 lines");
  stream = made(golden_heavy_texts_lines());
  stream.part.keys = PartKeys::addresses;
  EXPECT_EQ(wire::encode(stream).error().sentence(),
            "an address of 5 bytes, 5 of them kept; accepted are 16, all of them kept");
}

TEST(HeavyTextsCodec, CallsAnotherKindByItsNumber) {
  EXPECT_EQ(decoded_texts(encoded(small_table())).error().sentence(), "kind 1 is not 8 (heavy texts)");
  const Bytes texts = value_of(wire::encode(made(golden_heavy_texts_lines())));
  EXPECT_EQ(wire::decode_iblt(texts).error().sentence(), "kind 8 is not 1 (iblt)");
}

}  // namespace
}  // namespace peel::test
