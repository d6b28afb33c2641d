// CSV and TSV: the rules one by one.
#include "sources/reading.hpp"
#include "sources/temporary_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::sources {
namespace {

using test::Reading;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Reading csv(std::string_view text) {
  const test::TemporaryFile file(text, ".csv");
  return test::read_all({file.path()});
}

Reading csv_without_header(std::string_view text) {
  const test::TemporaryFile file(text, ".csv");
  SourceSpec spec{file.path()};
  spec.header = false;
  return test::read_all(spec);
}

TEST(TableSource, NamesItsColumnsByTheHeader) {
  const Reading reading = csv("id,name\n1,Ann\n");
  EXPECT_THAT(reading.columns, ElementsAre("id", "name"));
  ASSERT_EQ(reading.rows.size(), 1U);
  EXPECT_THAT(reading.rows[0].fields, ElementsAre("1", "Ann"));
}

TEST(TableSource, NumbersItsColumnsWithoutHeader) {
  const Reading reading = csv_without_header("7,Ann\n8,Bob\n");
  EXPECT_THAT(reading.columns, ElementsAre("1", "2"));
  EXPECT_EQ(reading.rows.size(), 2U);
}

TEST(TableSource, SaysWhetherNamesAreItsOwn) {
  const test::TemporaryFile file("a,b\n", ".csv");
  SourceSpec spec{file.path()};
  EXPECT_TRUE((*open_source(spec))->schema().has_names);
  spec.header = false;
  EXPECT_FALSE((*open_source(spec))->schema().has_names);
}

TEST(TableSource, UnescapesQuotedCells) {
  const Reading reading = csv("a,b\n\"say \"\"hi\"\"\",\"x,\ny\"\n");
  EXPECT_THAT(reading.rows[0].fields, ElementsAre("say \"hi\"", "x,\ny"));
}

TEST(TableSource, KeepsTheRawRowWithItsQuotesAndWithoutItsLineEnd) {
  EXPECT_EQ(csv("a,b\r\n\"1\",2\r\n").rows[0].raw, "\"1\",2");
}

TEST(TableSource, CountsLinesThatQuotedCellsSpan) {
  const Reading reading = csv("a\n\"1\n2\n3\"\n4\n");
  EXPECT_EQ(reading.rows[0].line, 2U);
  EXPECT_EQ(reading.rows[1].line, 5U);
}

TEST(TableSource, EndsLinesWithCrLfOrLf) {
  EXPECT_THAT(csv("a,b\r\n1,2\r\n3,4\n").rows[0].fields, ElementsAre("1", "2"));
}

TEST(TableSource, TakesACarriageReturnInsideALineAsAByte) {
  EXPECT_THAT(csv("a,b\n1\r,2\r").rows[0].fields, ElementsAre("1\r", "2\r"));
}

TEST(TableSource, TakesAQuoteInsideAnUnquotedCellAsAByte) {
  EXPECT_THAT(csv("a,b\n5\" pipe,x\"y\"\n").rows[0].fields, ElementsAre("5\" pipe", "x\"y\""));
}

TEST(TableSource, PassesBytesThatAreNotUtf8) {
  EXPECT_THAT(csv("a,b\n\xff\xfe,\xc3\n").rows[0].fields, ElementsAre("\xff\xfe", "\xc3"));
}

TEST(TableSource, IsNotDisturbedByAByteOrderMark) {
  EXPECT_THAT(csv("\xEF\xBB\xBF\"id\",b\n1,2\n").columns, ElementsAre("id", "b"));
}

TEST(TableSource, PassesOverEmptyLinesIfItHasSeveralColumns) {
  const Reading reading = csv("a,b\n\n1,2\n\r\n3,4\n\n");
  ASSERT_EQ(reading.rows.size(), 2U);
  EXPECT_EQ(reading.rows[1].line, 5U);
}

TEST(TableSource, ReadsAnEmptyLineAsAnEmptyCellIfItHasOneColumn) {
  const Reading reading = csv("a\n\nx\n");
  ASSERT_EQ(reading.rows.size(), 2U);
  EXPECT_THAT(reading.rows[0].fields, ElementsAre(""));
}

TEST(TableSource, HasNoColumnsAndNoRowsInAnEmptyFile) {
  EXPECT_EQ(csv(""), (Reading{{}, {}, ""}));
  EXPECT_EQ(csv_without_header(""), (Reading{{}, {}, ""}));
}

TEST(TableSource, MayBeAHeaderOnly) {
  const Reading reading = csv("a,b");
  EXPECT_THAT(reading.columns, ElementsAre("a", "b"));
  EXPECT_THAT(reading.rows, IsEmpty());
}

TEST(TableSource, NamesTheLineOfARaggedRow) {
  const Reading reading = csv("a,b,c,d,e\n1,2,3,4,5\n\n\n\n\n1,2,3,4\n");
  EXPECT_EQ(reading.error, ", line 7: 4 fields where the header has 5");
  EXPECT_EQ(reading.rows.size(), 1U);
  EXPECT_EQ(csv("a,b\n1,2,3\n").error, ", line 2: 3 fields where the header has 2");
}

TEST(TableSource, ComparesARaggedRowWithTheFirstWhereThereIsNoHeader) {
  EXPECT_EQ(csv_without_header("1,2\n3\n").error, ", line 2: 1 field where line 1 has 2");
}

TEST(TableSource, NamesTheLineWhereAQuoteWasOpenedAndNeverClosed) {
  EXPECT_EQ(csv("a,b\n1,\"2\n3,4\n").error,
            ", line 2: the quote of a quoted field that begins here is never closed");
}

TEST(TableSource, NamesTheByteThatFollowsAClosingQuote) {
  EXPECT_EQ(
      csv("a,b\n\"1\"x,2\n").error,
      ", line 2: 'x' after a closing quote, where only the delimiter ',' or the end of the line may stand");
  EXPECT_EQ(
      csv("a,b\n\"1\"\r,2\n").error,
      ", line 2: byte 0x0d after a closing quote, where only the delimiter ',' or the end of the line may "
      "stand");
}

TEST(TableSource, RefusesTwoColumnsOfOneName) {
  EXPECT_EQ(csv("a,b,c,\"b\"\n").error,
            ", line 1: columns 2 and 4 are both named 'b'; each name may stand once");
}

TEST(TableSource, RefusesMoreColumnsThanItsLimit) {
  EXPECT_EQ(csv_without_header(std::string(65'536, ',') + "\n").error,
            ", line 1: 65537 columns; at most 65536 are read");
}

TEST(TableSource, RefusesARowLongerThanTheLimitWhateverTheBlocks) {
  const test::TemporaryFile file("a,b\n1,2\n12345,789\n", ".csv");
  const Reading reading = test::read_all({file.path()}, {4, 8});
  EXPECT_EQ(reading.error, ", line 3: a row of more than 8 bytes, which is the most that is read");
  EXPECT_EQ(test::read_all({file.path()}, {64, 8}), reading);
}

TEST(TableSource, TakesTabsByExtensionAndOtherDelimitersOnRequest) {
  const test::TemporaryFile tabs("a\tb\n1\t2\n", ".TSV");
  EXPECT_THAT(test::read_all({tabs.path()}).columns, ElementsAre("a", "b"));
  const test::TemporaryFile semicolons("a;b\n1;2\n", ".dat");
  SourceSpec spec{semicolons.path()};
  spec.delimiter = ';';
  EXPECT_THAT(test::read_all(spec).columns, ElementsAre("a", "b"));
}

TEST(TableSource, RefusesATableWhoseLinesEndInCrAlone) {
  const std::string refusal =
      ": its lines end in CR alone; accepted are LF and CRLF, as tr '\\r' '\\n' makes them";
  EXPECT_EQ(csv("id,v\r1,a\r2,b\r").error, refusal);
  EXPECT_EQ(csv("id,v\r1,a\n").error, refusal);
  EXPECT_EQ(csv("id,v\r1,a\n2,b\n").error, ", line 2: 2 fields where the header has 3") << "a CR in a name";
  EXPECT_EQ(csv("id,v\r").error, "");
  EXPECT_EQ(csv("id,\"v\r1\",a").error, "");
}

TEST(TableSource, RefusesUtf16) {
  const std::string refusal = " is UTF-16; accepted is UTF-8, as iconv -f UTF-16 -t UTF-8 makes it";
  using namespace std::string_literals;
  EXPECT_EQ(csv("\xFF\xFEi\0d\0,\0v\0\n\0"s).error, refusal);
  EXPECT_EQ(csv("\xFE\xFF\0i\0d\0,\0v\0\n"s).error, refusal);
  EXPECT_EQ(csv("\xFF\xFE,v\n"s).error, "") << "other text that begins with the mark";
}

TEST(TableSource, RefusesADelimiterThatCannotBeOne) {
  SourceSpec spec{"x.csv"};
  spec.delimiter = '"';
  EXPECT_EQ(open_source(spec).error().code(), ErrorCode::invalid_argument);
  spec.delimiter = ',';
  spec.kind = SourceKind::lines;
  EXPECT_EQ(open_source(spec).error().sentence(),
            "x.csv is read as lines, which have no delimiter; one is accepted for CSV and TSV");
}

}  // namespace
}  // namespace peel::sources
