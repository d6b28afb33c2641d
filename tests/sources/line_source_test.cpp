// Lines: what is one, and that blocks leave no trace.
#include "sources/line_source.hpp"

#include "sources/model_reader.hpp"
#include "sources/random_text.hpp"
#include "sources/reading.hpp"
#include "sources/temporary_file.hpp"
#include "support/random.hpp"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace peel::sources {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> lines_of(std::string_view text) {
  const test::TemporaryFile file(text);
  std::vector<std::string> lines;
  for (const test::ReadRow& row : test::read_all({file.path()}).rows) lines.push_back(row.raw);
  return lines;
}

TEST(LineSource, HasNoRowsInAnEmptyFile) {
  EXPECT_THAT(lines_of(""), ElementsAre());
}

TEST(LineSource, CountsALastLineWithoutNewline) {
  EXPECT_THAT(lines_of("a\nb"), ElementsAre("a", "b"));
}

TEST(LineSource, HasNoLineBehindTheLastNewline) {
  EXPECT_THAT(lines_of("a\nb\n"), ElementsAre("a", "b"));
}

TEST(LineSource, KeepsEmptyLines) {
  EXPECT_THAT(lines_of("\n\na\n"), ElementsAre("", "", "a"));
}

TEST(LineSource, KeepsCarriageReturnsNulsAndByteOrderMarks) {
  const std::string text(
      "\xEF\xBB\xBF"
      "a\r\n\0b\n",
      9);
  EXPECT_THAT(lines_of(text), ElementsAre("\xEF\xBB\xBF"
                                          "a\r",
                                          std::string("\0b", 2)));
}

TEST(LineSource, HandsOutOneFieldWhichIsTheLine) {
  const test::TemporaryFile file("a,b\n");
  EXPECT_THAT(test::read_all({file.path()}).rows[0].fields, ElementsAre("a,b"));
}

// A pipe of which somebody waits for every line.
TEST(LineSource, HandsOutWhatHasComeThroughAPipeIfItIsNotToWaitForABlock) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  auto file = InputFile::open("/dev/fd/" + std::to_string(ends[0]), InputFile::Passes::one);
  ASSERT_TRUE(file) << file.error().sentence();
  LineSource source(std::move(*file), {.waiting = Waiting::for_anything});
  RowBatch batch;
  for (const std::string_view text : {"one\ntw", "o\nthree\n"}) {
    ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ASSERT_TRUE(source.next(batch));
    ASSERT_FALSE(batch.empty());
  }
  EXPECT_EQ(batch.size(), 2U);
  EXPECT_EQ(batch.raw(0), "two");
  ::close(ends[1]);
  ASSERT_TRUE(source.next(batch));
  EXPECT_TRUE(batch.empty());
  ::close(ends[0]);
}

TEST(LineSource, ReadsWhatTheModelReadsWhereverBlocksEnd) {
  test::Random random;
  for (int round = 0; round < test::rounds(2'000); ++round) {
    const std::string text = test::random_soup(random);
    const test::TemporaryFile file(text);
    const ReadingLimits limits{
        .block_bytes = 1 + random.below(20),
        .waiting = random.below(2) == 0 ? Waiting::for_a_block : Waiting::for_anything};
    ASSERT_EQ(test::read_all({file.path()}, limits), test::model_of_lines(text))
        << ::testing::PrintToString(text) << " in blocks of " << limits.block_bytes;
  }
}

TEST(LineSource, ReadsALineMuchLongerThanABlock) {
  const std::string line(100'000, 'x');
  const test::TemporaryFile file("a\n" + line + "\nb\n");
  EXPECT_EQ(test::read_all({file.path()}, {16}).rows[1].raw, line);
}

TEST(LineSource, AcceptsALineAsLongAsTheLimit) {
  const test::TemporaryFile file("12345678\n");
  EXPECT_EQ(test::read_all({file.path()}, {3, 8}).rows.size(), 1U);
}

TEST(LineSource, RefusesALineLongerThanTheLimit) {
  const test::TemporaryFile file("a\n123456789\n");
  const test::Reading reading = test::read_all({file.path()}, {3, 8});
  EXPECT_EQ(reading.error, ", line 2: a row of more than 8 bytes, which is the most that is read");
  EXPECT_EQ(test::read_all({file.path()}, {64, 8}), reading);
}

TEST(LineSource, CountsRowsAndBytesOfThePass) {
  const test::TemporaryFile file("a\nb\nc");
  const auto source = open_source({file.path()});
  ASSERT_TRUE(source);
  EXPECT_EQ((*source)->size(), 5U);
  test::read_rest(**source);
  EXPECT_EQ((*source)->rows_read(), 3U);
  EXPECT_EQ((*source)->bytes_read(), 5U);
}

TEST(LineSource, StartsAgainWhenRewound) {
  const test::TemporaryFile file("a\nb\nc");
  const auto source = open_source_with({file.path()}, {2});
  ASSERT_TRUE(source);
  const test::Reading first = test::read_rest(**source);
  ASSERT_TRUE((*source)->rewind());
  EXPECT_EQ((*source)->rows_read(), 0U);
  EXPECT_EQ(test::read_rest(**source), first);
}

}  // namespace
}  // namespace peel::sources
