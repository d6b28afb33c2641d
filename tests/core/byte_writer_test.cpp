// The exact bytes that ByteWriter appends.
#include "peel/core/bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<int> written(const ByteWriter& writer) {
  std::vector<int> bytes;
  for (const std::byte byte : writer.view()) bytes.push_back(static_cast<int>(byte));
  return bytes;
}

TEST(ByteWriter, StartsEmpty) {
  EXPECT_EQ(ByteWriter{}.size(), 0U);
}

TEST(ByteWriter, AppendsFieldsInTheOrderOfTheCalls) {
  ByteWriter writer;
  writer.integer(0x0201, 2);
  writer.bytes(as_bytes("A"));
  writer.varint(300);
  EXPECT_THAT(written(writer), ElementsAre(1, 2, 'A', 0xAC, 0x02));
}

TEST(ByteWriter, DropsTheBytesOfAnIntegerAboveItsWidth) {
  ByteWriter writer;
  writer.integer(0x332211, 2);
  EXPECT_THAT(written(writer), ElementsAre(0x11, 0x22));
}

TEST(ByteWriter, WritesNothingForAnIntegerOfWidthZeroEvenAsTheFirstField) {
  ByteWriter writer;
  writer.integer(7, 0);
  EXPECT_THAT(written(writer), IsEmpty());
}

TEST(ByteWriter, WritesNothingForAnEmptyView) {
  ByteWriter writer;
  writer.bytes(ByteView{});
  EXPECT_THAT(written(writer), IsEmpty());
}

TEST(ByteWriter, GivesItsBufferAway) {
  ByteWriter writer;
  writer.integer(5, 4);
  EXPECT_EQ(writer.take().size(), 4U);
}

}  // namespace
}  // namespace peel
