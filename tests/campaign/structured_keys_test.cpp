#include "campaign/structured_keys.hpp"

#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <set>
#include <string_view>

namespace peel::test {
namespace {

TEST(StructuredKeys, AreDifferentAsManyAsThereAre) {
  Random random;
  for (const KeyKind kind : kKeyKinds) {
    for (std::uint64_t width = 1; width <= 64; ++width) {
      const std::size_t count = std::min<std::size_t>(most_keys(kind, ByteWidth(width)), 3'000);
      if (count == 0) continue;
      const Bytes keys = structured_keys(kind, ByteWidth(width), count, random);
      ASSERT_EQ(keys.size(), count * width);
      std::set<std::string_view> seen;
      for (std::size_t i = 0; i < count; ++i) seen.insert(as_text(ByteView(keys).subspan(i * width, width)));
      ASSERT_EQ(seen.size(), count) << name_of(kind) << ", keys of " << width << " bytes";
    }
  }
}

TEST(StructuredKeys, OfEveryWidthAreOfFourKindsAtLeast) {
  for (std::uint64_t width = 1; width <= 64; ++width) {
    const auto are_there = [&](KeyKind kind) { return most_keys(kind, ByteWidth(width)) > 0; };
    EXPECT_GE(std::ranges::count_if(kKeyKinds, are_there), 4);
  }
}

TEST(StructuredKeys, OfNeighboursDifferInTwoBitsAtMost) {
  Random random;
  const std::size_t most = most_keys(KeyKind::neighbours, ByteWidth(2));
  const Bytes keys = structured_keys(KeyKind::neighbours, ByteWidth(2), most, random);
  for (std::size_t i = 0; i < most; ++i) {
    const std::uint64_t difference = load_le(&keys[2 * i], 2) ^ load_le(keys.data(), 2);
    EXPECT_LE(std::popcount(difference), 2);
  }
}

}  // namespace
}  // namespace peel::test
