// Frequent lines of files, with a past that fades, and majorities.
#include "peel/sources/heavy_lines.hpp"

#include "peel/sources/address_text.hpp"

#include "sources/temporary_file.hpp"
#include "sources/watching.hpp"

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace peel::sources {
namespace {

using Keys = CountedPart::Keys;
using Stage = reconcile::Watch::Stage;

HeavyStream stream_for(const CountedPart& part) {
  return {.part = part, .texts = *HeavyTexts::make({}, HashFamily::fast, kDefaultSeed)};
}

std::map<std::string, std::uint64_t> upper_bounds(const HeavyStream& stream) {
  std::map<std::string, std::uint64_t> counts;
  for (const HeavyText& text : stream.texts.top(ItemCount(100)))
    counts[std::string(text.text)] = text.count.upper;
  return counts;
}

TEST(HeavyLines, AreCountedExactlyWhileThereIsRoom) {
  const test::TemporaryFile file("b\na\nb\nc\nb\n");
  HeavyStream stream = stream_for({});
  test::RecordedStages watch;
  const auto fading = add_lines(stream, file.path(), {}, watch);
  ASSERT_TRUE(fading) << fading.error().sentence();
  EXPECT_EQ(fading->parts, 1U);
  EXPECT_EQ(upper_bounds(stream), (std::map<std::string, std::uint64_t>{{"a", 1}, {"b", 3}, {"c", 1}}));
  EXPECT_EQ(stream.lines, 5U);
  EXPECT_EQ(watch.stages, std::vector{Stage::reading});
}

TEST(HeavyLines, AddUpOverSeveralFiles) {
  const test::TemporaryFile one("x 1\ny 1\n"), other("x 2\nz\n");
  HeavyStream stream = stream_for({.keys = Keys::fields, .field = 2});
  reconcile::Watch watch;
  ASSERT_TRUE(add_lines(stream, one.path(), {}, watch));
  ASSERT_TRUE(add_lines(stream, other.path(), {}, watch));
  EXPECT_EQ(upper_bounds(stream), (std::map<std::string, std::uint64_t>{{"1", 2}, {"2", 1}}));
  EXPECT_EQ(stream.keyless, 1U);
}

// Four old lines are halved twice, two lines that came between once, and two at the end not at all.
TEST(HeavyLines, CountHalfAfterSoManyLines) {
  const test::TemporaryFile file("a\na\nb\nb\nb\nb\nc\nc\nd\nd\n");
  HeavyStream stream = stream_for({});
  reconcile::Watch watch;
  const auto fading = add_lines(stream, file.path(), {.lines = 4}, watch);
  ASSERT_TRUE(fading);
  EXPECT_EQ(fading->halvings, 2U);
  const auto counts = upper_bounds(stream);
  EXPECT_EQ(counts.at("a"), fading->parts / 2);
  EXPECT_EQ(counts.at("b"), fading->parts / 2 + fading->parts);
  EXPECT_EQ(counts.at("c"), fading->parts);
  EXPECT_EQ(counts.at("d"), 2 * fading->parts);
}

TEST(HeavyLines, EndIfTheWatchSaysSo) {
  const test::TemporaryFile file("a\n");
  HeavyStream stream = stream_for({});
  test::CancelledWatch watch;
  EXPECT_EQ(add_lines(stream, file.path(), {}, watch).error().code(), ErrorCode::cancelled);
  EXPECT_EQ(majority_of(file.path(), {}, watch).error().code(), ErrorCode::cancelled);
}

TEST(MajorityOfAFile, IsTheKeyOfMoreThanHalfOfTheLines) {
  const test::TemporaryFile file("GET 200\nGET 200\nGET 500\nnothing\nGET 200\n");
  test::RecordedStages watch;
  const auto majority = majority_of(file.path(), {.keys = Keys::fields, .field = 2}, watch);
  ASSERT_TRUE(majority);
  EXPECT_EQ(majority->key, "200");
  EXPECT_EQ(majority->count, 3U);
  EXPECT_EQ(majority->total, 4U);
  EXPECT_EQ(majority->keyless, 1U);
  EXPECT_EQ(majority->lines, 5U);
  EXPECT_EQ(watch.stages, (std::vector{Stage::reading, Stage::reading_again}));
}

TEST(MajorityOfAFile, IsNoneIfHalfOfTheLinesAreOthers) {
  const test::TemporaryFile file("a\na\nb\nc\n");
  reconcile::Watch watch;
  const auto majority = majority_of(file.path(), {}, watch);
  ASSERT_TRUE(majority);
  EXPECT_FALSE(majority->key);
  EXPECT_EQ(majority->count, 0U);
  EXPECT_EQ(majority->total, 4U);
}

TEST(MajorityOfAFile, MayBeAnAddress) {
  const test::TemporaryFile file("10.0.0.1 x\ny ::ffff:10.0.0.1\n10.0.0.2\n");
  reconcile::Watch watch;
  const auto majority = majority_of(file.path(), {.keys = Keys::addresses}, watch);
  ASSERT_TRUE(majority && majority->key);
  EXPECT_EQ(address_text(*majority->key), "10.0.0.1");
}

}  // namespace
}  // namespace peel::sources
