// Heavy texts to bytes and back, and bytes that no encoder writes. tests/malformed has more of those.
#include "peel/wire/heavy_texts_codec.hpp"

#include "support/pairs.hpp"
#include "wire/golden_heavy_texts.hpp"

#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::test {
namespace {

using testing::HasSubstr;
using Keys = CountedPart::Keys;

constexpr std::size_t kTextsAt = kShapeAt + 16;  // the payload

void expect_same(const HeavyStream& stream, const HeavyStream& expected) {
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

// More texts than there is room for, some of them longer than the width.
HeavyStream random_stream(Random& random) {
  HeavyStream stream{{.keys = Keys::fields, .field = 70'000, .delimiter = '\t'},
                     1'000,
                     10,
                     value_of(HeavyTexts::make({.capacity = ItemCount(40), .text_width = ByteWidth(10)},
                                               HashFamily::siphash, random.seed()))};
  for (int i = 0; i < 400; ++i) {
    const std::uint64_t copies = 1 + (random.below(8) == 0 ? random.below(500) : 0);
    stream.texts.add(random_bytes(random, random.below(16)), CopyCount(copies));
  }
  return stream;
}

TEST(HeavyTextsCodec, KeepsEverything) {
  Random random;
  const HeavyStream stream = random_stream(random);
  const Bytes bytes = value_of(wire::encode(stream));
  const HeavyStream decoded = value_of(wire::decode_heavy_texts(bytes));
  expect_same(decoded, stream);
  EXPECT_EQ(value_of(wire::encode(decoded)), bytes);
}

TEST(HeavyTextsCodec, OfDecodedStreamsMergesLikeTheStreamsThemselves) {
  Random random;
  HeavyStream left = random_stream(random), right = left;
  for (int i = 0; i < 100; ++i) right.texts.add(random_bytes(random, 3));
  HeavyStream decoded = value_of(wire::decode_heavy_texts(value_of(wire::encode(left))));
  ASSERT_TRUE(decoded.merge(value_of(wire::decode_heavy_texts(value_of(wire::encode(right))))));
  ASSERT_TRUE(left.merge(right));
  expect_same(decoded, left);
}

// Where a text is kept in full, its digest follows from it.
TEST(HeavyTextsCodec, TakesTwoBytesAndTheTextForASmallCounter) {
  GoldenHeavyTexts golden = golden_heavy_texts_lines();
  golden.counters = {{"pear", 127}};
  const std::size_t one = value_of(wire::encode(made(golden))).size();
  golden.counters.push_back({"apples", 1});
  EXPECT_EQ(value_of(wire::encode(made(golden))).size() - one, 2U + 6U);
}

TEST(HeavyTextsCodec, TakesEightBytesMoreForTheDigestOfALongText) {
  GoldenHeavyTexts golden = golden_heavy_texts_lines();
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
      EXPECT_FALSE(wire::decode_heavy_texts(cut)) << golden.name << " cut at " << length;
    }
  }
}

TEST(HeavyTextsCodec, RefusesEveryDamagedByte) {
  const Bytes whole = value_of(wire::encode(made(golden_heavy_texts_lines())));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes damaged = whole;
    damaged[at] ^= std::byte{0x10};
    EXPECT_FALSE(wire::decode_heavy_texts(damaged)) << at;
  }
}

// Any byte, any value, with a right checksum: refused, or a stream that encodes to just these bytes.
TEST(HeavyTextsCodec, AcceptsNoSecondEncodingOfAnything) {
  for (const GoldenHeavyTexts& golden : golden_heavy_texts()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    for (std::size_t at = kShapeAt; at < whole.size(); ++at) {
      for (const unsigned flip : {0x01U, 0x02U, 0x80U, 0xFFU}) {
        const Bytes changed = forged(whole, at, std::to_integer<unsigned>(whole[at]) ^ flip, 1);
        const auto decoded = wire::decode_heavy_texts(changed);
        if (!decoded) continue;
        EXPECT_EQ(value_of(wire::encode(*decoded)), changed) << golden.name << " at " << at;
      }
    }
  }
}

TEST(HeavyTextsCodec, RefusesToEncodeWhatItWouldNotDecode) {
  HeavyStream stream = made(golden_heavy_texts_lines());
  stream.part.field = 1;
  EXPECT_EQ(wire::encode(stream).error().code(), ErrorCode::invalid_argument);
  stream = made(golden_heavy_texts_lines());
  stream.keyless = 307;
  EXPECT_EQ(wire::encode(stream).error().sentence(), "307 lines without a key, of 306 lines");
  stream = made(golden_heavy_texts_lines());
  stream.part.keys = Keys::addresses;
  EXPECT_EQ(wire::encode(stream).error().sentence(),
            "an address of 5 bytes, 5 of them kept; accepted are 16, all of them kept");
}

TEST(HeavyTextsCodec, CallsAnotherKindByItsNumber) {
  EXPECT_EQ(wire::decode_heavy_texts(encoded(small_table())).error().sentence(),
            "kind 1 is not 8 (heavy texts)");
  const Bytes texts = value_of(wire::encode(made(golden_heavy_texts_lines())));
  EXPECT_EQ(wire::decode_iblt(texts).error().sentence(), "kind 8 is not 1 (iblt)");
}

class GoldenHeavyTextsFiles : public testing::TestWithParam<GoldenHeavyTexts> {
 protected:
  void SetUp() override {
    if (std::getenv("PEEL_WRITE_GOLDEN") == nullptr) return;
    write_file(file(".peel"), *wire::encode(made(GetParam())));
    write_file(file(".json"), as_bytes(json_of(GetParam(), made(GetParam()))));
  }

  std::filesystem::path file(const std::string& extension) const {
    return std::filesystem::path(PEEL_TESTS_DIR) / "golden" / (GetParam().name + extension);
  }
};

TEST_P(GoldenHeavyTextsFiles, AreMadeAgainByteForByte) {
  EXPECT_EQ(hex(*wire::encode(made(GetParam()))), hex(read_file(file(".peel"))));
}

TEST_P(GoldenHeavyTextsFiles, DecodeToTheRecordedParametersAndCounters) {
  const auto stream = wire::decode_heavy_texts(read_file(file(".peel")));
  ASSERT_TRUE(stream) << stream.error().sentence();
  EXPECT_EQ(json_of(GetParam(), *stream), as_text(read_file(file(".json"))));
}

// By the summary itself, as long as nothing is lowered.
TEST_P(GoldenHeavyTextsFiles, AreFilledAgainByteForByte) {
  const GoldenHeavyTexts& golden = GetParam();
  if (golden.error != 0) return;
  HeavyStream stream{golden.part, golden.lines, golden.keyless,
                     value_of(HeavyTexts::make(golden.shape, golden.family, golden.seed))};
  for (const auto& [text, copies] : golden.counters) stream.texts.add(as_bytes(text), CopyCount(copies));
  EXPECT_EQ(hex(*wire::encode(stream)), hex(read_file(file(".peel"))));
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenHeavyTextsFiles, testing::ValuesIn(golden_heavy_texts()),
                         [](const auto& golden) {
                           std::string name = golden.param.name;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace peel::test
