// JSON Lines: what is a row, what is refused and where, and that blocks leave no trace.
#include "sources/json/json_source.hpp"

#include "sources/json_refusals.hpp"
#include "sources/reading.hpp"
#include "sources/temporary_file.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>
#include <string>

namespace peel::sources {
namespace {

test::Reading read(std::string_view text, const JsonColumns& columns = {},
                   std::size_t block_bytes = 1 << 20) {
  const test::TemporaryFile file(text, ".jsonl");
  SourceSpec spec{file.path()};
  spec.json = columns;
  return test::read_all(spec, {block_bytes});
}

TEST(JsonSource, HasARowForEachValue) {
  const test::Reading reading = read("{\"b\":1,\"a\":2}\n[1.0]\n7");
  ASSERT_EQ(reading.rows.size(), 3U);
  EXPECT_EQ(reading.rows[0], (test::ReadRow{{R"({"a":2,"b":1})"}, R"({"b":1,"a":2})", 1}));
  EXPECT_EQ(reading.rows[2], (test::ReadRow{{"7"}, "7", 3}));
}

TEST(JsonSource, PassesOverBlankLinesAByteOrderMarkAndCarriageReturns) {
  const test::Reading reading = read("\xEF\xBB\xBF\r\n{}\r\n  \t\n\n[]\n \n");
  ASSERT_EQ(reading.error, "");
  ASSERT_EQ(reading.rows.size(), 2U);
  EXPECT_EQ(reading.rows[0], (test::ReadRow{{"{}"}, "{}", 2}));
  EXPECT_EQ(reading.rows[1], (test::ReadRow{{"[]"}, "[]", 5}));
}

TEST(JsonSource, NamesTheLineOfWhatItRefusesAfterTheRowsBeforeIt) {
  const test::Reading reading = read("{}\n\n{\"a\":}\n{}\n");
  EXPECT_EQ(reading.rows.size(), 1U);
  EXPECT_EQ(reading.error, ", line 3: byte 6: '}' where a value is expected" + test::kOneInEachLine);
}

TEST(JsonSource, RefusesALineWithoutKey) {
  EXPECT_EQ(read("{\"id\":1}\n{\"ID\":2}\n", {{"id", "."}, 1}).error,
            ", line 2: there is no id, which is in the key, but ID; accepted are values that all have it");
}

TEST(JsonSource, RefusesArraysAndObjectsInTheKey) {
  EXPECT_EQ(
      read("{\"id\":[1]}\n", {{"id", "."}, 1}).error,
      ", line 1: id is an array, which cannot be in the key; accepted are text, numbers, true, false and "
      "null");
}

TEST(JsonSource, RefusesALineThatIsTooLong) {
  const test::TemporaryFile file("[1]\n[1,2,3,4,5]\n", ".ndjson");
  const auto source = open_source_with({file.path()}, {.block_bytes = 4, .row_bytes = 8});
  EXPECT_EQ(test::read_rest(**source).error,
            ", line 2: a row of more than 8 bytes, which is the most that is read");
}

TEST(JsonSource, SaysWhichColumnIsNoPath) {
  EXPECT_EQ(read("{}\n", {{"a..b"}, 0}).error.substr(0, 22), "a..b: a name is empty;");
}

TEST(JsonSource, LeavesNoTraceOfBlocks) {
  test::Random random;
  constexpr std::string_view kPieces[] = {"{\"a\":", "1", "1.50",  "\"x\\u0041\"", "[", "]",
                                          "}",       ",", "\n",    "\r",           " ", "null",
                                          ":",       "{", "\"b\"", "\xC3\xA9"};
  for (int round = 0; round < test::rounds(3'000) && !::testing::Test::HasFailure(); ++round) {
    std::string text;
    for (std::uint64_t lines = random.below(6); lines > 0; --lines) {
      if (random.below(4) > 0) {
        text += "{\"a\":" + std::to_string(random.below(100)) + ",\"b\":[\"" +
                std::string(random.below(9), 'x') + "\"]}" + (random.below(2) == 0 ? "\r\n" : "\n");
      } else {
        for (std::uint64_t i = random.below(7); i > 0; --i) text += kPieces[random.below(std::size(kPieces))];
        text += '\n';
      }
    }
    const JsonColumns columns{{"a", ". without b"}, random.below(2)};
    const std::size_t block = 1 + random.below(24);
    ASSERT_EQ(read(text, columns, block), read(text, columns)) << text << " in blocks of " << block;
  }
}

}  // namespace
}  // namespace peel::sources
