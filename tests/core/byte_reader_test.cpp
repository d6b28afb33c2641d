// ByteReader on fixed-width fields: what was written comes back, and nothing is read past the end.
#include "peel/core/bytes.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

using ::testing::TestWithParam;

Bytes counting_bytes(std::size_t count) {
  Bytes bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i + 1);
  return bytes;
}

class ByteReaderWidth : public TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(ZeroToEight, ByteReaderWidth, ::testing::Range<std::size_t>(0, 9));

TEST_P(ByteReaderWidth, ReadsBackAnIntegerThatFits) {
  const std::size_t width = GetParam();
  const std::uint64_t word = width == 0 ? 0 : test::Random{}.next() >> (64 - 8 * width);
  ByteWriter writer;
  writer.integer(word, width);
  ByteReader reader(writer.view());
  EXPECT_EQ(*reader.integer(width, "a field"), word);
  EXPECT_EQ(reader.remaining(), 0U);
}

TEST_P(ByteReaderWidth, RefusesAnIntegerCutAnywhereAndDoesNotMove) {
  const std::size_t width = GetParam();
  for (std::size_t left = 0; left < width; ++left) {
    const Bytes bytes = counting_bytes(left);
    ByteReader reader(bytes);
    const auto word = reader.integer(width, "a field");
    ASSERT_FALSE(word.has_value()) << left << " bytes left";
    EXPECT_EQ(word.error().code(), ErrorCode::malformed);
    EXPECT_EQ(reader.remaining(), left);
  }
}

TEST(ByteReader, ReadsFieldsOneBehindTheOther) {
  const Bytes bytes = counting_bytes(6);
  ByteReader reader(bytes);
  EXPECT_EQ(*reader.integer(2, "the first field"), 0x0201U);
  EXPECT_EQ(*reader.integer(4, "the second field"), 0x06050403U);
  EXPECT_EQ(reader.remaining(), 0U);
}

TEST(ByteReader, ReadsWidthZeroFromAnEmptyView) {
  ByteReader reader(ByteView{});
  EXPECT_EQ(*reader.integer(0, "an absent field"), 0U);
}

TEST(ByteReader, ContinuesAtTheSameByteAfterARefusal) {
  const Bytes bytes = counting_bytes(3);
  ByteReader reader(bytes);
  ASSERT_FALSE(reader.integer(4, "a field too wide").has_value());
  EXPECT_EQ(*reader.integer(3, "a field that fits"), 0x030201U);
}

TEST(ByteReader, NamesTheFieldAndBothSizesWhenTheBytesEndEarly) {
  const Bytes bytes = counting_bytes(3);
  ByteReader reader(bytes);
  EXPECT_EQ(reader.integer(8, "the seed").error().sentence(),
            "the bytes end inside the seed: 8 needed, 3 left");
}

TEST(ByteReaderBytes, AreAViewOfTheInputNotACopy) {
  const Bytes bytes = counting_bytes(5);
  ByteReader reader(bytes);
  ASSERT_TRUE(reader.integer(1, "a field").has_value());
  const auto view = reader.bytes(3, "the payload");
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->data(), bytes.data() + 1);
  EXPECT_EQ(view->size(), 3U);
  EXPECT_EQ(reader.remaining(), 1U);
}

TEST(ByteReaderBytes, MayBeNoneAtTheVeryEnd) {
  ByteReader reader(ByteView{});
  const auto view = reader.bytes(0, "the payload");
  ASSERT_TRUE(view.has_value());
  EXPECT_TRUE(view->empty());
}

TEST(ByteReaderBytes, AreRefusedOneBeyondTheEndWithoutMoving) {
  const Bytes bytes = counting_bytes(5);
  ByteReader reader(bytes);
  const auto view = reader.bytes(6, "the payload");
  ASSERT_FALSE(view.has_value());
  EXPECT_EQ(view.error().code(), ErrorCode::malformed);
  EXPECT_EQ(view.error().sentence(), "the bytes end inside the payload: 6 needed, 5 left");
  EXPECT_EQ(reader.remaining(), 5U);
}

// A count of 2^64 - 1 plus a position would wrap around to a small number.
TEST(ByteReaderBytes, AreRefusedForTheLargestCount) {
  const Bytes bytes = counting_bytes(5);
  ByteReader reader(bytes);
  ASSERT_TRUE(reader.integer(2, "a field").has_value());
  EXPECT_FALSE(reader.bytes(~std::uint64_t{0}, "the payload").has_value());
  EXPECT_EQ(reader.remaining(), 3U);
}

}  // namespace
}  // namespace peel
