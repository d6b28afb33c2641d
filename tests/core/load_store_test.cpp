// Little-endian loads and stores, and the views between text and bytes.
#include "peel/core/bytes.hpp"

#include "support/random.hpp"

#include <array>
#include <gtest/gtest.h>

namespace peel {
namespace {

constexpr std::uint64_t kWord = 0x8877665544332211U;

TEST(LoadLe, TakesTheFirstByteAsTheLowest) {
  const std::array<std::byte, 3> bytes{std::byte{0x11}, std::byte{0x22}, std::byte{0x33}};
  EXPECT_EQ(load_le(bytes.data(), 3), 0x332211U);
}

TEST(StoreLe, WritesTheLowestByteFirst) {
  std::array<std::byte, 8> bytes{};
  store_le(bytes.data(), kWord);
  EXPECT_EQ(bytes[0], std::byte{0x11});
  EXPECT_EQ(bytes[7], std::byte{0x88});
}

// Short widths take other ways than a whole word, and 4 to 7 bytes are moved as two words that overlap.
class EveryWidth : public ::testing::TestWithParam<std::size_t> {
 protected:
  std::size_t width() const { return GetParam(); }
  std::uint64_t low_bytes(std::uint64_t word) const { return width() == 0 ? 0 : word << shift() >> shift(); }

 private:
  std::size_t shift() const { return 64 - 8 * width(); }
};
INSTANTIATE_TEST_SUITE_P(ZeroToEight, EveryWidth, ::testing::Range<std::size_t>(0, 9));

TEST_P(EveryWidth, StoresTheLowBytesInOrder) {
  Bytes bytes(width());  // no byte more: the address sanitizer sees a store past the end
  store_le(bytes.data(), kWord, width());
  for (std::size_t i = 0; i < width(); ++i) EXPECT_EQ(bytes[i], static_cast<std::byte>(0x11 * (i + 1)));
}

TEST_P(EveryWidth, LoadsWhatWasStored) {
  const std::uint64_t word = test::Random{}.next();
  Bytes bytes(width());
  store_le(bytes.data(), word, width());
  EXPECT_EQ(load_le(bytes.data(), width()), low_bytes(word));
}

TEST_P(EveryWidth, LeavesTheNeighboursAlone) {
  Bytes bytes(10, std::byte{0xAA});
  store_le(bytes.data() + 1, kWord, width());
  EXPECT_EQ(bytes.front(), std::byte{0xAA});
  for (std::size_t i = 1 + width(); i < bytes.size(); ++i)
    EXPECT_EQ(bytes[i], std::byte{0xAA}) << "byte " << i;
}

TEST(AsBytes, ShowsTextByteForByteIncludingZeros) {
  const std::string_view text("a\0\xFF", 3);
  const ByteView bytes = as_bytes(text);
  ASSERT_EQ(bytes.size(), 3U);
  EXPECT_EQ(bytes[1], std::byte{0});
  EXPECT_EQ(bytes[2], std::byte{0xFF});
}

TEST(AsText, GivesBackTheTextThatAsBytesShowed) {
  const std::string_view text("a\0\xFF", 3);
  EXPECT_EQ(as_text(as_bytes(text)), text);
  EXPECT_EQ(as_text(ByteView{}), "");
}

}  // namespace
}  // namespace peel
