// Two files read in step: what is handed on, what is passed over, and that together they are everything.
#include "sources/in_step.hpp"

#include "sources/random_text.hpp"
#include "sources/reading.hpp"
#include "sources/temporary_file.hpp"
#include "support/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

namespace peel::sources {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Collected : UnmatchedRows {
  Result<void> left(const RowBatch& rows) override {
    test::add_rows(rows, left_rows);
    return {};
  }
  Result<void> right(const RowBatch& rows) override {
    test::add_rows(rows, right_rows);
    return {};
  }
  std::vector<test::ReadRow> left_rows;
  std::vector<test::ReadRow> right_rows;
};

std::vector<std::string> raws(const std::vector<test::ReadRow>& rows) {
  std::vector<std::string> texts;
  texts.reserve(rows.size());
  for (const test::ReadRow& row : rows) texts.push_back(row.raw);
  return texts;
}

// Two files, opened, and what reading them in step makes of them.
struct Walk {
  Walk(std::string_view left_text, std::string_view right_text, std::string_view extension = ".txt",
       ReadingLimits limits = {})
      : left_file(left_text, extension),
        right_file(right_text, extension),
        left(*open_source_with({left_file.path()}, limits)),
        right(*open_source_with({right_file.path()}, limits)),
        outcome(*pass_in_step(*left, *right, unmatched)) {}

  test::TemporaryFile left_file;
  test::TemporaryFile right_file;
  Collected unmatched;
  std::unique_ptr<RowSource> left;
  std::unique_ptr<RowSource> right;
  InStep outcome;
};

std::string numbered_lines(int count) {
  std::string text;
  for (int line = 0; line < count; ++line) text += "line " + std::to_string(line) + "\n";
  return text;
}

TEST(PassInStep, HandsOnNothingOfEqualFiles) {
  const std::string text = numbered_lines(10'000);
  const Walk walk(text, text, ".txt", {1'000});
  EXPECT_EQ(walk.outcome, InStep::to_the_end);
  EXPECT_THAT(walk.unmatched.left_rows, IsEmpty());
  EXPECT_EQ(walk.left->rows_read(), 10'000U);
  EXPECT_EQ(walk.right->rows_read(), 10'000U);
}

TEST(PassInStep, HandsOnAChangedLineOfBothSides) {
  const Walk walk("a\nb\nc\n", "a\nB\nc\n");
  EXPECT_EQ(walk.outcome, InStep::to_the_end);
  EXPECT_THAT(raws(walk.unmatched.left_rows), ElementsAre("b"));
  EXPECT_THAT(raws(walk.unmatched.right_rows), ElementsAre("B"));
  EXPECT_EQ(walk.unmatched.left_rows[0].line, 2U);
}

TEST(PassInStep, HandsOnAnInsertedLineOfOneSide) {
  const Walk walk("a\nc\n", "a\nb\nc\n");
  EXPECT_EQ(walk.outcome, InStep::to_the_end);
  EXPECT_THAT(walk.unmatched.left_rows, IsEmpty());
  EXPECT_THAT(raws(walk.unmatched.right_rows), ElementsAre("b"));
}

TEST(PassInStep, HandsOnLinesThatOneSideHasMoreAtItsEnd) {
  const Walk walk("a\n", "a\nb\nc");
  EXPECT_EQ(walk.outcome, InStep::to_the_end);
  EXPECT_THAT(raws(walk.unmatched.right_rows), ElementsAre("b", "c"));
}

TEST(PassInStep, TakesALastLineWithoutNewlineAsTheSameLine) {
  const Walk walk("a\nb", "a\nb\n");
  EXPECT_EQ(walk.outcome, InStep::to_the_end);
  EXPECT_THAT(walk.unmatched.left_rows, IsEmpty());
  EXPECT_THAT(walk.unmatched.right_rows, IsEmpty());
}

TEST(PassInStep, LosesStepWithoutConsumingWhereNoPartnerIsNear) {
  std::string other;
  for (int line = 0; line < 100; ++line) other += "other " + std::to_string(line) + "\n";
  Walk walk("same\n" + numbered_lines(100), "same\n" + other);
  EXPECT_EQ(walk.outcome, InStep::lost);
  EXPECT_EQ(test::read_rest(*walk.left).rows.front().line, 2U);
  EXPECT_EQ(test::read_rest(*walk.right).rows.size(), 100U);
  EXPECT_EQ(walk.left->rows_read(), 101U);
}

TEST(PassInStep, FindsAPartnerSixtyThreeRowsAwayAndNoneBeyond) {
  const std::string tail = "a\n";
  EXPECT_EQ(Walk(tail, numbered_lines(63) + tail).outcome, InStep::to_the_end);
  EXPECT_EQ(Walk(tail, numbered_lines(64) + tail).outcome, InStep::lost);
}

TEST(PassInStep, LosesStepWhereRowsRepeatInAnotherOrder) {
  test::Random random;
  std::string left, right;
  for (int line = 0; line < 5'000; ++line) {
    left += std::to_string(random.below(20)) + "\n";
    right += std::to_string(random.below(20)) + "\n";
  }
  const Walk walk(left, right);
  EXPECT_EQ(walk.outcome, InStep::lost);
  EXPECT_LT(walk.left->rows_read(), 1'000U);
}

TEST(PassInStep, CutsOnlyTheRowsThatItHandsOn) {
  const Walk walk("a,b\n1,\"x\ny\"\n2,\"\"\"\"\n3,z\n", "a,b\n1,\"x\ny\"\n2,q\n3,z\n", ".csv");
  EXPECT_EQ(walk.outcome, InStep::to_the_end);
  ASSERT_EQ(walk.unmatched.left_rows.size(), 1U);
  EXPECT_THAT(walk.unmatched.left_rows[0].fields, ElementsAre("2", "\""));
  EXPECT_EQ(walk.unmatched.left_rows[0].line, 4U);
}

TEST(PassInStep, SeesThroughOtherLineEndsAndEmptyLinesOfTables) {
  const Walk walk("a,b\n1,2\n\n3,4\n", "a,b\r\n1,2\r\n3,4", ".csv");
  EXPECT_EQ(walk.outcome, InStep::to_the_end);
  EXPECT_THAT(walk.unmatched.left_rows, IsEmpty());
  EXPECT_EQ(walk.left->rows_read(), 2U);
  EXPECT_EQ(walk.right->rows_read(), 2U);
}

TEST(PassInStep, IsNotTriedOnTablesOfOtherColumns) {
  const Walk walk("a,b\n1,2\n", "b,a\n1,2\n", ".csv");
  EXPECT_EQ(walk.outcome, InStep::lost);
  EXPECT_EQ(walk.left->rows_read(), 0U);
}

TEST(PassInStep, IsNotTriedOnTablesOfOtherDelimiters) {
  const test::TemporaryFile file("a\n1\n", ".csv");
  SourceSpec spec{file.path()};
  const auto commas = open_source(spec);
  spec.delimiter = ';';
  const auto semicolons = open_source(spec);
  Collected unmatched;
  EXPECT_EQ(*pass_in_step(**commas, **semicolons, unmatched), InStep::lost);
}

TEST(PassInStep, IsNotTriedOnLinesAndATable) {
  const test::TemporaryFile lines("a\n1\n", ".txt");
  const test::TemporaryFile table("a\n1\n", ".csv");
  Collected unmatched;
  EXPECT_EQ(*pass_in_step(**open_source({lines.path()}), **open_source({table.path()}), unmatched),
            InStep::lost);
}

TEST(PassInStep, LeavesARaggedRowToTheNextReader) {
  Walk walk("a,b\n1,2\n3\n4,5\n", "a,b\n1,2\n3\n4,5\n", ".csv");
  EXPECT_EQ(walk.outcome, InStep::lost);
  EXPECT_EQ(test::read_rest(*walk.right).error, ", line 3: 1 field where the header has 2");
}

TEST(PassInStep, GivesBackTheErrorOfItsReceiver) {
  struct Refusing : UnmatchedRows {
    Result<void> left(const RowBatch&) override { return failure(ErrorCode::io, "no more room"); }
    Result<void> right(const RowBatch&) override { return {}; }
  };
  const test::TemporaryFile left("a\nb\n"), right("b\n");
  Refusing refusing;
  const auto outcome = pass_in_step(**open_source({left.path()}), **open_source({right.path()}), refusing);
  EXPECT_EQ(outcome.error().sentence(), "no more room");
}

using Counts = std::map<std::vector<std::string>, int>;

void add(Counts& counts, const std::vector<test::ReadRow>& rows, int each) {
  for (const test::ReadRow& row : rows) {
    if ((counts[row.fields] += each) == 0) counts.erase(row.fields);
  }
}

// The same text with some of its lines changed, left out, or doubled. Of tables the header stays.
std::string edited(test::Random& random, const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string line = text.substr(at, end - at);
    const std::uint64_t fate = at == 0 ? 9 : random.below(10);
    if (fate == 0) result.append("x").append(line);
    if (fate == 1) result += line + line;
    if (fate > 2) result += line;
    at = end;
  }
  return result;
}

// What is handed on and what is left differ as the whole files do, and every row is counted.
void expect_nothing_lost(const std::string& left_text, const std::string& right_text,
                         std::string_view extension, std::size_t block_bytes) {
  const test::TemporaryFile left_file(left_text, extension), right_file(right_text, extension);
  const auto left = open_source_with({left_file.path()}, {block_bytes});
  const auto right = open_source_with({right_file.path()}, {block_bytes});
  if (!left || !right) return;
  Collected unmatched;
  ASSERT_TRUE(pass_in_step(**left, **right, unmatched));
  const test::Reading left_rest = test::read_rest(**left);
  const test::Reading right_rest = test::read_rest(**right);
  const std::uint64_t left_count = (*left)->rows_read();
  const std::uint64_t right_count = (*right)->rows_read();
  ASSERT_TRUE((*left)->rewind());
  ASSERT_TRUE((*right)->rewind());
  const test::Reading whole_left = test::read_rest(**left);
  const test::Reading whole_right = test::read_rest(**right);
  ASSERT_EQ(left_rest.error, whole_left.error);
  ASSERT_EQ(right_rest.error, whole_right.error);
  ASSERT_EQ(left_count, whole_left.rows.size());
  ASSERT_EQ(right_count, whole_right.rows.size());
  Counts handed_on, whole;
  add(handed_on, unmatched.left_rows, 1);
  add(handed_on, left_rest.rows, 1);
  add(handed_on, unmatched.right_rows, -1);
  add(handed_on, right_rest.rows, -1);
  add(whole, whole_left.rows, 1);
  add(whole, whole_right.rows, -1);
  ASSERT_EQ(handed_on, whole) << ::testing::PrintToString(left_text) << " and "
                              << ::testing::PrintToString(right_text) << " in blocks of " << block_bytes;
}

TEST(PassInStep, KeepsTheDifferenceOfLines) {
  test::Random random;
  for (int round = 0; round < test::rounds(2'000) && !::testing::Test::HasFailure(); ++round) {
    const std::string text = test::random_soup(random) + test::random_soup(random);
    expect_nothing_lost(text, edited(random, text), ".txt", 1 + random.below(30));
  }
}

TEST(PassInStep, KeepsTheDifferenceOfTables) {
  test::Random random;
  for (int round = 0; round < test::rounds(2'000) && !::testing::Test::HasFailure(); ++round) {
    const std::string text = test::random_table(random);
    expect_nothing_lost(text, edited(random, text), ".csv", 1 + random.below(60));
  }
}

TEST(PassInStep, KeepsTheDifferenceOfLongFilesWithFewChanges) {
  test::Random random;
  std::string left, right;
  for (int row = 0; row < 20'000; ++row) {
    const std::string line = std::to_string(random.below(100'000)) + "\n";
    const std::uint64_t fate = random.below(500);
    if (fate != 0) left += line;
    if (fate != 1) right.append(fate == 2 ? "x" : "").append(line);
  }
  expect_nothing_lost(left, right, ".txt", 4'096);
}

}  // namespace
}  // namespace peel::sources
