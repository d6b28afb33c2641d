// Streams whose counts are saved: filled, combined and listed.
#include "sources/count/stream_count.hpp"

#include "sources/temporary_file.hpp"

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace peel::sources {
namespace {

SizedStream stream_of(const std::string& lines) {
  const test::TemporaryFile file(lines);
  LineSource source(*InputFile::open(file.path(), InputFile::Passes::one), ReadingLimits());
  auto stream = empty_stream({.capacity = ItemCount(100)}, kDefaultSeed, std::nullopt);
  reconcile::Watch watch;
  const auto filled = add_lines(stream->stream, source, watch);
  if (!filled) throw std::runtime_error(filled.error().sentence());
  return std::move(*stream);
}

std::map<std::string, std::int64_t> counts_of(const Counted& counted) {
  std::map<std::string, std::int64_t> counts;
  std::string room;
  for (std::size_t i = 0; i < counted.keys->size(); ++i)
    counts[std::string(counted.keys->key(i, room)->text)] = counted.keys->count(i);
  return counts;
}

TEST(CountedStreams, AddUpToTheCountsOfAllLines) {
  SizedStream first = stream_of("a\nb\na\n");
  ASSERT_TRUE(first.stream.merge(stream_of("b\nc\n").stream));
  const auto listed = list_stream(first);
  ASSERT_TRUE(listed) << listed.error().sentence();
  EXPECT_EQ(counts_of(*listed), (std::map<std::string, std::int64_t>{{"a", 2}, {"b", 2}, {"c", 1}}));
  EXPECT_EQ(listed->summary.lines, 5);
}

TEST(CountedStreams, HaveNegativeCountsOfWhatWasSubtracted) {
  SizedStream first = stream_of("a\nb\n");
  ASSERT_TRUE(first.stream.subtract(stream_of("b\nc\n").stream));
  const auto listed = list_stream(first);
  ASSERT_TRUE(listed);
  EXPECT_EQ(counts_of(*listed), (std::map<std::string, std::int64_t>{{"a", 1}, {"c", -1}}));
}

TEST(CountedStreams, HaveTheCapacityThatWasAskedFor) {
  SizedStream stream = stream_of("a\n");
  EXPECT_EQ(stream.capacity, ItemCount(100));
  EXPECT_EQ(list_stream(stream)->summary.capacity, 100U);
}

}  // namespace
}  // namespace peel::sources
