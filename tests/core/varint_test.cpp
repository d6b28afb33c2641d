// LEB128 numbers: one encoding for each value, and no other is accepted. Without that rule one structure
// would have many encodings, and a decoded file would not encode to the same bytes again.
#include "peel/core/bytes.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>
#include <initializer_list>

namespace peel {
namespace {

Bytes bytes_of(std::initializer_list<int> values) {
  Bytes bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

Bytes encoded(std::uint64_t word) {
  ByteWriter writer;
  writer.varint(word);
  return writer.take();
}

// `count` bytes that say "more follows", then `last`.
Bytes long_form(std::size_t count, int continuation, int last) {
  Bytes bytes(count, static_cast<std::byte>(continuation));
  bytes.push_back(static_cast<std::byte>(last));
  return bytes;
}

void expect_refused(const Bytes& bytes) {
  ByteReader reader(bytes);
  const auto word = reader.varint("the length");
  ASSERT_FALSE(word.has_value()) << "read " << *word;
  EXPECT_EQ(word.error().code(), ErrorCode::malformed);
  EXPECT_NE(word.error().sentence().find("the length"), std::string::npos);
  EXPECT_EQ(reader.remaining(), bytes.size());
}

// 2^(7 n) - 1 is the last number of n bytes, 2^(7 n) the first of n + 1.
class VarintLength : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(OneToNineBytes, VarintLength, ::testing::Range(1U, 10U));

TEST_P(VarintLength, GrowsByOneByteExactlyEverySevenBits) {
  const std::uint64_t first_longer = std::uint64_t{1} << (7 * GetParam());
  EXPECT_EQ(encoded(first_longer - 1).size(), GetParam());
  EXPECT_EQ(encoded(first_longer).size(), GetParam() + 1);
}

TEST_P(VarintLength, IsReadBackAtBothEndsOfItsRange) {
  const std::uint64_t first_longer = std::uint64_t{1} << (7 * GetParam());
  EXPECT_EQ(*ByteReader(encoded(first_longer - 1)).varint("a number"), first_longer - 1);
  EXPECT_EQ(*ByteReader(encoded(first_longer)).varint("a number"), first_longer);
}

TEST_P(VarintLength, IsRefusedWhenPaddedWithAZeroByte) {
  expect_refused(long_form(GetParam(), 0x81, 0x00));
  expect_refused(long_form(GetParam(), 0x80, 0x00));
}

TEST(Varint, EncodesZeroAsOneZeroByte) {
  EXPECT_EQ(encoded(0), bytes_of({0}));
}

TEST(Varint, PutsTheLowestSevenBitsFirst) {
  EXPECT_EQ(encoded(624'485), bytes_of({0xE5, 0x8E, 0x26}));
}

TEST(Varint, EncodesTheLargestWordInTenBytes) {
  EXPECT_EQ(encoded(~std::uint64_t{0}), long_form(9, 0xFF, 0x01));
}

TEST(Varint, ReadsBackWordsOfEveryBitLength) {
  test::Random random;
  for (unsigned bits = 0; bits < 64; ++bits) {
    const std::uint64_t word = random.next() >> bits;
    const Bytes bytes = encoded(word);
    ByteReader reader(bytes);
    EXPECT_EQ(*reader.varint("a number"), word);
    EXPECT_EQ(reader.remaining(), 0U);
  }
}

TEST(Varint, LeavesTheBytesBehindItUnread) {
  const Bytes bytes = bytes_of({0xAC, 0x02, 0x07});
  ByteReader reader(bytes);
  EXPECT_EQ(*reader.varint("a number"), 300U);
  EXPECT_EQ(*reader.integer(1, "the next field"), 7U);
}

TEST(Varint, IsRefusedWhenCutAtAnyByte) {
  const Bytes whole = encoded(~std::uint64_t{0});
  for (std::size_t left = 0; left < whole.size(); ++left) {
    expect_refused(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(left)));
  }
}

TEST(Varint, IsRefusedWhenItsTenthByteWouldOverflow64Bits) {
  expect_refused(long_form(9, 0xFF, 0x02));
  expect_refused(long_form(9, 0x80, 0x7F));
}

TEST(Varint, IsRefusedWhenItRunsBeyondTenBytes) {
  expect_refused(long_form(10, 0x80, 0x01));
  expect_refused(long_form(10, 0x81, 0x00));
}

// All strings of up to two bytes: whatever decodes encodes to the bytes that were read.
TEST(Varint, HasExactlyOneEncodingAmongAllShortStrings) {
  std::size_t accepted = 0;
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const Bytes bytes = bytes_of({first, second});
      ByteReader reader(bytes);
      const auto word = reader.varint("a number");
      if (!word || reader.remaining() > 0) continue;
      EXPECT_EQ(encoded(*word), bytes);
      ++accepted;
    }
  }
  EXPECT_EQ(accepted, 16'384U - 128U);  // 14 bits, less the numbers that fit seven
}

}  // namespace
}  // namespace peel
