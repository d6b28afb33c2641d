// The heavy texts of streams that say what they count.
#include "peel/frequency/heavy_stream.hpp"

#include <gtest/gtest.h>
#include <limits>
#include <string_view>
#include <vector>

namespace peel {
namespace {

using Keys = CountedPart::Keys;

HeavyStream stream_of(const CountedPart& part, const std::vector<std::string_view>& texts) {
  auto heavy = HeavyTexts::make({.capacity = ItemCount(4)}, HashFamily::fast, kDefaultSeed);
  HeavyStream stream{part, texts.size() + 2, 2, std::move(*heavy)};
  for (const std::string_view text : texts) stream.texts.add(as_bytes(text));
  return stream;
}

TEST(HeavyStream, AddsLinesAndTextsOfAnother) {
  HeavyStream stream = stream_of({}, {"apple", "pear"});
  ASSERT_TRUE(stream.merge(stream_of({}, {"apple"})));
  EXPECT_EQ(stream.lines, 7U);
  EXPECT_EQ(stream.keyless, 4U);
  EXPECT_EQ(stream.texts.bounds(as_bytes("apple")), (CountBounds{2, 2, false}));
}

TEST(HeavyStream, HasNoMoreLinesThanItsNumberHolds) {
  HeavyStream stream = stream_of({}, {"apple"}), other = stream;
  other.lines = other.keyless = std::numeric_limits<std::uint64_t>::max() - 1;
  ASSERT_TRUE(stream.merge(other));
  EXPECT_EQ(stream.lines, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(stream.keyless, std::numeric_limits<std::uint64_t>::max());
}

TEST(HeavyStream, RefusesAnotherPartOfLinesAndStaysAsItIs) {
  HeavyStream stream = stream_of({.keys = Keys::fields, .field = 2}, {"apple"});
  const auto merged = stream.merge(stream_of({.keys = Keys::fields, .field = 7}, {"apple"}));
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().code(), ErrorCode::incompatible);
  EXPECT_EQ(merged.error().sentence(),
            "these summaries cannot be merged: they have keys from field 2 and field 7");
  EXPECT_EQ(stream.lines, 3U);
  EXPECT_EQ(stream.texts.total(), CopyCount(1));
}

TEST(HeavyStream, RefusesAnotherShapeAndStaysAsItIs) {
  HeavyStream stream = stream_of({}, {"apple"}), other = stream;
  other.texts = *HeavyTexts::make({.capacity = ItemCount(5)}, HashFamily::fast, kDefaultSeed);
  ASSERT_FALSE(stream.merge(other));
  EXPECT_EQ(stream.lines, 3U);
}

}  // namespace
}  // namespace peel
