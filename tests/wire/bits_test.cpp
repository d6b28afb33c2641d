#include "wire/bits.hpp"

#include "support/random.hpp"
#include "wire/wire_support.hpp"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace peel::test {
namespace {

using wire::BitReader;
using wire::BitWriter;

TEST(Bits, FillBytesFromTheLowestBitAndPadWithZeros) {
  BitWriter out(1 + 3 + 8 + 1);
  out.put(1, 1);
  out.put(0b010, 3);
  out.put(0xAB, 8);
  out.put(1, 1);
  EXPECT_EQ(hex(out.take()), "b51a");
}

TEST(Bits, OfNoFieldsAreNoBytes) {
  EXPECT_TRUE(BitWriter(0).take().empty());
}

TEST(Bits, AreReadAsTheyWereWritten) {
  Random random;
  std::vector<std::pair<std::uint64_t, unsigned>> fields;
  std::uint64_t bits = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto width = static_cast<unsigned>(random.below(65));
    const std::uint64_t value = width == 0 ? 0 : random.next() >> (64 - width);
    fields.emplace_back(value, width);
    bits += width;
  }
  BitWriter out(bits);
  for (const auto& [value, width] : fields) out.put(value, width);
  const Bytes bytes = out.take();
  BitReader in(bytes);
  for (const auto& [value, width] : fields) EXPECT_EQ(in.get(width), value) << "of " << width << " bits";
  EXPECT_LT(in.remaining(), 8U);
  EXPECT_FALSE(in.ran_out());
}

TEST(Bits, BehindTheEndAreZerosAndTheReaderKnows) {
  const Bytes bytes(2, std::byte{0xFF});
  BitReader in(bytes);
  EXPECT_EQ(in.get(12), 0xFFFU);
  EXPECT_FALSE(in.ran_out());
  EXPECT_EQ(in.get(64), 0xFU);
  EXPECT_TRUE(in.ran_out());
  EXPECT_EQ(in.get(64), 0U);
  EXPECT_EQ(in.remaining(), 0U);
}

TEST(Bits, CountOnesUpToTheFirstZeroOrTheLimit) {
  const Bytes bytes = {std::byte{0b11101011}, std::byte{0xFF}, std::byte{0}};
  BitReader in(bytes);
  EXPECT_EQ(in.ones(24), 2U);
  EXPECT_EQ(in.ones(24), 1U);
  EXPECT_EQ(in.ones(9), 9U);
  EXPECT_EQ(in.ones(9), 2U);
  EXPECT_EQ(in.remaining(), 7U);
}

}  // namespace
}  // namespace peel::test
