// The search written for a processor finds what the portable one finds.
#include "sources/byte_search.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace peel::sources {
namespace {

std::string random_bytes(test::Random& random, std::size_t count) {
  // Few values, so that separators are frequent; those with the top bit set are negative as char.
  constexpr std::string_view kBytes("\n\",;\t\r\0a\xff\x8a\xa2", 11);
  std::string bytes(count, ' ');
  for (char& byte : bytes) byte = kBytes[random.below(kBytes.size())];
  return bytes;
}

TEST(SeparatorMask, IsThatOfThePortableSearch) {
  test::Random random;
  for (int round = 0; round < test::rounds(2'000); ++round) {
    const std::string bytes = random_bytes(random, kMaskBytes);
    const char delimiter = ",;\t\xff"[random.below(4)];
    ASSERT_EQ(separators_in(bytes.data(), delimiter), portable::separators_in(bytes.data(), delimiter));
  }
}

TEST(SeparatorMask, HasItsLowestBitForTheFirstByte) {
  std::string bytes(kMaskBytes, ' ');
  bytes[0] = '\n';
  bytes[1] = '"';
  bytes[63] = ';';
  EXPECT_EQ(separators_in(bytes.data(), ';'), std::uint64_t{3} | std::uint64_t{1} << 63);
}

TEST(CountNewlines, AgreesWithThePortableCountAtEveryLength) {
  test::Random random;
  for (std::size_t length = 0; length < 1'000; ++length) {
    const std::string bytes = random_bytes(random, length);
    ASSERT_EQ(count_newlines(bytes), portable::count_newlines(bytes)) << length;
  }
}

TEST(CountNewlines, DoesNotOverflowWhereAllBytesAreNewlines) {
  EXPECT_EQ(count_newlines(std::string(100'001, '\n')), 100'001U);
}

TEST(CommonPrefix, EndsAtTheFirstDifference) {
  test::Random random;
  for (int round = 0; round < test::rounds(500); ++round) {
    const std::string left = random_bytes(random, 1 + random.below(10'000));
    std::string right = left;
    const std::size_t difference = random.below(right.size());
    right[difference] = 'X';
    ASSERT_EQ(common_prefix(left, right), difference);
  }
}

TEST(CommonPrefix, IsTheShorterOfTwoThatAgree) {
  EXPECT_EQ(common_prefix("abc", "abcdef"), 3U);
  EXPECT_EQ(common_prefix("", "abc"), 0U);
}

}  // namespace
}  // namespace peel::sources
